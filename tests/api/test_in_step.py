from __future__ import annotations

from datetime import datetime, timezone
from typing import cast

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.resources import Resources
from vault.api.watch import Watching
from vault.errors import VaultVanished
from vault.files.lock import write_lock
from vault.watch.heartbeat import Heartbeat, heartbeat_path, write_heartbeat


def test_looking_again_is_cheap_and_embeds_nothing(resources: Resources, model: StandInModel) -> None:
    resources.in_step.keep(NOW)
    embedded = model.passages_embedded
    generation = resources.index.generation
    for _ in range(3):
        resources.in_step.wrote()
        assert resources.in_step.keep(NOW) == ()
    assert model.passages_embedded == embedded > 0
    assert resources.index.generation == generation


def test_an_answer_does_not_wait_for_another_process_that_indexes(
    resources: Resources, monkeypatch: pytest.MonkeyPatch, place: Place
) -> None:
    resources.in_step.reconcile(NOW)
    place.remember("facts/new.jsonl", {"content": "新"})
    monkeypatch.setattr("vault.api.in_step.BUSY_SECONDS", 0.05)
    resources.in_step.wrote()
    with write_lock(resources.index_folder / "index.lock"):
        (told,) = resources.in_step.keep(NOW)
    assert "另一个进程正在更新索引" in told
    assert resources.in_step.keep(NOW) == ()
    assert len(list(resources.index.records("lin"))) == 8


def test_a_live_watcher_is_trusted(resources: Resources, place: Place) -> None:
    resources.in_step.keep(NOW)
    now = datetime.now(timezone.utc)
    beat = Heartbeat(pid=1, started=now, beat=now, state="watching")
    write_heartbeat(heartbeat_path(resources.index_folder), beat)
    place.remember("facts/new.jsonl", {"id": "mem_new", "content": "新"})
    resources.in_step._freshness._interval = 0
    resources.in_step.keep(NOW)
    assert resources.index.record("mem_new") is None
    write_heartbeat(
        heartbeat_path(resources.index_folder), Heartbeat(pid=1, started=now, beat=now, behind=True)
    )
    resources.in_step.keep(NOW)
    assert resources.index.record("mem_new") is not None


def test_a_vault_that_vanished_is_no_empty_answer(resources: Resources, place: Place) -> None:
    resources.in_step.reconcile(NOW)
    (place.root / "facts" / "all.jsonl").unlink()
    resources.in_step.wrote()
    with pytest.raises(VaultVanished):
        resources.in_step.keep(NOW)


def test_who_is_watched_leaves_vectors_to_the_watcher(
    resources: Resources, place: Place, model: StandInModel
) -> None:
    resources.in_step.keep(NOW)
    place.remember("facts/new.jsonl", {"content": "爱喝咖啡"})
    resources.in_step.wrote()
    resources.watching = cast("Watching", object())
    resources.in_step.keep(NOW)
    assert "爱喝咖啡" not in model.texts
    assert any("咖啡" in record.text for record in resources.index.records("lin"))
    resources.in_step.reconcile(NOW, under=("facts/other.jsonl",))
    assert any("咖啡" in text for text in model.texts)


def test_who_has_no_patience_is_answered_from_what_there_is(resources: Resources, place: Place) -> None:
    resources.in_step.keep(NOW)
    place.remember("facts/new.jsonl", {"content": "爱喝咖啡"})
    resources.in_step.wrote()
    resources.in_step.patience = 0.0
    with write_lock(resources.index_folder / "index.lock", 1):
        (notice,) = resources.in_step.keep(NOW)
    assert "更新索引" in notice
    assert resources.in_step.keep(NOW) == ()


@pytest.mark.parametrize(
    ("caught_up", "looked", "notices"), [(True, False, 0), (False, False, 1), (None, True, 0)]
)
def test_an_answer_leaves_the_work_to_the_watcher_while_that_works(
    resources: Resources, place: Place, caught_up: bool | None, looked: bool, notices: int
) -> None:
    class Watched:
        def caught_up(self, patience: float) -> bool | None:
            return caught_up

    resources.in_step.keep(NOW)
    resources.watching = cast("Watching", Watched())
    place.remember("facts/new.jsonl", {"content": "爱喝咖啡"})
    resources.in_step.wrote()
    assert len(resources.in_step.keep_to_answer(NOW)) == notices
    assert any("咖啡" in record.text for record in resources.index.records("lin")) == looked
