"""The service is killed while clients write, and started again: what it had acknowledged is there, once."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.api.conftest import Place, make_place
from vault.service.client import Client, ServiceFailed, find

CLIENTS = 4
BEFORE_EACH_KILL = (1, 9, 20)
"""How many acknowledgements there are before the service is killed."""

THINGS = (
    "西瓜", "芒果", "菠萝", "榴莲", "草莓", "樱桃", "荔枝", "龙眼", "杨梅", "枇杷",
    "石榴", "山竹", "柚子", "橙子", "桃子", "李子", "杏子", "椰子", "木瓜", "香瓜",
)  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path / "vault")


@contextmanager
def serving(place: Place) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "vault", "--vault", str(place.root), "serve", "--no-model", "--json"],
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["url"]
        yield process
    finally:
        process.kill()
        process.communicate()


class Writing:
    """Clients that write until the service is gone, and what was acknowledged to them."""

    def __init__(self, place: Place, round_number: int) -> None:
        self.captured: list[tuple[str, int]] = []
        self.remembered: list[str] = []
        self.enough = threading.Event()
        self._place = place
        self._round = round_number
        self._guard = threading.Lock()
        self._threads = [threading.Thread(target=self._work, args=(number,)) for number in range(CLIENTS)]

    def until(self, acknowledged: int) -> None:
        self._wanted = acknowledged
        for thread in self._threads:
            thread.start()
        assert self.enough.wait(60)

    def join(self) -> None:
        for thread in self._threads:
            thread.join()

    def _work(self, number: int) -> None:
        client = find(self._place.root)
        assert client is not None
        with client, suppress(ServiceFailed):
            for turn in range(1, 1000):
                self._write(client, number, turn)

    def _write(self, client: Client, number: int, turn: int) -> None:
        session = f"round{self._round}-client{number}"
        said = {
            "session_id": session,
            "turn": turn,
            "role": "user",
            "content": f"我对{THINGS[turn % 20]}过敏",
        }
        client.post("/v1/capture", {"turns": [said]})
        with self._guard:
            self.captured.append((session, turn))
        made = client.post("/v1/remember", {"content": f"{session} 第 {turn} 次买了{THINGS[turn % 20]}"})
        with self._guard:
            if made["action"] == "added":
                self.remembered.append(made["id"])
            if len(self.captured) + len(self.remembered) >= self._wanted:
                self.enough.set()


def lines_below(place: Place, pattern: str) -> list[dict[str, object]]:
    found = []
    for path in sorted(place.root.glob(pattern)):
        found += [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return found


def test_what_was_acknowledged_is_there_once(place: Place) -> None:
    captured: list[tuple[str, int]] = []
    remembered: list[str] = []
    for number, acknowledged in enumerate(BEFORE_EACH_KILL):
        with serving(place) as process:
            writing = Writing(place, number)
            writing.until(acknowledged)
            process.kill()
            writing.join()
        captured += writing.captured
        remembered += writing.remembered
    assert find(place.root) is None

    turns = Counter((line["session_id"], line["turn"]) for line in lines_below(place, "journal/**/*.jsonl"))
    assert set(captured) <= set(turns)
    assert set(turns.values()) == {1}
    memories = Counter(line["id"] for line in lines_below(place, "facts/auto/**/*.jsonl"))
    assert set(remembered) <= set(memories)
    assert set(memories.values()) == {1}

    with serving(place):
        client = find(place.root)
        assert client is not None
        with client:
            again = [
                {
                    "session_id": line["session_id"],
                    "turn": line["turn"],
                    "role": "user",
                    "content": line["content"],
                }
                for line in lines_below(place, "journal/**/*.jsonl")
            ]
            assert client.post("/v1/capture", {"turns": again})["journalled"] == 0
            client.post("/v1/flush", {})
            told = client.get("/v1/memories", {"types": ["fact"], "limit": 1000})["memories"]
            said = [each["content"] for each in told if "过敏" in each["content"]]
            things = {THINGS[turn % 20] for _, turn in turns}
            assert {thing for thing in things if any(thing in each for each in said)} == things
            assert len(said) == len(things)
            assert not client.get("/v1/check", {})["problems"]
