"""Snapshots of large users are made, extended, made anew and followed; small users have none."""

from __future__ import annotations

import threading

import pytest

from tests.index.conftest import Workbench
from vault.index import accelerate as accelerate_module
from vault.index import user_state
from vault.index.hnsw import HnswVectors, hnswlib
from vault.index.index import Index
from vault.index.snapshot_files import Sidecar, read_sidecar
from vault.index.user_index import UserIndex
from vault.index.vectors import ExactVectors

needs_hnswlib = pytest.mark.skipif(hnswlib() is None, reason="hnswlib is not installed")


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (accelerate_module, user_state):
        monkeypatch.setattr(module, "EXACT_UP_TO", 30)
    monkeypatch.setattr(accelerate_module, "MOST_RECENT", 10)


def fill(bench: Workbench, *numbers: int) -> None:
    for number in numbers:
        bench.memories(
            f"facts/{number}.jsonl",
            *({"id": f"m{number}_{line}", "content": f"第{number}批的第{line}件事"} for line in range(20)),
        )


def sidecar(bench: Workbench) -> Sidecar:
    found = read_sidecar(bench.folder, 1)
    assert found is not None
    return found


def kind(user: UserIndex) -> type:
    return type(user._vectors)


@needs_hnswlib
def test_a_large_user_gets_a_snapshot_and_a_small_one_does_not(bench: Workbench) -> None:
    fill(bench, 1)
    bench.reconcile()
    assert read_sidecar(bench.folder, 1) is None
    assert kind(bench.index.user("u")) is ExactVectors
    fill(bench, 2)
    report = bench.reconcile()
    assert sidecar(bench).count == 40
    assert kind(bench.index.user("u")) is HnswVectors
    assert report.generation == bench.index.generation


@needs_hnswlib
def test_what_comes_later_is_found_and_joins_when_it_is_much(bench: Workbench) -> None:
    fill(bench, 1, 2)
    bench.reconcile()
    made = sidecar(bench)
    bench.memories("facts/new.jsonl", {"content": "全新的一条记忆"})
    bench.reconcile()
    assert sidecar(bench) == made
    assert bench.by_vector("全新的一条记忆")[0] == "全新的一条记忆"
    fill(bench, 3)
    bench.reconcile()
    assert sidecar(bench).count == 61
    assert bench.by_vector("全新的一条记忆")[0] == "全新的一条记忆"
    assert bench.by_vector("第3批的第7件事")[0] == "第3批的第7件事"


@needs_hnswlib
def test_what_is_removed_is_not_found_and_leaves_when_it_is_much(bench: Workbench) -> None:
    fill(bench, 1, 2, 3, 4)
    bench.reconcile()
    bench.memories("facts/1.jsonl", {"id": "m1_0", "content": "第1批的第0件事"})
    bench.reconcile()
    assert sidecar(bench).count == 61, "a quarter was gone: made anew"
    assert "第1批的第7件事" not in bench.by_vector("第1批的第7件事")
    bench.remove("facts/2.jsonl")
    bench.remove("facts/3.jsonl")
    bench.reconcile()
    assert read_sidecar(bench.folder, 1) is None, "the user has become small"
    assert not list(bench.folder.glob("vectors-*"))


@needs_hnswlib
def test_a_damaged_snapshot_is_made_anew_and_the_answer_is_right_meanwhile(bench: Workbench) -> None:
    fill(bench, 1, 2)
    bench.reconcile()
    (bench.folder / sidecar(bench).files["graph"]).write_bytes(b"\xff" * 1000)
    bench.reopen()
    assert bench.by_vector("第2批的第7件事")[0] == "第2批的第7件事"
    assert kind(bench.index.user("u")) is ExactVectors
    bench.reconcile()
    assert kind(bench.index.user("u")) is HnswVectors
    assert bench.by_vector("第2批的第7件事")[0] == "第2批的第7件事"


@needs_hnswlib
def test_the_snapshot_of_a_database_that_was_deleted_is_not_taken_for_a_new_one(bench: Workbench) -> None:
    fill(bench, 1, 2)
    bench.reconcile()
    bench.index.close()
    for path in bench.folder.glob("index.sqlite*"):
        path.unlink()
    bench.remove("facts/1.jsonl")
    fill(bench, 3)
    bench.index = Index.open(bench.folder, model_facts=bench.model.facts)
    bench.reconcile()
    assert bench.by_vector("第3批的第7件事")[0] == "第3批的第7件事"
    assert "第1批的第7件事" not in bench.by_vector("第1批的第7件事")


@needs_hnswlib
def test_another_process_takes_over_the_new_snapshot(bench: Workbench) -> None:
    fill(bench, 1, 2)
    bench.reconcile()
    other = Index.open(bench.folder, model_facts=bench.model.facts)
    assert kind(other.user("u")) is HnswVectors
    fill(bench, 3)
    bench.reconcile()
    newest = other.user("u")
    assert newest.size == 60
    found, _ = newest.vector_candidates(bench.model.embed_query("第3批的第7件事"), None, 1)
    assert newest.passages(found)[0].text == "第3批的第7件事"
    other.close()


def test_without_hnswlib_search_is_exact_and_says_so(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vault.index import index as index_module
    from vault.index import snapshot_files

    for module in (accelerate_module, snapshot_files, index_module, user_state):
        monkeypatch.setattr(module, "hnswlib", lambda: None)
    fill(bench, 1, 2)
    report = bench.reconcile()
    assert any("hnswlib" in notice for notice in report.notices)
    assert kind(bench.index.user("u")) is ExactVectors
    assert bench.by_vector("第2批的第7件事")[0] == "第2批的第7件事"


@needs_hnswlib
def test_a_snapshot_that_cannot_be_written_stops_nothing(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(accelerate_module, "save_snapshot", full)
    fill(bench, 1, 2)
    report = bench.reconcile()
    assert any("No space left" in notice for notice in report.notices)
    assert bench.by_vector("第2批的第7件事")[0] == "第2批的第7件事"


@needs_hnswlib
def test_threads_search_while_the_index_changes(bench: Workbench) -> None:
    fill(bench, 1, 2)
    bench.reconcile()
    faults: list[BaseException] = []
    done = threading.Event()

    def search() -> None:
        try:
            while not done.is_set():
                assert bench.by_vector("第2批的第7件事")[0] == "第2批的第7件事"
                assert bench.by_words("第2批的第7件事")
        except BaseException as fault:  # noqa: BLE001
            faults.append(fault)

    threads = [threading.Thread(target=search) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(3, 8):
        fill(bench, number)
        bench.reconcile()
    done.set()
    for thread in threads:
        thread.join()
    assert faults == []
