"""Search by vectors within one user: the seam, and exact search over a matrix in memory.

The HNSW accelerator for large users is `vault.index.hnsw`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from vault.embedding.provider import Vectors
from vault.index.columns import Ids

Scores = npt.NDArray[np.float32]


class VectorIndex(Protocol):
    """L2-normalised vectors of one user's passages, found by inner product (= cosine)."""

    def __len__(self) -> int:
        """How many vectors there are."""

    def add(self, ids: Ids, vectors: Vectors) -> None:
        """Make passages findable; `vectors` is `(len(ids), d)`, L2-normalised, ids must be new."""

    def remove(self, ids: Ids) -> None:
        """Take passages out; unknown ids are passed over."""

    def search(self, query: Vectors, allowed: Ids | None, limit: int) -> tuple[Ids, Scores]:
        """The nearest passages, best first, and their cosines.

        Args:
            query: `(d,)`, L2-normalised.
            allowed: passages that may be returned, ascending; None for all.
            limit: how many at most.
        """

    def vectors(self, ids: Ids) -> Vectors:
        """Vectors of passages, `(len(ids), d)`, in order; rows of zeros for passages without one."""


class ExactVectors:
    """`VectorIndex` that compares the question with every row."""

    def __init__(self, ids: Ids, vectors: Vectors) -> None:
        self._ids = ids
        self._vectors = vectors

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, ids: Ids, vectors: Vectors) -> None:
        order = np.argsort(np.concatenate([self._ids, ids]), kind="stable")
        self._vectors = np.concatenate([self._vectors, vectors])[order]
        self._ids = np.concatenate([self._ids, ids])[order]

    def remove(self, ids: Ids) -> None:
        kept = ~np.isin(self._ids, ids)
        self._ids, self._vectors = self._ids[kept], self._vectors[kept]

    def search(self, query: Vectors, allowed: Ids | None, limit: int) -> tuple[Ids, Scores]:
        ids, matrix = self._ids, self._vectors
        if allowed is not None:
            rows = np.flatnonzero(np.isin(ids, allowed))
            if len(rows) * 2 < len(ids):
                ids, matrix = ids[rows], matrix[rows]
                scores = matrix @ query
            else:
                scores = (matrix @ query)[rows]
                ids = ids[rows]
        else:
            scores = matrix @ query
        best = best_first(scores, limit)
        return ids[best], scores[best]

    def vectors(self, ids: Ids) -> Vectors:
        found = np.zeros((len(ids), self._vectors.shape[1]), dtype=np.float32)
        if len(self._ids) and len(ids):
            rows = np.searchsorted(self._ids, ids).clip(max=len(self._ids) - 1)
            known = self._ids[rows] == ids
            found[known] = self._vectors[rows[known]]
        return found


def best_first(scores: Scores, limit: int) -> Ids:
    """Positions of the highest scores, best first, ties by position."""
    if limit < len(scores):
        best = np.argpartition(scores, len(scores) - limit)[len(scores) - limit :]
        return best[np.lexsort((best, -scores[best]))]
    return np.argsort(-scores, kind="stable")
