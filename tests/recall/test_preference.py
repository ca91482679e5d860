"""The newer one counts, and what somebody said counts for more than what was read somewhere."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from vault.index.record import StoredRecord
from vault.model.memory import Relation, SourceKind
from vault.recall.preference import contradict, opponents, preferred, reason


def record(
    identifier: str, created: int, *, updated: int = 0, against: str = "", **fields: object
) -> StoredRecord:
    marks = (Relation("conflicts_with", against),) if against else ()
    return StoredRecord(
        identifier, "u", "fact", identifier, f"facts/{identifier}.jsonl", 3,
        created_at=datetime(created, 1, 1, tzinfo=timezone.utc),
        updated_at=datetime(updated, 1, 1, tzinfo=timezone.utc) if updated else None,
        relations=marks, **fields,  # type: ignore[arg-type]
    )  # fmt: skip


def test_the_newer_one_is_preferred() -> None:
    old, new = record("a", 2024), record("b", 2026)
    assert preferred(old, new) is preferred(new, old) is new
    assert reason(new, old) == "newer than facts/a.jsonl:3"
    revised = record("c", 2023, updated=2027)
    assert preferred(revised, new) is preferred(new, revised) is revised


def test_of_equals_the_first_one_stays() -> None:
    one, other = record("a", 2026), record("b", 2026)
    assert (preferred(one, other), preferred(other, one)) == (one, other)


def test_of_a_contradiction_counts_when_it_was_said_not_when_it_was_marked() -> None:
    old, new = record("a", 2024, updated=2026, against="b"), record("b", 2025, against="a")
    assert preferred(old, new) is preferred(new, old) is new
    assert reason(new, old) == "newer than facts/a.jsonl:3, which contradicts it"
    since = record("c", 2023, against="b", valid_from=datetime(2026, 1, 1, tzinfo=timezone.utc))
    assert preferred(since, new) is since


@pytest.mark.parametrize("kind", ["tool", "import"])
def test_what_was_read_somewhere_does_not_win_over_what_was_said(kind: SourceKind) -> None:
    said, read = record("a", 2024, against="b"), record("b", 2026, source_kind=kind)
    assert preferred(said, read) is preferred(read, said) is said
    assert reason(said, read) == "more trusted than facts/b.jsonl:3, which contradicts it"


@pytest.mark.parametrize("kind", ["owner", "agent", "summary", None])
def test_the_person_the_assistant_and_a_summary_are_equals(kind: SourceKind | None) -> None:
    old, new = record("a", 2024, source_kind="owner"), record("b", 2026, source_kind=kind)
    assert preferred(old, new) is new


def test_a_mark_on_one_side_is_enough() -> None:
    marked, other = record("a", 2024, against="b"), record("b", 2025)
    assert contradict(marked, other)
    assert contradict(other, marked)
    assert not contradict(other, record("c", 2025))


def test_other_relations_and_oneself_are_no_opponents() -> None:
    linked = StoredRecord("a", "u", "fact", "a", "f", 1, relations=(Relation("part_of", "b"),))
    assert opponents(linked) == opponents(record("a", 2024, against="a")) == frozenset()
