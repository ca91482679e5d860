from __future__ import annotations

import threading
from datetime import datetime, timezone
from typing import cast

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.locate import settings_for
from vault.api.model_slot import ModelChoice
from vault.api.resources import Resources
from vault.api.watch import Watching
from vault.errors import VaultVanished
from vault.files.lock import write_lock
from vault.files.vault_folder import open_folder
from vault.watch.heartbeat import Heartbeat, heartbeat_path, write_heartbeat


@pytest.fixture
def resources(place: Place, model: StandInModel):
    folder = open_folder(place.root)
    made = Resources(folder, settings_for(folder.settings), ModelChoice(opened=model))
    yield made
    made.close()


def test_everything_derived_lies_in_the_cache(resources: Resources, isolated, place: Place) -> None:
    before = sorted(place.root.rglob("*"))
    resources.reconcile(NOW)
    assert isolated.cache in resources.index_folder.parents
    assert isolated.cache in resources.write_lock.parents
    assert sorted(place.root.rglob("*")) == before


def test_looking_again_is_cheap_and_embeds_nothing(resources: Resources, model: StandInModel) -> None:
    resources.keep_in_step(NOW)
    embedded = model.passages_embedded
    generation = resources.index.generation
    for _ in range(3):
        resources.wrote()
        assert resources.keep_in_step(NOW) == ()
    assert model.passages_embedded == embedded > 0
    assert resources.index.generation == generation


def test_an_answer_does_not_wait_for_another_process_that_indexes(
    resources: Resources, monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    resources.reconcile(NOW)
    place.remember("facts/new.jsonl", {"content": "新"})
    monkeypatch.setattr("vault.api.resources.BUSY_SECONDS", 0.05)
    resources.wrote()
    with write_lock(resources.index_folder / "index.lock"):
        (told,) = resources.keep_in_step(NOW)
    assert "另一个进程正在更新索引" in told
    assert resources.keep_in_step(NOW) == ()
    assert len(list(resources.index.records("lin"))) == 8


def test_a_live_watcher_is_trusted(resources: Resources, place: Place) -> None:
    resources.keep_in_step(NOW)
    now = datetime.now(timezone.utc)
    beat = Heartbeat(pid=1, started=now, beat=now, state="watching")
    write_heartbeat(heartbeat_path(resources.index_folder), beat)
    place.remember("facts/new.jsonl", {"id": "mem_new", "content": "新"})
    resources._freshness._interval = 0
    resources.keep_in_step(NOW)
    assert resources.index.record("mem_new") is None
    write_heartbeat(
        heartbeat_path(resources.index_folder), Heartbeat(pid=1, started=now, beat=now, behind=True)
    )
    resources.keep_in_step(NOW)
    assert resources.index.record("mem_new") is not None


def test_a_vault_that_vanished_is_no_empty_answer(resources: Resources, place: Place) -> None:
    resources.reconcile(NOW)
    (place.root / "facts" / "all.jsonl").unlink()
    resources.wrote()
    with pytest.raises(VaultVanished):
        resources.keep_in_step(NOW)


def test_an_index_thrown_away_is_built_again_from_the_files(
    resources: Resources, model: StandInModel
) -> None:
    resources.reconcile(NOW)
    embedded = model.passages_embedded
    resources.discard_index()
    assert resources.index.users() == ()
    report = resources.reconcile(NOW)
    assert (report.added, report.records, report.embedded) == (1, 8, 0)
    assert model.passages_embedded == embedded


def test_many_threads_open_one_index(resources: Resources) -> None:
    found = []
    threads = [
        threading.Thread(target=lambda: (resources.keep_in_step(NOW), found.append(resources.index)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1


def test_who_is_watched_leaves_vectors_to_the_watcher(
    resources: Resources, place: Place, model: StandInModel
) -> None:
    resources.keep_in_step(NOW)
    place.remember("facts/new.jsonl", {"content": "爱喝咖啡"})
    resources.wrote()
    resources.watching = cast("Watching", object())
    resources.keep_in_step(NOW)
    assert "爱喝咖啡" not in model.texts
    assert any("咖啡" in record.text for record in resources.index.records("lin"))
    resources.reconcile(NOW, under=("facts/other.jsonl",))
    assert any("咖啡" in text for text in model.texts)


def test_who_has_no_patience_is_answered_from_what_there_is(resources: Resources, place: Place) -> None:
    resources.keep_in_step(NOW)
    place.remember("facts/new.jsonl", {"content": "爱喝咖啡"})
    resources.wrote()
    resources.patience = 0.0
    with write_lock(resources.index_folder / "index.lock", 1):
        (notice,) = resources.keep_in_step(NOW)
    assert "更新索引" in notice
    assert resources.keep_in_step(NOW) == ()


@pytest.mark.parametrize(
    ("caught_up", "looked", "notices"), [(True, False, 0), (False, False, 1), (None, True, 0)]
)
def test_an_answer_leaves_the_work_to_the_watcher_while_that_works(
    resources: Resources, place: Place, caught_up: bool | None, looked: bool, notices: int
) -> None:
    class Watched:
        def caught_up(self, patience: float) -> bool | None:
            return caught_up

    resources.keep_in_step(NOW)
    resources.watching = cast("Watching", Watched())
    place.remember("facts/new.jsonl", {"content": "爱喝咖啡"})
    resources.wrote()
    assert len(resources.in_step_to_answer(NOW)) == notices
    assert any("咖啡" in record.text for record in resources.index.records("lin")) == looked


def test_what_is_embedded_ahead_costs_the_next_run_nothing(
    resources: Resources, place: Place, model: StandInModel
) -> None:
    resources.reconcile(NOW)
    place.remember("facts/new.jsonl", {"content": "爱喝咖啡"}, {"content": "怕黑"})
    resources.reconcile(NOW, words_only=True)
    assert resources.embed_ahead(NOW) == 2
    before = model.passages_embedded
    report = resources.reconcile(NOW)
    assert (report.embedded, report.reused) == (0, 2)
    assert model.passages_embedded == before
    assert resources.embed_ahead(NOW) == 0


def test_nothing_is_embedded_ahead_where_all_is_to_be_embedded_anew(
    resources: Resources, place: Place, model: StandInModel
) -> None:
    resources.reconcile(NOW, words_only=True)
    assert resources.embed_ahead(NOW) == 0
    assert model.passages_embedded == 0
