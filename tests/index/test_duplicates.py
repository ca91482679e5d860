"""Of several records with one id one is served, wherever the others are."""

from __future__ import annotations

from datetime import timedelta

from tests.index.conftest import NOW, Workbench
from vault.index.duplicates import _ERASED
from vault.index.row_filter import RowFilter
from vault.model.identifier import permanent_id, provisional_id
from vault.model.tombstone import ERASED

OLD = {
    "id": "home",
    "content": "住在河边",
    "updated_at": "2026-01-01T00:00:00Z",
    "key": "住址",
    "tags": ["家"],
}
NEW = {
    "id": "home",
    "content": "住在阳光小区",
    "updated_at": "2026-06-01T00:00:00Z",
    "key": "住址",
    "tags": ["家"],
}


def test_the_one_changed_last_is_served(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", NEW)
    bench.memories("facts/b.jsonl", OLD)
    report = bench.reconcile()
    assert (report.records, report.passages, report.embedded) == (1, 1, 1)
    assert bench.texts() == ["住在阳光小区"]
    assert bench.by_words("河边") == []
    assert [(p.path, p.code) for p in report.problems] == [("facts/b.jsonl", "duplicate-id")]
    assert [slot.passage_id for slot in bench.index.user("u").slots()] == bench.index.user(
        "u"
    ).passage_ids().tolist()


def test_the_other_one_takes_its_place_when_it_goes(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", NEW)
    bench.memories("facts/b.jsonl", OLD)
    bench.reconcile()
    bench.remove("facts/a.jsonl")
    report = bench.reconcile()
    assert report.problems == ()
    assert bench.texts() == ["住在河边"]
    assert bench.by_words("河边") == ["住在河边"]
    assert bench.by_words("阳光小区") == []
    assert bench.by_vector("住在河边") == ["住在河边"]
    assert bench.index.status(bench.vault).clean


def test_a_newer_one_takes_over(bench: Workbench) -> None:
    bench.memories("facts/b.jsonl", OLD)
    bench.reconcile()
    before = bench.index.user("u")
    bench.memories("facts/a.jsonl", NEW, at=NOW - timedelta(days=1))
    bench.reconcile()
    assert bench.texts() == ["住在阳光小区"]
    assert before.columns.ids.tolist() != bench.index.user("u").columns.ids.tolist()


def test_what_has_ended_is_not_brought_back_by_an_old_copy(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", NEW)
    bench.memories("archive/a.jsonl", {**OLD, "status": "forgotten"})
    report = bench.reconcile()
    assert [problem.path for problem in report.problems] == ["facts/a.jsonl"]
    (record,) = bench.index.records()
    assert (record.path, record.status) == ("archive/a.jsonl", "forgotten")


def test_an_edit_of_the_one_that_does_not_count_is_kept_for_later(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", NEW)
    bench.memories("facts/b.jsonl", OLD)
    bench.reconcile()
    bench.memories("facts/b.jsonl", {**OLD, "content": "住在山上"}, at=NOW - timedelta(days=1))
    bench.reconcile()
    assert bench.texts() == ["住在阳光小区"]
    assert bench.by_words("山上") == []
    bench.remove("facts/a.jsonl")
    bench.reconcile()
    assert bench.texts() == ["住在山上"]


def test_the_same_id_for_two_users_counts_once_too(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", NEW, {**OLD, "user_id": "v"})
    bench.reconcile()
    assert bench.texts("u") == ["住在阳光小区"]
    assert bench.texts("v") == []


def test_a_line_without_id_that_stands_twice_is_served_once(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", '{"content": "养了一只猫"}')
    bench.memories("facts/b.jsonl", '{"content": "养了一只猫"}')
    report = bench.reconcile()
    assert bench.texts() == ["养了一只猫"]
    assert [problem.code for problem in report.problems] == ["duplicate-line"]


def test_moving_a_record_to_another_file_one_after_the_other(bench: Workbench) -> None:
    """As the program does it: the new line first, then the old one goes."""
    bench.memories("facts/a.jsonl", NEW)
    bench.reconcile()
    bench.memories("archive/a.jsonl", {**NEW, "status": "superseded", "superseded_by": ["other"]})
    bench.reconcile()
    assert bench.index.user("u").columns.archived.tolist() == [True]
    bench.write("facts/a.jsonl", "", at=NOW - timedelta(days=1))
    report = bench.reconcile()
    assert report.problems == ()
    assert bench.index.user("u").columns.archived.tolist() == [True]
    assert bench.model.passages_embedded == 1


def test_what_stands_in_the_archive_as_well_is_history_whatever_it_says(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", NEW)
    bench.memories("archive/a.jsonl", {**OLD, "status": "active"})
    bench.reconcile()
    (record,) = bench.index.records()
    assert (record.path, record.archived) == ("archive/a.jsonl", True)
    assert bench.index.user("u").passage_ids(RowFilter(current_at=NOW)).tolist() == []


def test_a_copy_of_what_was_erased_does_not_come_back(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {"content": "欠了老王三千块"}, {"content": "别的"})
    bench.reconcile()
    erased = permanent_id(provisional_id("u", "default", "欠了老王三千块"))
    bench.memories("archive/a.jsonl", {"id": erased, "content": ERASED["zh"], "status": "forgotten"})
    report = bench.reconcile()
    assert report.problems == ()
    assert bench.texts() == ["[已擦除]", "别的"]
    assert bench.by_words("老王") == []
    bench.remove("archive/a.jsonl")
    bench.reconcile()
    assert bench.texts() == ["别的", "欠了老王三千块"]


def test_a_line_that_was_forgotten_may_be_written_anew(bench: Workbench) -> None:
    again = permanent_id(provisional_id("u", "default", "养了一只猫"))
    bench.memories("archive/a.jsonl", {"id": again, "content": "养了一只猫", "status": "forgotten"})
    bench.memories("facts/a.jsonl", {"content": "养了一只猫"})
    bench.reconcile()
    assert len(bench.index.user("u").passage_ids(RowFilter(current_at=NOW))) == 1


def test_erased_records_are_found_through_their_index(bench: Workbench) -> None:
    plan = bench.index._database.connection().execute(f"EXPLAIN QUERY PLAN {_ERASED}").fetchall()
    assert next(step for *_, step in plan).startswith("SCAN m USING INDEX records_erased")
