from __future__ import annotations

import threading

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.resources import Resources


def test_everything_derived_lies_in_the_cache(resources: Resources, isolated, place: Place) -> None:
    before = sorted(place.root.rglob("*"))
    resources.in_step.reconcile(NOW)
    assert isolated.cache in resources.index_folder.parents
    assert isolated.cache in resources.write_lock.parents
    assert sorted(place.root.rglob("*")) == before


def test_an_index_thrown_away_is_built_again_from_the_files(
    resources: Resources, model: StandInModel
) -> None:
    resources.in_step.reconcile(NOW)
    embedded = model.passages_embedded
    resources.discard_index()
    assert resources.index.users() == ()
    report = resources.in_step.reconcile(NOW)
    assert (report.added, report.records, report.embedded) == (1, 8, 0)
    assert model.passages_embedded == embedded


def test_many_threads_open_one_index(resources: Resources) -> None:
    found = []
    threads = [
        threading.Thread(target=lambda: (resources.in_step.keep(NOW), found.append(resources.index)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1


def test_what_is_embedded_ahead_costs_the_next_run_nothing(
    resources: Resources, place: Place, model: StandInModel
) -> None:
    resources.in_step.reconcile(NOW)
    place.remember("facts/new.jsonl", {"content": "爱喝咖啡"}, {"content": "怕黑"})
    resources.in_step.reconcile(NOW, words_only=True)
    assert resources.embed_ahead(NOW) == 2
    before = model.passages_embedded
    report = resources.in_step.reconcile(NOW)
    assert (report.embedded, report.reused) == (0, 2)
    assert model.passages_embedded == before
    assert resources.embed_ahead(NOW) == 0


def test_nothing_is_embedded_ahead_where_all_is_to_be_embedded_anew(
    resources: Resources, place: Place, model: StandInModel
) -> None:
    resources.in_step.reconcile(NOW, words_only=True)
    assert resources.embed_ahead(NOW) == 0
    assert model.passages_embedded == 0
