"""What memvault adds to a turn of OpenClaw: time, tokens, memory; and three questions with and without it.

    python -m tests.bench.bench_openclaw [--turns 30]

The real gateway and a mock model that answers at once; the same turns without memvault, then with it, in one run.
The command line's stand-in is measured through the plugin's own module, as `openclaw agent --local` uses it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import platformdirs
import psutil

from tests.openclaw.conftest import COMMAND, Person, make_person
from tests.openclaw.gateway import (
    PLUGIN,
    Gateway,
    Host,
    base_config,
    make_host,
    running_gateway,
    until,
    with_memvault,
)
from tests.openclaw.installation import install
from tests.openclaw.mock_model import MockModel, Request, mock_model
from vault.recall.token_estimate import estimate_tokens

SAID = (
    "我住在阳光小区，完全不能吃香菜。",
    "我养了一只名叫年糕的猫，今年两岁。",
    "我每周三晚上七点上钢琴课。",
)
ASKED = ("推荐今天的晚饭", "我的猫叫什么名字", "我的钢琴课是星期几")
NEEDED = ("香菜", "年糕", "周三")

_STAND_IN = """
const { readSettings } = await import(process.argv[1] + "/lib/settings.js");
const { createRuntime } = await import(process.argv[1] + "/lib/runtime.js");
const { memory } = createRuntime(readSettings(JSON.parse(process.argv[2])));
for (const query of JSON.parse(process.argv[3])) {
  const began = performance.now();
  const answer = await memory.prompt({ query, user: "", sessionId: String(Math.random()), opening: true });
  console.log(JSON.stringify([performance.now() - began, answer.via, answer.block.length]));
}
process.exit(0);
"""


def say_and_ask(
    gateway: Gateway, model: MockModel, turns: int, person: Person | None = None
) -> tuple[list[float], list[Request], list[Request]]:
    """Seconds of each turn, every one in a session of its own, and what the model was sent for the questions.

    Once in a session's first turn, and once in its second.
    """
    series = "with" if person else "without"  # OpenClaw keeps sessions: only a new one has a first turn
    for number, text in enumerate(SAID):
        gateway.say(text, f"{series}-said-{number}")
    if person:
        until(lambda: all(person.facts(word) for word in NEEDED), "what was said is extracted")
    asked: list[Request] = []
    later: list[Request] = []
    for number, text in enumerate(ASKED):
        for session, requests in ((f"{series}-asked-{number}", asked), (f"{series}-later-{number}", later)):
            if requests is later:
                gateway.say("你好", session)
            before = len(model.requests)
            gateway.say(text, session)
            requests.append(model.since(before)[0])
    seconds = []
    for number in range(turns):
        began = time.perf_counter()
        gateway.say(ASKED[number % len(ASKED)], f"{series}-timed-{number}")
        seconds.append(time.perf_counter() - began)
    return seconds, asked, later


def with_the_command(host: Host, person: Person) -> list[float]:
    settings = json.dumps({"vault": str(person.root), "command": COMMAND, "commandDeadlineMs": 30_000})
    words = [str(host.installation.node), "--input-type=module", "-e", _STAND_IN]
    done = subprocess.run(
        [*words, str(PLUGIN), settings, json.dumps(ASKED)],
        env=dict(host.environment), capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(via == "command" for _, via, _ in answers)
    return [milliseconds for milliseconds, _, _ in answers]


def measure(turns: int) -> None:
    models = Path(platformdirs.user_cache_dir("memvault-tests", appauthor=False)) / "models"
    with tempfile.TemporaryDirectory() as place, mock_model() as model:
        folder = Path(place)
        person = make_person(folder, models)
        (folder / "host").mkdir()
        host = make_host(install(), folder / "host", person.variables)
        config = base_config(host, model.url)
        host.write_config(
            {**config, "plugins": {**config["plugins"], "slots": {"memory": "none"}, "allow": []}}
        )
        with running_gateway(host) as gateway:
            plain, without, _ = say_and_ask(gateway, model, turns)
        host.write_config(with_memvault(config, {"vault": str(person.root), "command": COMMAND}))
        with running_gateway(host) as gateway:
            until(lambda: person.endpoint, "the service")
            remembering, having, later = say_and_ask(gateway, model, turns, person)
            status = gateway.call("memvault.status")
            endpoint = person.endpoint
            assert endpoint
            resident = psutil.Process(endpoint["pid"]).memory_info().rss / 1e6
        command = with_the_command(host, person)
    report(plain, remembering, command, resident, status)
    for question, word, *requests in zip(ASKED, NEEDED, without, having, later, strict=True):
        answers = ["yes" if word in each.system else "no" for each in requests]
        added = [str(estimate_tokens(each.block)) for each in requests[1:]]
        print(f"| {question} | {word} | {' | '.join(answers)} | {' / '.join(added)} tokens |")


def report(
    plain: list[float], remembering: list[float], command: list[float], resident: float, status: object
) -> None:
    def row(name: str, values: list[float]) -> None:
        ordered = sorted(values)
        p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
        print(f"{name:<44} median {statistics.median(values):8.1f} ms   p95 {p95:8.1f} ms")

    row("a turn without memvault", [each * 1000 for each in plain])
    row("a turn with memvault (new session each)", [each * 1000 for each in remembering])
    row("the command instead of the service", command)
    print(
        f"added by the service: {1000 * (statistics.median(remembering) - statistics.median(plain)):.1f} ms a turn"
    )
    print(f"resident memory of the service: {resident:.0f} MB")
    print(json.dumps(status["recall"] if isinstance(status, dict) else status, ensure_ascii=False))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=30)
    measure(parser.parse_args().turns)
