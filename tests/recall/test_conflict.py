"""Of memories that contradict each other only the preferred one is told, wherever it was found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timezone

from hypothesis import given
from hypothesis import strategies as st

from vault.index.record import StoredRecord
from vault.model.memory import Relation
from vault.recall.conflict import settled
from vault.recall.explain import Why
from vault.recall.preference import contradict
from vault.recall.result import Hit


def hit(identifier: str, year: int = 2026, *against: str, score: float = 1.0) -> Hit:
    when = datetime(year, 1, 1, tzinfo=timezone.utc)
    marks = tuple(Relation("conflicts_with", each) for each in against)
    record = StoredRecord(
        identifier, "u", "fact", identifier, f"facts/{identifier}.jsonl", 1, created_at=when, relations=marks
    )
    return Hit(identifier, "fact", identifier, score, score, when, None, record.path, 1, Why(), record)


def nobody(ids: Sequence[str]) -> list[Hit]:
    return []


def ids(hits: Sequence[Hit]) -> list[str]:
    return [each.id for each in hits]


OLD, NEW, OTHER = hit("old", 2024, "new", score=0.9), hit("new", 2025, "old", score=0.5), hit("x", score=0.7)


def test_without_marks_nothing_is_asked_or_changed() -> None:
    def refused(ids: Sequence[str]) -> list[Hit]:
        raise AssertionError(ids)

    assert settled([OTHER, hit("y")], refused) == [OTHER, hit("y")]


def test_the_newer_one_takes_the_better_place_and_says_so() -> None:
    for order in ([OLD, OTHER, NEW], [NEW, OTHER, OLD]):
        first, second = settled(order, nobody)
        assert (first.id, second) == ("new", OTHER)
        assert (first.score, first.relevance) == (order[0].score, order[0].relevance)
        assert first.why.notes == ("newer than facts/old.jsonl:1, which contradicts it",)


def test_a_preferred_one_that_the_question_did_not_find_is_fetched() -> None:
    found = settled([OLD, OTHER], lambda wanted: [NEW] if wanted == ["new"] else [])
    assert ids(found) == ["new", "x"]
    assert found[0].score == OLD.score


def test_an_opponent_that_is_over_changes_nothing() -> None:
    assert settled([OLD, OTHER], nobody) == [OLD, OTHER]


def test_an_older_opponent_is_mentioned_and_not_shown() -> None:
    (found,) = settled([NEW], lambda wanted: [OLD])
    assert found.id == "new"
    assert found.why.notes == ("newer than facts/old.jsonl:1, which contradicts it",)


def test_the_newest_of_a_chain_stays() -> None:
    chain = [hit("a", 2023, "b"), hit("b", 2024, "a", "c"), hit("c", 2025, "b")]
    assert ids(settled(chain, nobody)) == ["c"]
    fetched = {each.id: [each] for each in chain}
    assert ids(settled(chain[:1], lambda wanted: fetched[wanted[0]])) == ["c"]


def test_of_equally_old_ones_the_better_hit_stays() -> None:
    pair = [hit("a", 2024, "b"), hit("b", 2024, "a")]
    assert ids(settled(pair, nobody)) == ["a"]
    assert ids(settled(pair[::-1], nobody)) == ["b"]


MARKS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8)


@given(MARKS, st.lists(st.integers(2020, 2023), min_size=6, max_size=6))
def test_something_is_left_and_nothing_that_is_left_contradicts(
    marks: list[tuple[int, int]], years: list[int]
) -> None:
    hits = [
        hit(str(number), years[number], *(str(two) for one, two in marks if one == number))
        for number in range(6)
    ]
    left = settled(hits, nobody)
    assert left
    assert len(set(ids(left))) == len(left)
    assert not any(contradict(one.record, two.record) for one in left for two in left)
