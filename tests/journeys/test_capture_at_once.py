"""Several assistants write down what was said into one vault at the same time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tests.journeys.conftest import BOUND, Home, until

WRITERS = 4
TURNS = 10

WRITER = """
import sys
from datetime import datetime, timedelta, timezone
import vault
from vault.model.turn import Turn

root, writer, count, extract = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
start = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)

def said(session, number):
    role = "assistant" if number % 2 else "user"
    text = f"好的，第 {number} 条" if number % 2 else f"记住：{session}的第 {number} 个柜子归我"
    return Turn(session, number, role, text, start + timedelta(seconds=7 * number))

with vault.open(root, use_model=False) as memory:
    for number in range(count):
        memory.capture([said(f"会话{writer}", number)], extract=extract)
        memory.capture([said("共同会话", each) for each in range(number + 1)], extract=extract)
"""


def lines(root: Path, pattern: str) -> list[dict[str, Any]]:
    paths = sorted(root.glob(pattern))
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def test_every_turn_is_journalled_once_and_every_memory_is_there_once(home: Home) -> None:
    processes = [
        subprocess.Popen(
            [
                *(sys.executable, "-c", WRITER, str(home.root), str(number), str(TURNS)),
                "process" if number == 0 else "background",
            ],
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for number in range(WRITERS)
    ]
    errors = [process.communicate(timeout=3 * BOUND)[1] for process in processes]
    assert [process.returncode for process in processes] == [0] * WRITERS, errors
    assert home.run("capture", "--pending").returncode in {0, 3}

    sessions = [*(f"会话{number}" for number in range(WRITERS)), "共同会话"]
    said = Counter((turn["session_id"], turn["turn"]) for turn in lines(home.root, "journal/**/*.jsonl"))
    assert said == Counter((session, number) for session in sessions for number in range(TURNS))
    memories = Counter(
        memory["content"] for memory in lines(home.root, "facts/**/*.jsonl") if memory["type"] != "summary"
    )
    assert memories == Counter(
        f"{session}的第 {number} 个柜子归用户" for session in sessions for number in range(0, TURNS, 2)
    )
    summaries = [each for each in lines(home.root, "facts/**/*.jsonl") if each["type"] == "summary"]
    assert sorted(each["source"]["session_id"] for each in summaries) == sorted(sessions)
    assert home.run("check").returncode == 0


def test_a_command_leaves_the_extraction_to_a_process_that_outlives_it(home: Home) -> None:
    turn = {"session_id": "s", "turn": 1, "role": "user", "content": "记住：我对芒果过敏"}
    done = subprocess.run(
        [sys.executable, "-m", "vault", "--vault", str(home.root), "capture", "--json"],
        input=json.dumps(turn).encode(),
        capture_output=True,
        timeout=BOUND,
        check=True,
    )
    assert json.loads(done.stdout)["pending"] == 1
    until(
        lambda: any("芒果" in each["content"] for each in lines(home.root, "facts/**/*.jsonl")),
        "the memory is written",
    )
