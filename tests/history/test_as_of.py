from __future__ import annotations

import json
from datetime import datetime, timezone

from vault.format.defaults import Defaults
from vault.history.as_of import note_is_later, rewind, turns_until
from vault.history.record_changes import Standing
from vault.model.memory import Memory


def day(number: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=timezone.utc)


OLD = Memory("a", "旧", created_at=day(1), updated_at=day(20), status="superseded", superseded_by=("b",))
NEW = Memory("b", "新", created_at=day(10), supersedes=("a",))
GONE = Memory("c", "忘", created_at=day(1), updated_at=day(15), status="forgotten")
ERASED = Memory("d", "[已擦除]", updated_at=day(15), status="forgotten")
UNDATED = Memory("e", "手写")
ALL = [
    Standing(OLD, "archive/a.jsonl", archived=True),
    Standing(NEW, "facts/a.jsonl"),
    Standing(GONE, "archive/a.jsonl", archived=True),
    Standing(ERASED, "archive/a.jsonl", archived=True),
    Standing(UNDATED, "facts/a.jsonl"),
]


def current(at: datetime) -> list[str]:
    return sorted(each.memory.id for each in rewind(ALL, at) if not each.over)


def test_what_counted_when() -> None:
    assert current(day(5)) == ["a", "c", "e"]
    assert current(day(12)) == ["b", "c", "e"]  # the successor ends it, not when it was moved
    assert current(day(16)) == ["b", "e"]
    assert current(day(30)) == ["b", "e"]


def test_turns_that_were_said_by_then() -> None:
    turns = [
        {"role": "user", "content": "早", "at": "2026-01-01T00:00:00Z"},
        {"role": "user", "content": "晚", "at": "2026-01-09T00:00:00Z"},
        {"role": "user", "content": "何时"},
    ]
    data = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in turns).encode()
    left = turns_until(data, day(5), path="journal/a/2026/2026-01-01.jsonl", defaults=Defaults())
    assert [json.loads(each)["content"] for each in left.splitlines()] == ["早", "何时"]


def test_notes_that_say_when_they_were_begun() -> None:
    dated = b"---\ncreated: 2026-01-09\n---\n# A\n"
    assert note_is_later(dated, day(5), path="notes/a.md", defaults=Defaults())
    assert not note_is_later(dated, day(15), path="notes/a.md", defaults=Defaults())
    assert not note_is_later(b"# A\n", day(5), path="notes/a.md", defaults=Defaults())
