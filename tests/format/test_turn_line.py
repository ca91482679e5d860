from __future__ import annotations

from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from vault.format.defaults import Defaults
from vault.format.turn_line import TurnFile, format_turn, parse_turns
from vault.model.turn import Turn, turn_digest

DEFAULTS = Defaults(user_id="lin", timezone=ZoneInfo("Asia/Shanghai"))
NOON = datetime(2026, 1, 8, 4, tzinfo=timezone.utc)


def parse(text: str) -> TurnFile:
    return parse_turns(text.encode(), path="journal/mac/2026/2026-01-08.jsonl", defaults=DEFAULTS)


def test_a_turn() -> None:
    line = (
        '{"session_id": "s1", "turn": 3, "role": "user", "content": "我住哪", "at": "2026-01-08T12:00:00+08:00", '
        '"user_id": "wu", "agent_id": "main", "channel": "wechat"}\n'
    )
    parsed = parse(line)
    assert not parsed.problems
    assert parsed.turns[0].turn == Turn("s1", 3, "user", "我住哪", NOON, "wu", "main", "wechat")
    assert parsed.turns[0].line == 1


def test_unix_seconds_and_no_user_are_accepted() -> None:
    parsed = parse('{"role": "assistant", "content": "在阳光小区", "ts": 1767844800}\n')
    assert not parsed.problems
    assert parsed.turns[0].turn == Turn("", 1, "assistant", "在阳光小区", NOON, "lin")


def test_a_turn_without_a_readable_time_is_kept() -> None:
    parsed = parse('{"role": "user", "content": "x", "at": "yesterday"}\n{"role": "user", "content": "y"}\n')
    assert [located.turn.at for located in parsed.turns] == [None, None]
    assert [(each.line, each.column, each.code) for each in parsed.problems] == [(1, 40, "bad-date")]


def test_a_turn_without_a_number_has_that_of_its_line() -> None:
    parsed = parse('\n{"role": "user", "content": "x"}\n{"role": "user", "content": "y"}\n')
    assert [located.turn.turn for located in parsed.turns] == [2, 3]


def test_what_others_say_and_empty_turns_are_not_kept() -> None:
    lines = [
        '{"role": "tool", "content": "x"}',
        '{"content": "x"}',
        '{"role": "user", "content": " "}',
        '{"role": "user"}',
    ]
    parsed = parse("\n".join(lines) + "\n")
    assert not parsed.turns
    assert [(each.line, each.code, each.severity) for each in parsed.problems] == [
        (1, "unknown-role", "error"),
        (2, "unknown-role", "error"),
        (3, "missing-content", "error"),
        (4, "missing-content", "error"),
    ]


def test_a_turn_of_an_unreadable_user_is_not_used() -> None:
    parsed = parse('{"role": "user", "content": "x", "user_id": {}}\n')
    assert not parsed.turns
    assert [(each.column, each.code, each.severity) for each in parsed.problems] == [
        (45, "wrong-type", "error")
    ]


def test_a_half_written_turn() -> None:
    parsed = parse('{"role": "user", "content": "x"}\n{"role": "us')
    assert len(parsed.turns) == 1
    assert parsed.partial_last_line


def test_a_fingerprint_stands_for_a_text_that_is_gone_and_for_no_other() -> None:
    digest = "0123456789abcdef" * 2
    (gone, there, broken) = parse(
        f'{{"role": "user", "content": "[erased]", "digest": "{digest}"}}\n'
        f'{{"role": "user", "content": "猫", "digest": "{digest}"}}\n'
        '{"role": "user", "content": "[erased]", "digest": "xyz"}\n'
    ).turns
    assert (gone.turn.digest, there.turn.digest, broken.turn.digest) == (digest, "", "")
    assert turn_digest(gone.turn).hex() == digest
    assert parse(format_turn(gone.turn)).turns[0].turn == gone.turn


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=10)
TURNS = st.builds(
    Turn,
    session_id=TEXTS.map(str.strip),
    turn=st.integers(0, 10**9),
    role=st.sampled_from(["user", "assistant"]),
    content=TEXTS.map(lambda text: f"猫{text}"),
    at=st.none() | st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.just(timezone.utc)),
    user_id=TEXTS.map(str.strip).filter(bool),
    agent_id=TEXTS.map(str.strip),
    channel=TEXTS.map(str.strip),
)


@given(TURNS)
def test_what_is_written_reads_back(turn: Turn) -> None:
    parsed = parse(format_turn(turn))
    assert not parsed.problems
    assert [located.turn for located in parsed.turns] == [turn]
