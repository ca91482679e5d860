"""Search by vectors within one user: the seam, and exact search over a matrix in memory.

The accelerator for large users is `vault.index.hnsw`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from vault.embedding.provider import Vectors
from vault.index.ids import Ids, Mask, contains, rows_of

Scores = npt.NDArray[np.float32]


class VectorIndex(Protocol):
    """L2-normalised vectors of one user's passages, found by inner product (= cosine).

    Never changed in place: a search that runs meanwhile keeps what it has.
    """

    def __len__(self) -> int:
        """How many vectors there are."""

    def known(self, ids: Ids) -> Mask:
        """Which of the passages have a vector here."""

    def changed(self, removed: Ids, added: Ids, vectors: Vectors) -> VectorIndex:
        """The same index without some passages and with others.

        Args:
            removed: ids to leave out; unknown ones are passed over.
            added: ids that are new, ascending.
            vectors: theirs, `(len(added), d)`, L2-normalised.
        """

    def search(self, query: Vectors, allowed: Ids | None, limit: int) -> tuple[Ids, Scores]:
        """The nearest passages, best first, and their cosines.

        Args:
            query: `(d,)`, L2-normalised.
            allowed: passages that may be returned, ascending; None for all.
            limit: how many at most.
        """

    def vectors(self, ids: Ids) -> Vectors:
        """Vectors of passages, `(len(ids), d)` float32, in order; zeros for passages without one."""


class ExactVectors:
    """`VectorIndex` that compares the question with every row.

    Args:
        ids: of the passages, ascending.
        vectors: `(len(ids), d)` float32.
    """

    def __init__(self, ids: Ids, vectors: Vectors) -> None:
        self.ids = ids
        self._vectors = vectors

    def __len__(self) -> int:
        return len(self.ids)

    def known(self, ids: Ids) -> Mask:
        """See `VectorIndex.known`."""
        return contains(self.ids, ids)

    def changed(self, removed: Ids, added: Ids, vectors: Vectors) -> ExactVectors:
        """See `VectorIndex.changed`."""
        kept = ~contains(np.union1d(removed, added), self.ids)
        ids = np.concatenate([self.ids[kept], added])
        if len(added) == 0:
            return ExactVectors(ids, self._vectors[kept])
        rows = np.concatenate([self._vectors[kept], vectors]) if kept.any() else vectors
        if len(ids) > 1 and np.any(ids[1:] < ids[:-1]):
            order = np.argsort(ids)
            ids, rows = ids[order], rows[order]
        return ExactVectors(ids, rows)

    def search(self, query: Vectors, allowed: Ids | None, limit: int) -> tuple[Ids, Scores]:
        """See `VectorIndex.search`."""
        if len(self.ids) == 0:
            return self.ids, np.empty(0, dtype=np.float32)
        if allowed is None:
            return best_first(self.ids, self._vectors @ query, limit)
        rows = rows_of(self.ids, allowed)
        if len(rows) * 2 < len(self.ids):
            return best_first(self.ids[rows], self._vectors[rows] @ query, limit)
        return best_first(self.ids[rows], (self._vectors @ query)[rows], limit)

    def vectors(self, ids: Ids) -> Vectors:
        """See `VectorIndex.vectors`."""
        found = np.zeros((len(ids), self._vectors.shape[1]), dtype=np.float32)
        if len(self.ids):
            found[contains(self.ids, ids)] = self._vectors[rows_of(self.ids, ids)]
        return found


def best_first(ids: Ids, scores: Scores, limit: int) -> tuple[Ids, Scores]:
    """The ids with the highest scores, best first, ties by id order."""
    if limit < len(scores):
        best = np.argpartition(scores, len(scores) - limit)[len(scores) - limit :]
        best = best[np.lexsort((best, -scores[best]))]
    else:
        best = np.argsort(-scores, kind="stable")
    return ids[best], scores[best]
