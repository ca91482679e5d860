"""A real OpenClaw with memvault, once for all tests of this folder. Needs npm, or an earlier installation."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.openclaw.gateway import Gateway, Host, base_config, make_host, until, with_memvault
from tests.openclaw.installation import REQUIRE, Installation, Unavailable, install
from tests.openclaw.mock_model import MockModel, Request, mock_model
from tests.openclaw.stand_in_telegram import BOT_TOKEN, StandInTelegram, stand_in_telegram

REQUIRED = bool(os.environ.get(REQUIRE))
"""Looked at now: the tests' own environment has no such variables."""
COMMAND = [sys.executable, "-m", "vault"]


@pytest.fixture(scope="session")
def installation() -> Installation:
    try:
        return install()
    except Unavailable as reason:
        if REQUIRED:
            pytest.fail(f"OpenClaw is required ({REQUIRE} is set): {reason}")
        pytest.skip(f"OpenClaw is not tested: {reason}")


@dataclass(frozen=True)
class Person:
    """A vault and the folders around it.

    Attributes:
        root: of the vault; its default user is `me`.
        variables: the environment that leads to them.
    """

    folder: Path
    root: Path
    variables: dict[str, str]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [*COMMAND, "--vault", str(self.root), *words]
        return subprocess.run(
            command, env=self.variables, capture_output=True, encoding="utf-8", timeout=110, check=False
        )

    def lines(self, pattern: str) -> list[dict[str, Any]]:
        """The records of all files that fit, e.g. `facts/**/*.jsonl`."""
        texts = (path.read_text(encoding="utf-8") for path in sorted(self.root.glob(pattern)))
        return [json.loads(line) for text in texts for line in text.splitlines() if line.strip()]

    def facts(self, word: str) -> list[dict[str, Any]]:
        """Memories of the folder of facts, summaries apart, that hold a word."""
        return [
            each
            for each in self.lines("facts/**/*.jsonl")
            if word in each["content"]
            and each.get("type") != "summary"
            and each.get("status", "active") == "active"
        ]

    def journal(self, word: str) -> list[dict[str, Any]]:
        return [each for each in self.lines("journal/**/*.jsonl") if word in each["content"]]

    def append(self, name: str, *records: dict[str, Any]) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(each, ensure_ascii=False) + "\n" for each in records)
        return path

    @property
    def endpoint(self) -> dict[str, Any] | None:
        """Of the running service."""
        state = Path(self.variables["MEMVAULT_STATE_DIR"])
        for path in state.glob("service/*/endpoint.json"):
            with contextlib.suppress(OSError, ValueError):
                found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                return found
        return None


def make_person(folder: Path, models: Path) -> Person:
    cache = folder / "memvault" / "cache"
    cache.mkdir(parents=True)
    (cache / "models").symlink_to(models, target_is_directory=True)
    variables = {
        **{name: value for name, value in os.environ.items() if not name.startswith("MEMVAULT_")},
        "MEMVAULT_CACHE": str(cache),
        "MEMVAULT_CONFIG_DIR": str(folder / "memvault" / "config"),
        "MEMVAULT_STATE_DIR": str(folder / "memvault" / "state"),
    }
    person = Person(folder, folder / "vault", variables)
    made = subprocess.run(
        [*COMMAND, "--user", "me", "init", str(person.root), "--language", "zh", "--timezone", "Asia/Shanghai"],
        env=variables, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    with (person.root / "vault.yaml").open("a", encoding="utf-8") as file:
        file.write("users: {me: {name: 我}, bob: {name: 鲍勃}, alice: {name: 爱丽丝}, ben: {name: 本}}\n")
    return person


@dataclass
class Scene:
    """Everything at once: a person, their OpenClaw, the model, people who write to the bot."""

    person: Person
    host: Host
    model: MockModel
    telegram: StandInTelegram
    gateway: Gateway

    def turn(self, text: str, session: str, *, agent: str = "main") -> Request:
        """Say something; the last request that the model was sent for it."""
        number = len(self.model.requests)
        self.gateway.say(text, session, agent=agent)
        requests = self.model.since(number)
        assert requests, "the turn was answered without the model"
        for request in requests:
            for said in request.users:
                assert "memvault-memories" not in said
        return requests[-1]

    def message(self, sender: int, text: str) -> Request:
        """The same from somebody on Telegram."""
        number, answers = len(self.model.requests), len(self.telegram.answers(sender))
        self.telegram.write(sender, text)
        until(lambda: len(self.telegram.answers(sender)) > answers, f"an answer to {sender}")
        return self.model.since(number)[-1]

    def status(self) -> dict[str, Any]:
        return self.gateway.call("memvault.status")


OWNER = 222
"""Whoever may begin a session anew in the chat."""
USERS = [
    {"agent": "bob", "user": "bob"},
    {"channel": "telegram", "sender": "111", "user": "alice"},
    {"channel": "telegram", "sender": "222", "user": "ben"},
]


def settings_for(person: Person, **changes: object) -> dict[str, Any]:
    return {"vault": str(person.root), "command": COMMAND, "users": USERS, "deadlineMs": 3000, **changes}


def configure(
    scene_host: Host, model: MockModel, telegram: StandInTelegram, settings: dict[str, Any]
) -> None:
    config = with_memvault(base_config(scene_host, model.url, ("main", "bob")), settings, ("telegram",))
    channel = {
        "enabled": True,
        "botToken": BOT_TOKEN,
        "apiRoot": telegram.url,
        "dmPolicy": "open",
        "allowFrom": ["*"],
        "commands": {"native": False},
    }
    config["agents"]["defaults"]["compaction"] = {"mode": "default", "keepRecentTokens": 2000}
    commands = {"ownerAllowFrom": [f"telegram:{OWNER}"]}
    scene_host.write_config({**config, "channels": {"telegram": channel}, "commands": commands})


@pytest.fixture(scope="package")
def scene(
    installation: Installation, models_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    """One gateway for many conversations. Whoever stops it starts it again."""
    with running_scene(installation, models_dir, tmp_path_factory.mktemp("openclaw")) as scene:
        yield scene


@contextlib.contextmanager
def running_scene(
    installation: Installation, models: Path, folder: Path, **changes: object
) -> Iterator[Scene]:
    """A gateway with everything around it, and other settings of the plugin where these are given."""
    person = make_person(folder, models)
    (folder / "host").mkdir()
    host = make_host(installation, folder / "host", person.variables)
    with mock_model() as model, stand_in_telegram() as telegram:
        configure(host, model, telegram, settings_for(person, **changes))
        gateway = Gateway(host)
        scene = Scene(person, host, model, telegram, gateway)
        try:
            gateway.wait()
            yield scene
        finally:
            scene.gateway.stop()
            endpoint = person.endpoint
            if endpoint:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(endpoint["pid"], 9)
