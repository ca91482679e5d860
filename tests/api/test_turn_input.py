from __future__ import annotations

from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from vault.api.turn_input import TurnInput, read_turns
from vault.model.turn import Turn

ZONE = ZoneInfo("Asia/Shanghai")


def read(*lines: str, session: str = "") -> TurnInput:
    return read_turns("\n".join(lines).encode(), zone=ZONE, session=session)


def test_turns_are_read_as_a_journal_is() -> None:
    found = read(
        '{"session_id": "s", "turn": 7, "role": "user", "content": "你好", "at": "2026-11-29 18:00"}',
        "",
        '{"role": "assistant", "content": "在", "ts": 1764410400, "user_id": "mei", "channel": "cli"}',
    )
    assert found.problems == ()
    assert found.turns == (
        Turn("s", 7, "user", "你好", datetime(2026, 11, 29, 10, tzinfo=timezone.utc)),
        Turn("", 3, "assistant", "在", datetime(2025, 11, 29, 10, tzinfo=timezone.utc), "mei", "", "cli"),
    )


def test_bad_lines_hide_no_good_ones() -> None:
    found = read(
        '{"role": "user", "content": "一"}',
        "{",
        '{"role": "tool", "content": "x"}',
        '{"role": "user", "content": "二"}',
    )
    assert [turn.content for turn in found.turns] == ["一", "二"]
    assert [(each.path, each.line, each.code) for each in found.problems] == [
        ("stdin", 2, "broken-json"),
        ("stdin", 3, "unknown-role"),
    ]


def test_the_session_of_turns_that_name_none() -> None:
    found = read(
        '{"role": "user", "content": "一"}',
        '{"session_id": "b", "role": "user", "content": "二"}',
        session="a",
    )
    assert [turn.session_id for turn in found.turns] == ["a", "b"]


def test_whatever_comes_is_no_exception() -> None:
    for data in (b"", b"\xff\xfe\x00", b"\x00" * 100, b"[]", b'"', b'{"role": "user"}', b"\xef\xbb\xbf"):
        assert read_turns(data, zone=ZONE).turns == ()
