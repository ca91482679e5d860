"""The service with many clients, measured: how long each kind of request takes, and that none fails.

    python -m tests.bench.bench_service                          # 50 clients, a minute
    python -m tests.bench.bench_service --clients 10 --seconds 20 --think 0

Each client plays a conversation: it asks for the prompt block, captures what was said, asks a question every
fifth turn and remembers something every tenth, and waits in between (`--think`, seconds on average; 0: as fast
as it can). The clients run in a process of their own, on the same machine. The vault is generated and embedded
with the installed default model. Before: how long the service takes to answer and to load the model, and how
long `memvault recall` takes with the service and without. Run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import psutil

from tests.bench.generated_vault import FOODS, sentences, write_vault
from vault.config.locations import models_dir

MEMVAULT = [sys.executable, "-m", "vault"]
COLD_RUNS = 5


class Player:
    """One client and the times of its requests, in milliseconds."""

    def __init__(self, number: int, port: int, token: str, think: float) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        self.faults: list[str] = []
        self._number = number
        self._chance = random.Random(number)
        self._think = think
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "X-Memvault-Deadline-Ms": "30000",
        }

    def play(self, until: float) -> None:
        """Talk until the time is over."""
        questions = [f"{text[:18]}是怎么回事" for text in sentences(200, seed=1000 + self._number)]
        session = f"bench-{self._number}"
        turn = 0
        while time.monotonic() < until:
            turn += 1
            question = questions[turn % len(questions)]
            self._ask("prompt", {"query": question, "session_id": session, "opening": turn == 1})
            said = [
                {"session_id": session, "turn": 2 * turn, "role": "user", "content": question},
                {
                    "session_id": session,
                    "turn": 2 * turn + 1,
                    "role": "assistant",
                    "content": "好的，我看看。",
                },
            ]
            self._ask("capture", {"turns": said})
            if (turn + self._number) % 5 == 0:
                self._ask("recall", {"query": question})
            if (turn + self._number) % 10 == 0:
                self._ask("remember", {"content": f"第 {self._number} 次买了{self._chance.choice(FOODS)}"})
            if self._think:
                time.sleep(self._chance.uniform(0.5, 1.5) * self._think)

    def _ask(self, route: str, fields: dict[str, object]) -> None:
        started = time.perf_counter()
        try:
            self._connection.request("POST", f"/v1/{route}", json.dumps(fields), self._headers)
            answer = self._connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.faults.append(f"{route}: {type(error).__name__}")
            self._connection.close()
            return
        self.times[route].append(1000 * (time.perf_counter() - started))
        if answer.status != 200:
            self.faults.append(f"{route}: {answer.status} {body[:200]!r}")


def clients(options: argparse.Namespace) -> None:
    """The process of the clients; prints one JSON document."""
    until = time.monotonic() + options.seconds
    players = [
        Player(number, options.port, os.environ["BENCH_TOKEN"], options.think)
        for number in range(options.clients)
    ]
    threads = [threading.Thread(target=player.play, args=(until,)) for player in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times: dict[str, list[float]] = defaultdict(list)
    for player in players:
        for route, found in player.times.items():
            times[route] += found
    print(json.dumps({"times": times, "faults": [fault for player in players for fault in player.faults]}))


def start(root: Path) -> tuple[subprocess.Popen[bytes], str, float, float]:
    """A service, its address, and the seconds after which it answered and had its model."""
    began = time.perf_counter()
    process = subprocess.Popen([*MEMVAULT, "--vault", str(root), "serve", "--json"], stdout=subprocess.PIPE)
    assert process.stdout is not None
    url = json.loads(process.stdout.readline())["url"]
    answered = time.perf_counter() - began
    while not health(url)["ready"]:
        time.sleep(0.02)
    return process, url, answered, time.perf_counter() - began


def health(url: str) -> dict[str, Any]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=30)
    connection.request("GET", "/health")
    found: dict[str, Any] = json.loads(connection.getresponse().read())
    connection.close()
    return found


def cold(root: Path, *options: str) -> float:
    """Median seconds of `memvault recall` as a process."""
    found = []
    for _ in range(COLD_RUNS):
        began = time.perf_counter()
        subprocess.run(
            [*MEMVAULT, "--vault", str(root), "recall", "妈妈住在哪里", *options],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        found.append(time.perf_counter() - began)
    return statistics.median(found)


def measure(options: argparse.Namespace) -> bool:
    """Everything; whether no request failed."""
    with tempfile.TemporaryDirectory(prefix="memvault-bench-") as place:
        folder = Path(place)
        (folder / "cache").mkdir()
        (folder / "cache" / "models").symlink_to(models_dir(), target_is_directory=True)
        os.environ["MEMVAULT_CACHE"] = str(folder / "cache")
        os.environ["MEMVAULT_STATE_DIR"] = str(folder / "state")
        root = write_vault(folder / "vault", sentences(options.size)).root
        subprocess.run(
            [*MEMVAULT, "--vault", str(root), "index", "--json"], stdout=subprocess.DEVNULL, check=True
        )
        alone = cold(root)
        process, url, answered, ready = start(root)
        try:
            through = cold(root)
            print(f"{options.size:,} memories")
            print(f"  the service answers after {answered:.2f} s, its model is loaded after {ready:.2f} s")
            print(f"  memvault recall: {alone:.2f} s alone, {through:.2f} s through the service")
            run = subprocess.run(
                [sys.executable, "-m", "tests.bench.bench_service", "--here", "--port", url.rpartition(":")[2],
                 "--clients", str(options.clients), "--seconds", str(options.seconds),
                 "--think", str(options.think)],
                env={**os.environ, "BENCH_TOKEN": (folder / "state/service/token").read_text().strip()},
                stdout=subprocess.PIPE,
                check=True,
            )  # fmt: skip
            memory = psutil.Process(process.pid).memory_info().rss / 1e6
            busy = psutil.Process(process.pid).cpu_times()
        finally:
            process.terminate()
            process.wait()
    print(f"  processor time of the service {busy.user + busy.system:.1f} s")
    return report(json.loads(run.stdout), options, memory)


def report(found: dict[str, Any], options: argparse.Namespace, memory: float) -> bool:
    """Print the times; whether no request failed."""
    count = sum(map(len, found["times"].values()))
    print(
        f"{options.clients} clients for {options.seconds} s, thinking {options.think:g} s a turn on average"
    )
    for route, times in sorted(found["times"].items()):
        ordered = sorted(times)
        print(
            f"  {route:<9} {len(ordered):>6} requests   median {statistics.median(ordered):7.1f} ms   "
            f"p95 {ordered[int(len(ordered) * 0.95)]:7.1f}   max {ordered[-1]:7.1f}"
        )
    print(f"  {count / options.seconds:.0f} requests a second, {len(found['faults'])} failed")
    for fault in found["faults"][:10]:
        print(f"    {fault}")
    print(f"  memory of the service at the end {memory:,.0f} MB")
    return not found["faults"]


def main() -> None:
    """Run the bench, or the clients of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--think", type=float, default=3.0)
    parser.add_argument("--size", type=int, default=1_000, help="memories in the vault")
    parser.add_argument("--here", action="store_true", help="only the clients")
    parser.add_argument("--port", type=int, default=0, help="of the service, with --here")
    options = parser.parse_args()
    if options.here:
        clients(options)
        return
    sys.exit(0 if measure(options) else 1)


if __name__ == "__main__":
    main()
