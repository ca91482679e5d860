"""Eight processes write a thousand memories into one vault at the same time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

import pytest

from tests.journeys.conftest import Home

WRITERS = 8
OWN = 115
COMMON = 80

WRITER = """
import sys
import vault
from vault.model.memory import Memory

root, (writer, own_count, common_count) = sys.argv[1], map(int, sys.argv[2:])
own = [f"第 {writer}-{n} 号抽屉里放着第 {n * 8 + writer} 把钥匙" for n in range(own_count)]
common = [f"仓库第 {n} 排货架要在第 {n} 天盘点" for n in range(common_count)]
common = common[writer * 10 :] + common[: writer * 10]
with vault.open(root, use_model=False) as memory:
    for text in own[:35]:
        assert memory.remember(text).action == "added", text
        assert memory.recall(text, limit=1).hits[0].content == text
    for start in range(35, len(own), 8):
        memory.remember_all([Memory("", text) for text in own[start : start + 8]])
    for start in range(0, len(common), 10):
        memory.remember_all([Memory("", text) for text in common[start : start + 10]])
"""


@pytest.mark.timeout(600)
def test_none_is_lost_and_none_is_doubled(home: Home) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(home.root), str(number), str(OWN), str(COMMON)],
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for number in range(WRITERS)
    ]
    errors = [process.communicate(timeout=540)[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * WRITERS, errors
    files = home.root.glob("facts/auto/*/*.jsonl")
    written = [json.loads(line) for path in files for line in path.read_text("utf-8").splitlines()]
    contents = Counter(line["content"] for line in written)
    expected = {f"第 {w}-{n} 号抽屉里放着第 {n * 8 + w} 把钥匙" for w in range(WRITERS) for n in range(OWN)}
    expected |= {f"仓库第 {n} 排货架要在第 {n} 天盘点" for n in range(COMMON)}
    assert len(expected) == 1000
    assert set(contents) == expected
    assert set(contents.values()) == {1}
    assert len({line["id"] for line in written}) == 1000
    listed = home.answer("list", "--limit", "2000")["memories"]
    assert {memory["content"] for memory in listed} == expected
    assert home.run("check").returncode == 0
