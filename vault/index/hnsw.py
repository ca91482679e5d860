"""Search by vectors for large users: an HNSW graph (hnswlib) over a snapshot of their vectors.

The graph is never changed in place and nothing is ever marked as deleted in it, because hnswlib has had
crashes there. What was added since the snapshot is compared exactly; what was removed is passed over. When
either grows, `vault.index.accelerate` makes a new snapshot.

Yu. A. Malkov, D. A. Yashunin, "Efficient and robust approximate nearest neighbor search using Hierarchical
Navigable Small World graphs" (2016).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Protocol, cast

import numpy as np
import numpy.typing as npt

from vault.embedding.provider import Vectors
from vault.index.ids import Ids, Mask, contains, rows_of
from vault.index.vectors import ExactVectors, Scores, best_first

M = 16
EF_CONSTRUCTION = 200
EF_SEARCH = 800
"""Recall@10 against exact search is then at least 0.99 at 100,000 vectors, in under 2 ms."""

READ_ALL = 8000
"""Up to so many allowed passages are compared exactly."""

MOST_FETCHED = 4000
"""How many neighbours are asked of the graph at most, so that enough allowed ones are among them."""

_SPARE = 1.25


class Graph(Protocol):
    """What is used of an `hnswlib.Index`. Labels are passage ids."""

    element_count: int

    def add_items(self, data: Vectors, ids: Ids, num_threads: int) -> None:
        """Put `(n, d)` vectors in."""

    def knn_query(self, data: Vectors, k: int, num_threads: int) -> tuple[Ids, Scores]:
        """Labels and distances of the `k` nearest, `(1, k)` each."""

    def resize_index(self, new_size: int) -> None:
        """Make room for so many vectors."""

    def save_index(self, path_to_index: str) -> None:
        """Write the graph and its vectors to a file."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A user's vectors at one moment, and the graph over them.

    Attributes:
        graph: over the rows.
        ids: of the passages, ascending.
        rows: `(len(ids), d)` float16, usually mapped from a file.
        generation: of the index when it was taken.
    """

    graph: Graph
    ids: Ids
    rows: npt.NDArray[np.float16]
    generation: int


class HnswVectors:
    """`VectorIndex` over a snapshot and what changed since.

    Args:
        snapshot: with its graph.
        removed: ids in the snapshot that are gone, ascending.
        recent: vectors that came later.
    """

    def __init__(self, snapshot: Snapshot, removed: Ids, recent: ExactVectors) -> None:
        self._snapshot = snapshot
        self._removed = removed
        self._recent = recent

    def __len__(self) -> int:
        return len(self._snapshot.ids) - len(self._removed) + len(self._recent)

    def known(self, ids: Ids) -> Mask:
        """See `VectorIndex.known`."""
        current = contains(self._snapshot.ids, ids) & ~contains(self._removed, ids)
        return current | self._recent.known(ids)

    def changed(self, removed: Ids, added: Ids, vectors: Vectors) -> HnswVectors:
        """See `VectorIndex.changed`."""
        gone = self._snapshot.ids[rows_of(self._snapshot.ids, np.union1d(removed, added))]
        return HnswVectors(
            self._snapshot,
            np.union1d(self._removed, gone),
            self._recent.changed(removed, added, vectors),
        )

    def search(self, query: Vectors, allowed: Ids | None, limit: int) -> tuple[Ids, Scores]:
        """See `VectorIndex.search`."""
        old_ids, old_scores = self._search_snapshot(query, allowed, limit)
        new_ids, new_scores = self._recent.search(query, allowed, limit)
        ids, scores = np.concatenate([old_ids, new_ids]), np.concatenate([old_scores, new_scores])
        return best_first(ids, scores, limit)

    def vectors(self, ids: Ids) -> Vectors:
        """See `VectorIndex.vectors`."""
        found = self._recent.vectors(ids)
        known = contains(self._snapshot.ids, ids) & ~contains(self._removed, ids)
        found[known] = self._snapshot.rows[rows_of(self._snapshot.ids, ids[known])]
        return found

    def _search_snapshot(self, query: Vectors, allowed: Ids | None, limit: int) -> tuple[Ids, Scores]:
        """Ask the graph for so many neighbours that `limit` of them are wanted, or compare all that are."""
        total = len(self._snapshot.ids)
        share = (total - len(self._removed)) / total
        if allowed is not None:
            share *= min(len(allowed) / len(self), 1.0)
        fetch = int(limit / max(share, 1e-9) * _SPARE) + 1
        while fetch <= MOST_FETCHED and (allowed is None or len(allowed) > READ_ALL):
            found, scores = self._nearest(query, fetch)
            kept = ~contains(self._removed, found)
            if allowed is not None:
                kept &= contains(allowed, found)
            if kept.sum() >= limit or fetch >= total:
                return found[kept], scores[kept]
            fetch *= 2
        among = self._snapshot.ids if allowed is None else allowed[contains(self._snapshot.ids, allowed)]
        return self._compare_all(query, among[~contains(self._removed, among)], limit)

    def _nearest(self, query: Vectors, count: int) -> tuple[Ids, Scores]:
        count = min(count, len(self._snapshot.ids))
        labels, distances = self._snapshot.graph.knn_query(query, k=count, num_threads=1)
        return labels[0].astype(np.int64), (1.0 - distances[0]).astype(np.float32)

    def _compare_all(self, query: Vectors, wanted: Ids, limit: int) -> tuple[Ids, Scores]:
        rows = rows_of(self._snapshot.ids, wanted)
        scores = np.empty(len(rows), dtype=np.float32)
        for start in range(0, len(rows), READ_ALL):
            part = slice(start, start + READ_ALL)
            scores[part] = self._snapshot.rows[rows[part]].astype(np.float32) @ query
        return best_first(wanted, scores, limit)


@cache
def hnswlib() -> ModuleType | None:
    """The package, or None where it could not be built: then search is exact, and slower for large users."""
    try:
        return import_module("hnswlib")
    except ImportError:
        return None


def new_graph(package: ModuleType, dimension: int, capacity: int) -> Graph:
    """An empty graph with room for `capacity` vectors."""
    graph = package.Index(space="ip", dim=dimension)
    graph.init_index(max_elements=capacity, M=M, ef_construction=EF_CONSTRUCTION, random_seed=1)
    return cast("Graph", graph)


def load_graph(package: ModuleType, path: Path, dimension: int) -> Graph:
    """A graph from a file that is known to be whole.

    Raises:
        RuntimeError: hnswlib cannot read it.
    """
    graph = package.Index(space="ip", dim=dimension)
    graph.load_index(str(path))
    graph.set_ef(EF_SEARCH)
    return cast("Graph", graph)
