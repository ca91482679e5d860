"""The status is looked at, never assumed."""

from __future__ import annotations

import shutil
from datetime import timedelta

import pytest

from tests.index.conftest import NOW, Workbench
from vault.errors import VaultVanished

CAT = {"id": "cat", "content": "养了一只猫"}


def test_an_index_in_step_is_clean(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, "{oops")
    bench.reconcile()
    status = bench.index.status(bench.vault)
    assert (status.on_disk, status.indexed, status.quarantined, status.behind) == (1, 1, 0, 0)
    assert (status.records, status.passages, status.without_vector, status.problems) == (1, 1, 0, 1)
    assert status.clean


@pytest.mark.parametrize("change", ["new", "edit", "delete", "move"])
def test_every_change_on_disk_shows_before_it_is_indexed(bench: Workbench, change: str) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/b.jsonl", {"id": "b", "content": "另一条"})
    bench.reconcile()
    if change == "new":
        bench.memories("facts/c.jsonl", {"id": "c", "content": "新的一条"})
    elif change == "edit":
        bench.memories("facts/a.jsonl", {**CAT, "content": "养了两只猫"}, at=NOW - timedelta(days=1))
    elif change == "delete":
        bench.remove("facts/b.jsonl")
    else:
        bench.move("facts/b.jsonl", "facts/c.jsonl")
    status = bench.index.status(bench.vault)
    assert not status.clean
    assert status.behind == (2 if change == "move" else 1)
    assert status.indexed == status.on_disk - (0 if change == "delete" else 1)
    bench.reconcile()
    assert bench.index.status(bench.vault).clean


def test_a_touched_file_is_still_indexed(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.date("facts/a.jsonl", NOW - timedelta(hours=1))
    assert bench.index.status(bench.vault).clean


def test_a_file_that_is_not_understood_stays_so_when_it_is_touched(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/bad.jsonl", "{oops")
    for age in (timedelta(0), timedelta(hours=1)):
        bench.date("facts/bad.jsonl", NOW - age)
        bench.reconcile()
        bench.date("facts/bad.jsonl", NOW - age - timedelta(minutes=1))
        status = bench.index.status(bench.vault)
        assert (status.indexed, status.quarantined, status.behind) == (1, 1, 0)


def test_before_the_first_run_everything_is_behind(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    status = bench.index.status(bench.vault)
    assert (status.on_disk, status.indexed, status.behind) == (1, 0, 1)


def test_another_model_than_the_stored_one_is_behind(bench: Workbench) -> None:
    from tests.stand_in_model import StandInModel
    from vault.index.index import Index

    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    index = Index.open(bench.folder, model_facts=StandInModel("other").facts)
    assert index.status(bench.vault).behind == 1
    index.close()


def test_a_vanished_vault_is_an_error_not_clean(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    vault = bench.vault
    shutil.rmtree(bench.root)
    with pytest.raises(VaultVanished):
        bench.index.status(vault)


@pytest.mark.parametrize(
    ("change", "in_step"),
    [("nothing", True), ("touched", True), ("edited", False), ("deleted", False), ("another", True)],
)
def test_single_files_are_in_step_by_what_they_say(bench: Workbench, change: str, *, in_step: bool) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    if change == "touched":
        bench.date("facts/a.jsonl", NOW)
    elif change == "edited":
        bench.memories("facts/a.jsonl", {**CAT, "content": "养了一只狗"}, at=NOW)
    elif change == "deleted":
        bench.remove("facts/a.jsonl")
    elif change == "another":
        bench.memories("facts/b.jsonl", {"id": "b", "content": "另一条"})
    assert bench.index.is_in_step(bench.vault, ["facts/a.jsonl", "facts/never.jsonl"]) is in_step


def test_a_folder_with_files_is_looked_at_again(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    assert not bench.index.is_in_step(bench.vault, ["facts"])
