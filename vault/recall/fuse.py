"""One score from words and vectors."""

from __future__ import annotations

import numpy as np

from vault.embedding.provider import Vectors
from vault.recall.bm25 import Floats

REFERENCE_WEIGHT = 200
"""The reference mean counts like so many memories of the user."""


def common_direction(count: int, mean: Vectors, reference: Vectors) -> Vectors:
    """The direction that all vectors of this model share, from the user's own and from generic text.

    A shrinkage estimate of the mean: `(n · mean + 200 · reference) / (n + 200)`.
    """
    blended = count * mean + REFERENCE_WEIGHT * reference
    return np.asarray(blended / (count + REFERENCE_WEIGHT), dtype=np.float32)


def centred(vectors: Vectors, common: Vectors) -> Vectors:
    """Vectors without the common direction, L2-normalised again; `(n, d)` or `(d,)`."""
    without = vectors - common
    norms = np.linalg.norm(without, axis=-1, keepdims=True)
    return np.asarray(without / np.maximum(norms, 1e-9), dtype=np.float32)


def standardised(scores: Floats, among: Floats) -> Floats:
    """Scores in standard deviations from the mean of `among`."""
    if len(among) == 0:
        return scores
    spread = max(float(among.std()), 1e-6)
    return np.asarray((scores - among.mean()) / spread, dtype=np.float32)


def fuse(cosines: Floats | None, words: Floats, sample: Floats | None) -> Floats:
    """The score by which candidates are ordered.

    Args:
        cosines: centred, of the candidates; None to go by words alone.
        words: BM25 of the candidates.
        sample: centred cosines of a sample of the user's passages with the same question.
    """
    by_words = standardised(words, words)
    if cosines is None or sample is None:
        return by_words
    return np.asarray(standardised(cosines, sample) + 0.5 * by_words, dtype=np.float32)
