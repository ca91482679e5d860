"""Relevance: how likely a hit bears on the question, 0-1, by a logistic curve. Provisional weights."""

from __future__ import annotations

import numpy as np

from vault.recall.bm25 import Floats

THRESHOLD = 0.5


def relevance(cosines: Floats | None, coverage: Floats) -> Floats:
    """Relevance of candidates.

    Args:
        cosines: centred cosines; None without vectors.
        coverage: share of the question's informative words that occur, weighted by idf.
    """
    logit = -6 + 3 * coverage + 14 * cosines if cosines is not None else -3 + 6 * coverage
    return np.asarray(1 / (1 + np.exp(-logit)), dtype=np.float32)
