"""What every `VectorIndex` must do; one class of tests for each implementation of the seam."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vault.embedding.provider import Vectors
from vault.index.hnsw import HnswVectors, Snapshot, hnswlib, new_graph
from vault.index.ids import Ids
from vault.index.vectors import ExactVectors, VectorIndex

DIMENSION = 32


def ids_of(numbers: Sequence[int]) -> Ids:
    return np.array(numbers, dtype=np.int64)


def some_vectors(count: int, seed: int = 1) -> Vectors:
    """Normalised, half precision kept exactly, in clusters as texts are."""
    chance = np.random.default_rng(seed)
    centres = chance.standard_normal((20, DIMENSION))
    rows = centres[chance.integers(0, 20, count)] + 0.5 * chance.standard_normal((count, DIMENSION))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float16).astype(np.float32)


class VectorsContract:
    """Subclasses give `make`: an index of the given vectors."""

    def make(self, ids: Ids, vectors: Vectors) -> VectorIndex:
        raise NotImplementedError

    @pytest.fixture
    def rows(self) -> Vectors:
        return some_vectors(600)

    @pytest.fixture
    def index(self, rows: Vectors) -> VectorIndex:
        return self.make(np.arange(10, 610, dtype=np.int64), rows)

    def expected(self, rows: Vectors, query: Vectors, among: Sequence[int], limit: int) -> list[int]:
        among = list(among)
        scores = rows[ids_of(among) - 10] @ query
        return [among[place] for place in np.argsort(-scores, kind="stable")[:limit]]

    def test_the_nearest_come_first_with_their_cosines(self, index: VectorIndex, rows: Vectors) -> None:
        found, scores = index.search(rows[5], None, 10)
        assert found.tolist() == self.expected(rows, rows[5], range(10, 610), 10)
        assert found[0] == 15
        np.testing.assert_allclose(scores, rows[found - 10] @ rows[5], atol=2e-3)
        assert np.all(np.diff(scores) <= 0)

    def test_no_more_than_asked_for_and_no_more_than_there_are(
        self, index: VectorIndex, rows: Vectors
    ) -> None:
        assert len(index.search(rows[0], None, 3)[0]) == 3
        assert len(index.search(rows[0], None, 5000)[0]) == 600

    @pytest.mark.parametrize("step", [1, 2, 7, 150])
    def test_only_allowed_ones_are_returned(self, index: VectorIndex, rows: Vectors, step: int) -> None:
        allowed = list(range(10, 610, step))
        found, _ = index.search(rows[5], ids_of(allowed), 10)
        assert found.tolist() == self.expected(rows, rows[5], allowed, 10)

    def test_allowed_ids_without_a_vector_are_passed_over(self, index: VectorIndex, rows: Vectors) -> None:
        found, _ = index.search(rows[5], ids_of([3, 15, 9999]), 10)
        assert found.tolist() == [15]
        assert len(index.search(rows[5], ids_of([]), 10)[0]) == 0

    def test_changes_show_at_once_and_leave_the_old_one_alone(
        self, index: VectorIndex, rows: Vectors
    ) -> None:
        changed = index.changed(ids_of([15]), ids_of([700]), rows[5:6])
        assert changed.search(rows[5], None, 1)[0].tolist() == [700]
        assert index.search(rows[5], None, 1)[0].tolist() == [15]
        assert (len(changed), len(index)) == (600, 600)
        assert changed.known(ids_of([15, 700, 16])).tolist() == [False, True, True]

    def test_unknown_ids_may_be_removed(self, index: VectorIndex, rows: Vectors) -> None:
        assert len(index.changed(ids_of([1, 2, 15]), ids_of([]), rows[:0])) == 599

    def test_an_id_may_be_put_in_again(self, index: VectorIndex, rows: Vectors) -> None:
        again = index.changed(ids_of([15]), ids_of([]), rows[:0]).changed(ids_of([]), ids_of([15]), rows[8:9])
        assert len(again) == 600
        np.testing.assert_array_equal(again.vectors(ids_of([15])), rows[8:9])
        assert 15 in again.search(rows[8], None, 2)[0]

    def test_many_changes_agree_with_an_index_made_at_once(self, index: VectorIndex, rows: Vectors) -> None:
        chance = np.random.default_rng(3)
        held = {number: rows[number - 10] for number in range(10, 610)}
        more = some_vectors(200, seed=9)
        for turn in range(20):
            gone = chance.choice(sorted(held), 12, replace=False)
            new = np.arange(1000 + turn * 10, 1010 + turn * 10)
            index = index.changed(np.sort(gone), new, more[turn * 10 : turn * 10 + 10])
            for number in gone:
                del held[int(number)]
            held.update(zip(new.tolist(), more[turn * 10 : turn * 10 + 10], strict=True))
        exact = ExactVectors(ids_of(sorted(held)), np.stack([held[number] for number in sorted(held)]))
        for query in rows[:20]:
            (found, scores), (expected, best) = index.search(query, None, 10), exact.search(query, None, 10)
            assert len(set(found.tolist()) & set(expected.tolist())) >= 9
            np.testing.assert_allclose(scores, best, atol=1e-3)
        assert len(index) == len(held)

    def test_vectors_come_in_the_order_asked_for(self, index: VectorIndex, rows: Vectors) -> None:
        found = index.vectors(ids_of([30, 12, 5, 609]))
        np.testing.assert_array_equal(found, np.stack([rows[20], rows[2], np.zeros(DIMENSION), rows[599]]))
        assert found.dtype == np.float32


class TestExactVectors(VectorsContract):
    def make(self, ids: Ids, vectors: Vectors) -> VectorIndex:
        return ExactVectors(ids, vectors)

    def test_an_empty_index_finds_nothing(self) -> None:
        empty = ExactVectors(ids_of([]), np.empty((0, DIMENSION), dtype=np.float32))
        assert len(empty.search(some_vectors(1)[0], None, 5)[0]) == 0
        assert len(empty.changed(ids_of([]), ids_of([4]), some_vectors(1))) == 1
        assert empty.vectors(ids_of([4])).tolist() == [[0.0] * DIMENSION]


@pytest.mark.skipif(hnswlib() is None, reason="hnswlib is not installed")
class TestHnswVectors(VectorsContract):
    def make(self, ids: Ids, vectors: Vectors) -> VectorIndex:
        package = hnswlib()
        assert package is not None
        graph = new_graph(package, DIMENSION, len(ids))
        graph.add_items(vectors, ids, num_threads=1)
        snapshot = Snapshot(graph, ids, vectors.astype(np.float16), generation=1)
        return HnswVectors(snapshot, ids_of([]), ExactVectors(ids_of([]), vectors[:0]))
