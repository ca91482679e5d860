"""`kill -9` at any moment of indexing; the next run heals and nothing is missing."""

from __future__ import annotations

import json
import signal
import subprocess
import time

import pytest

from tests.conftest import Isolated
from tests.journeys.conftest import Home, command, until

MEMORIES = 3000


def fill(home: Home) -> None:
    for part in range(6):
        numbers = range(part * MEMORIES // 6, (part + 1) * MEMORIES // 6)
        lines = (
            json.dumps(
                {"id": f"mem_{n:05}", "content": f"第 {n} 号储物柜里放着第 {n} 批茶叶"}, ensure_ascii=False
            )
            for n in numbers
        )
        home.write(f"facts/part-{part}.jsonl", "\n".join(lines) + "\n")


def contents(home: Home) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(home.root.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("part_of_a_second", [0.0, 0.1, 0.25, 0.5, 1.0])
def test_killed_while_indexing(home: Home, isolated: Isolated, part_of_a_second: float) -> None:
    fill(home)
    before = contents(home)
    process = subprocess.Popen(
        command(home.root, "index"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until(lambda: process.poll() is not None or any(isolated.cache.rglob("index/*/*")), "the index is begun")
    time.sleep(part_of_a_second)  # chooses the moment of the kill; nothing is asserted about time
    process.send_signal(signal.SIGKILL)
    process.wait()

    assert home.run("index").returncode in {0, 3}
    status = home.answer("status")
    assert status["behind"] == 0
    found = home.answer("recall", "--all", "第 2917 号储物柜里放着什么")["hits"]
    assert found[0]["content"] == "第 2917 号储物柜里放着第 2917 批茶叶"
    assert contents(home) == before
