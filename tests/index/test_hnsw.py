"""What the graph adds to the contract of vector indexes: it is asked only where it pays."""

from __future__ import annotations

import numpy as np
import pytest

from vault.embedding.provider import Vectors
from vault.index import hnsw
from vault.index.hnsw import EF_CONSTRUCTION, HnswVectors, M, Snapshot, hnswlib, load_graph, new_graph
from vault.index.ids import Ids
from vault.index.vectors import ExactVectors, Scores

pytestmark = pytest.mark.skipif(hnswlib() is None, reason="hnswlib is not installed")

DIMENSION = 16


class CountingGraph:
    """A graph that notes how many neighbours were asked for."""

    def __init__(self, graph: hnsw.Graph) -> None:
        self.graph = graph
        self.asked: list[int] = []
        self.element_count = graph.element_count

    def knn_query(self, data: Vectors, k: int, num_threads: int) -> tuple[Ids, Scores]:
        self.asked.append(k)
        return self.graph.knn_query(data, k=k, num_threads=num_threads)


def rows(count: int) -> Vectors:
    found = np.random.default_rng(5).standard_normal((count, DIMENSION))
    return (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float16).astype(np.float32)


def index_of(vectors: Vectors) -> tuple[HnswVectors, CountingGraph]:
    package = hnswlib()
    assert package is not None
    ids = np.arange(len(vectors), dtype=np.int64)
    graph = new_graph(package, DIMENSION, len(vectors))
    graph.add_items(vectors, ids, num_threads=1)
    counting = CountingGraph(graph)
    snapshot = Snapshot(counting, ids, vectors.astype(np.float16), 1)  # type: ignore[arg-type]
    return HnswVectors(snapshot, ids[:0], ExactVectors(ids[:0], vectors[:0])), counting


def test_without_a_filter_the_graph_is_asked_for_little_more_than_wanted() -> None:
    index, graph = index_of(rows(1000))
    index.search(rows(1)[0], None, 100)
    assert graph.asked == [126]


def test_few_allowed_passages_are_compared_without_the_graph() -> None:
    index, graph = index_of(rows(1000))
    index.search(rows(1)[0], np.arange(0, 1000, 3), 100)
    assert graph.asked == []


def test_many_allowed_passages_are_asked_of_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hnsw, "READ_ALL", 100)
    index, graph = index_of(rows(1000))
    found, _ = index.search(rows(1)[0], np.arange(0, 1000, 2), 50)
    assert graph.asked[0] == 126
    assert len(found) == 50


def test_a_filter_against_the_question_still_gives_all_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the farthest passages are allowed: neighbours alone would leave nothing."""
    monkeypatch.setattr(hnsw, "READ_ALL", 100)
    monkeypatch.setattr(hnsw, "MOST_FETCHED", 300)
    vectors = rows(1000)
    index, _ = index_of(vectors)
    query = vectors[0]
    farthest = np.sort(np.argsort(vectors @ query)[:300])
    found, scores = index.search(query, farthest, 20)
    expected = farthest[np.argsort(-(vectors[farthest] @ query), kind="stable")[:20]]
    assert found.tolist() == expected.tolist()
    assert np.all(np.diff(scores) <= 0)


def test_many_removed_neighbours_are_made_up_for() -> None:
    vectors = rows(1000)
    index, graph = index_of(vectors)
    query = vectors[0]
    nearest = np.argsort(-(vectors @ query))
    changed = index.changed(np.sort(nearest[:100]), nearest[:0], vectors[:0])
    found, _ = changed.search(query, None, 20)
    assert found.tolist() == nearest[100:120].tolist()
    assert len(graph.asked) > 1


def test_a_loaded_graph_is_the_saved_one(tmp_path) -> None:  # type: ignore[no-untyped-def]
    package = hnswlib()
    assert package is not None
    vectors = rows(200)
    graph = new_graph(package, DIMENSION, 200)
    graph.add_items(vectors, np.arange(200), num_threads=1)
    graph.save_index(str(tmp_path / "graph"))
    loaded = load_graph(package, tmp_path / "graph", DIMENSION)
    assert loaded.element_count == 200
    assert (loaded.M, loaded.ef_construction) == (M, EF_CONSTRUCTION)  # type: ignore[attr-defined]
    assert loaded.knn_query(vectors[7], k=1, num_threads=1)[0][0][0] == 7
