"""Nothing is shown beside what replaces it, at whatever point the replacing was interrupted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.conftest import NOW, Workbench
from vault.index.row_filter import RowFilter
from vault.index.superseding import _PAIRS, Claimant, replaced
from vault.model.identifier import permanent_id

OLD = {"id": "old", "content": "早上喝拿铁", "created_at": "2026-01-01T00:00:00Z", "key": "咖啡"}
NEW = {
    "id": "new",
    "content": "早上喝美式",
    "created_at": "2026-06-01T00:00:00Z",
    "key": "咖啡",
    "supersedes": ["old"],
}
CURRENT = RowFilter(current_at=NOW)
LATER = NOW - timedelta(days=1)


def current(bench: Workbench, user: str = "u") -> list[str]:
    index = bench.index.user(user)
    return sorted(passage.record.id for passage in index.passages(index.passage_ids(CURRENT)))


def test_an_old_line_that_was_not_moved_yet_is_not_current(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", OLD)
    bench.reconcile()
    assert current(bench) == ["old"]
    bench.memories("facts/b.jsonl", NEW)
    bench.reconcile()
    assert current(bench) == ["new"]
    record = bench.index.record("old")
    assert record is not None
    assert (record.status, record.superseded_by) == ("active", ("new",))


def test_an_old_line_without_an_id_is_known_by_the_id_that_it_gets(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {"content": "早上喝拿铁"})
    bench.reconcile()
    (provisional,) = current(bench)
    bench.memories("facts/b.jsonl", {**NEW, "supersedes": [permanent_id(provisional)]})
    bench.reconcile()
    assert current(bench) == ["new"]


def test_every_step_of_a_supersede_shows_one_of_the_two(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", OLD, NEW)
    bench.reconcile()
    assert current(bench) == ["new"]
    bench.memories("archive/a.jsonl", {**OLD, "status": "superseded", "superseded_by": ["new"]})
    bench.reconcile()
    assert current(bench) == ["new"]
    bench.memories("facts/a.jsonl", NEW, at=LATER)
    report = bench.reconcile()
    assert (current(bench), report.problems) == (["new"], ())
    record = bench.index.record("old")
    assert record is not None
    assert (record.archived, record.superseded_by) == (True, ("new",))


def test_the_old_one_is_back_when_the_new_one_is_forgotten(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", OLD)
    bench.memories("facts/b.jsonl", NEW)
    bench.reconcile()
    bench.memories("facts/b.jsonl", {**NEW, "supersedes": []}, at=LATER)
    bench.reconcile()
    assert current(bench) == ["new", "old"]
    bench.memories("facts/b.jsonl", NEW, at=NOW - timedelta(days=2))
    bench.reconcile()
    assert current(bench) == ["new"]
    bench.remove("facts/b.jsonl")
    bench.memories("archive/b.jsonl", {**NEW, "status": "forgotten"})
    bench.reconcile()
    assert current(bench) == ["old"]


@pytest.mark.parametrize("status", ["active", "inactive"])
def test_who_supersedes_need_not_be_recalled_itself(bench: Workbench, status: str) -> None:
    bench.memories("facts/a.jsonl", OLD, {**NEW, "status": status, "expires_at": "2026-07-01T00:00:00Z"})
    bench.reconcile()
    assert current(bench) == []


def test_nobody_supersedes_what_is_of_another_user(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", OLD, {**NEW, "user_id": "v"})
    bench.reconcile()
    assert (current(bench, "u"), current(bench, "v")) == (["old"], ["new"])


def test_of_two_that_supersede_each_other_the_newer_one_stays(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {**OLD, "supersedes": ["new"]}, NEW)
    bench.reconcile()
    assert current(bench) == ["new"]


def test_who_supersedes_itself_stays(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {**OLD, "supersedes": ["old", "nobody"]})
    bench.reconcile()
    assert current(bench) == ["old"]


def test_an_edit_elsewhere_in_the_file_leaves_it_so(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", OLD)
    bench.memories("facts/b.jsonl", NEW)
    bench.reconcile()
    bench.memories("facts/a.jsonl", {**OLD, "importance": 0.9}, at=LATER)
    bench.reconcile()
    assert current(bench) == ["new"]


def claimant(number: int) -> Claimant:
    return Claimant(number, f"m{number}", (number, "facts/a.jsonl", number))


def decided(*pairs: tuple[int, int]) -> dict[int, tuple[str, ...]]:
    return dict(replaced([(claimant(new), claimant(old)) for new, old in pairs]))


def test_a_chain_leaves_its_end() -> None:
    assert decided((3, 2), (2, 1)) == {2: ("m3",), 1: ("m2",)}
    assert decided((1, 2), (2, 3)) == {2: ("m1",), 3: ("m2",)}  # whatever the clocks say


def test_of_a_circle_the_newest_stays() -> None:
    assert decided((1, 2), (2, 3), (3, 1)).keys() == {1, 2}
    assert decided((3, 2), (2, 1), (1, 3)).keys() == {1, 2}


def test_who_stands_above_a_circle_takes_it_all() -> None:
    assert decided((1, 2), (2, 3), (3, 2)).keys() == {2, 3}


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair[0] != pair[1])))
def test_nobody_vanishes_without_somebody_who_stays(pairs: list[tuple[int, int]]) -> None:
    gone = decided(*pairs)
    reached: dict[int, set[int]] = {number: {number} for number in range(7)}
    for _ in range(7):
        for new, old in pairs:
            reached[new] |= reached[old]
    for number in range(7):
        above = {other for other in range(7) if number in reached[other]} - {number}
        stays = [other for other in above if other not in gone]
        assert (number in gone) is bool(stays)


def test_records_are_looked_up_by_id_and_not_walked_through(bench: Workbench) -> None:
    """Planned badly, this query takes the square of the number of records."""
    plan = bench.index._database.connection().execute(f"EXPLAIN QUERY PLAN {_PAIRS}").fetchall()
    steps = [step for *_, step in plan]
    assert steps[0] == "SCAN x USING INDEX records_that_supersede"
    assert "SEARCH y USING INDEX records_by_id (id=?)" in steps
