from __future__ import annotations

from datetime import datetime, timezone

from hypothesis import given
from hypothesis import strategies as st

from vault.format.duplicate_ids import Place, find_duplicates


def day(number: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=timezone.utc)


def losers(*places: Place) -> set[tuple[str, int]]:
    return set(find_duplicates(places).losers)


def test_different_ids_do_not_compete() -> None:
    assert not find_duplicates([Place("mem_1", "a", 1), Place("mem_2", "a", 2)]).losers


def test_the_one_changed_last_counts() -> None:
    old, new = Place("mem_1", "facts/a.jsonl", 4, day(1)), Place("mem_1", "facts/b.jsonl", 2, day(2))
    found = find_duplicates([old, new])
    assert found.losers == {("facts/a.jsonl", 4)}
    (problem,) = found.problems
    assert str(problem).startswith("facts/a.jsonl:4:0 duplicate-id `mem_1` is also the id of facts/b.jsonl:2")
    assert problem.severity == "error"


def test_a_dated_one_wins_over_an_undated_one() -> None:
    assert losers(Place("mem_1", "a", 1), Place("mem_1", "b", 1, day(1))) == {("a", 1)}


def test_a_tombstone_wins_over_a_later_copy() -> None:
    forgotten = Place("mem_1", "archive/a.jsonl", 1, day(1), ended=True)
    stale = Place("mem_1", "facts/a sync-conflict.jsonl", 1, day(9))
    assert losers(stale, forgotten) == {("facts/a sync-conflict.jsonl", 1)}


def test_else_the_first_path_and_line_count() -> None:
    assert losers(Place("m", "b", 1), Place("m", "a", 9), Place("m", "a", 2)) == {("b", 1), ("a", 9)}


def test_twins_in_one_file_were_reported_when_it_was_parsed() -> None:
    found = find_duplicates([Place("mem_1", "a", 1), Place("mem_1", "a", 2)])
    assert found.losers == {("a", 2)}
    assert not found.problems


def test_the_same_handwritten_line_in_two_files() -> None:
    found = find_duplicates([Place("prov_1", "a", 1), Place("prov_1", "b", 1)])
    assert [(each.path, each.code, each.severity) for each in found.problems] == [
        ("b", "duplicate-line", "warning")
    ]


PLACES = st.builds(
    Place,
    id=st.sampled_from(["m1", "m2"]),
    path=st.sampled_from(["a", "b"]),
    line=st.integers(1, 9),
    updated_at=st.none() | st.integers(1, 5).map(day),
    ended=st.booleans(),
)


@given(st.lists(PLACES, unique_by=lambda place: (place.path, place.line)), st.randoms())
def test_one_of_each_id_is_left_whatever_the_order(places: list[Place], random: object) -> None:
    found = find_duplicates(places)
    left = [place.id for place in places if (place.path, place.line) not in found.losers]
    assert sorted(left) == sorted({place.id for place in places})
    shuffled = places[:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert find_duplicates(shuffled) == found
