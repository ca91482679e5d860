"""BM25 of a few hundred candidates against all terms of a question.

Okapi BM25 with the idf of Robertson & Zaragoza, *The Probabilistic Relevance Framework* (2009), kept
positive by adding 1 inside the logarithm as Lucene does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

K1 = 1.2
B = 0.6
"""Weaker length normalisation than the usual 0.75: memories are short, and a longer one is not less about
what it says."""


def idf(terms: Sequence[str], passage_counts: Mapping[str, int], total: int) -> Floats:
    """Inverse document frequencies, `(len(terms),)`; a term that occurs nowhere has the highest."""
    counts = np.array([min(passage_counts.get(term, 0), total) for term in terms], dtype=np.float32)
    return np.log1p((total - counts + 0.5) / (counts + 0.5)).astype(np.float32)


def bm25(frequencies: Floats, lengths: Floats, weights: Floats, average_length: float) -> Floats:
    """Scores of passages.

    Args:
        frequencies: `(passages, terms)`.
        lengths: `(passages,)`, in terms.
        weights: `(terms,)`, see `idf`.
        average_length: of all passages of the user.

    Returns:
        `(passages,)` float32; 0 where no term occurs.
    """
    relative = lengths / max(average_length, 1e-6)
    saturation = K1 * (1 - B + B * relative)
    scores = frequencies * (K1 + 1) / (frequencies + saturation[:, None]) @ weights
    return np.asarray(scores, dtype=np.float32)
