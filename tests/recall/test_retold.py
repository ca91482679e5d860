"""What a conversation tells is left to the memories that it gave."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pytest

from vault.index.record import StoredRecord
from vault.model.memory import RecordType
from vault.recall.explain import Why
from vault.recall.result import Hit
from vault.recall.retold import without_retold


def record(identifier: str, of_type: RecordType, *messages: str, **fields: Any) -> StoredRecord:
    made = StoredRecord(identifier, "u", of_type, identifier, "x.jsonl", 1)
    return replace(made, session_id="s", message_ids=messages, **fields)


def hit(record: StoredRecord) -> Hit:
    return Hit(record.id, record.type, record.text, 1.0, 1.0, None, None, record.path, 1, Why(), record)


PIECE = record("piece", "message", "1", "2", "3")
SUMMARY = record("summary", "summary", "1", "2", "3", "4")
FACT = record("fact", "fact", "1")
OVER = (
    record("over", "fact", "3", status="superseded", archived=True),
    record("over", "fact", "3", superseded_by=("other",)),
    record("over", "fact", "3", status="forgotten", archived=True),
    record("over", "fact", "3", archived=True),
)


def told(hits: Sequence[StoredRecord], given: Sequence[StoredRecord] = (), **options: Any) -> list[str]:
    options = {"limit": 5, "past": False, **options}
    found = without_retold([hit(each) for each in hits], lambda _, __: [*hits, *given], **options)
    return [each.id for each in found]


@pytest.mark.parametrize("over", OVER)
def test_what_is_over_is_not_told_by_the_conversation(over: StoredRecord) -> None:
    assert told([PIECE, SUMMARY, FACT], [over]) == ["fact"]


def test_other_messages_of_the_session_are_untouched() -> None:
    elsewhere = replace(OVER[0], message_ids=("9",))
    assert told([PIECE, SUMMARY], [elsewhere]) == ["piece", "summary"]


def test_who_asks_how_it_was_is_told_but_never_what_was_forgotten() -> None:
    assert told([PIECE], [OVER[0]], past=True) == ["piece"]
    assert told([PIECE], [OVER[2]], past=True) == []


def test_a_summary_adds_nothing_to_a_memory_that_is_shown() -> None:
    assert told([SUMMARY, PIECE, FACT]) == ["piece", "fact"]
    assert told([SUMMARY, PIECE], [FACT]) == ["summary", "piece"]


def test_a_summary_stays_beside_a_memory_that_is_not_shown() -> None:
    others = [replace(record(f"other{n}", "fact"), session_id="") for n in range(5)]
    assert told([SUMMARY, *others, FACT])[0] == "summary"


def test_what_comes_from_no_session_is_not_asked_about() -> None:
    def refused(session: str, messages: Collection[str]) -> Sequence[StoredRecord]:
        raise AssertionError(session)

    alone = replace(SUMMARY, session_id="")
    found = without_retold([hit(alone), hit(FACT)], refused, limit=5, past=False)
    assert [each.id for each in found] == ["summary", "fact"]


def test_a_session_is_asked_about_once() -> None:
    """About the messages in question only: a session may have given thousands of memories."""
    asked: list[tuple[str, list[str]]] = []

    def memories_of(session: str, messages: Collection[str]) -> Sequence[StoredRecord]:
        asked.append((session, sorted(messages)))
        return ()

    assert len(list(without_retold([hit(PIECE), hit(SUMMARY)], memories_of, limit=5, past=False))) == 2
    assert asked == [("s", ["1", "2", "3", "4"])]


def test_a_summary_of_a_day_adds_nothing_to_what_it_repeats() -> None:
    day = StoredRecord(
        "day", "u", "summary", "两次对话。用户事实：用户养了一只猫；用户住在海边。", "x.jsonl", 1
    )
    cat = StoredRecord("cat", "u", "fact", "用户养了一只猫。", "x.jsonl", 2)
    dog = StoredRecord("dog", "u", "fact", "用户养了一条狗。", "x.jsonl", 3)
    assert told([day, cat]) == ["cat"]
    assert told([day, dog]) == ["day", "dog"]
    assert told([dog, day, cat], limit=1) == ["dog", "day", "cat"]
