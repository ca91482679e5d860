"""The common direction of a model's vectors: the mean over everyday sentences, made when it is installed.

Vectors of some models share one large direction; subtracting it before the cosine is what makes their
cosines mean something (`vault.recall`). The sentences are our own and say nothing in particular.
"""

from __future__ import annotations

from importlib.resources import files

import numpy as np

from vault.embedding.onnx_model import OnnxModel
from vault.embedding.provider import Progress, Vectors


def reference_sentences() -> tuple[str, ...]:
    """The packaged sentences: about three quarters Chinese, one quarter English."""
    text = files("vault.embedding").joinpath("reference_sentences.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line)


def compute_reference_mean(model: OnnxModel, progress: Progress | None = None) -> Vectors:
    """Mean of the sentences as passages and as queries, `(dimension,)` float32, not normalised.

    Args:
        model: whose mean it is.
        progress: called with the number of further embeddings; twice as many as sentences in all.
    """
    sentences = reference_sentences()
    passages = model.embed_passages(sentences, progress)
    queries = model.embed_queries(sentences, progress)
    mean: Vectors = np.concatenate((passages, queries)).mean(axis=0, dtype=np.float64).astype(np.float32)
    return mean
