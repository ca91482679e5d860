"""What a model's vectors have in common whatever is said, measured on everyday sentences.

Vectors of some models share one large direction; subtracting it before the cosine is what makes their
cosines mean something (`vault.recall`). Another direction tells Chinese from English: without it a question
in one language finds what was written in the other (after Libovický et al., *On the Language Neutrality of
Pre-trained Multilingual Representations*, 2020). The sentences are our own and say nothing in particular.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from vault.embedding.onnx_model import OnnxModel
from vault.embedding.provider import Progress, Vectors

_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def reference_sentences() -> tuple[str, ...]:
    """The packaged sentences: about three quarters Chinese, one quarter English."""
    text = files("vault.embedding").joinpath("reference_sentences.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line)


@dataclass(frozen=True, slots=True)
class Reference:
    """What the everyday sentences have in common.

    Attributes:
        mean: of the sentences as passages and as queries, `(dimension,)` float32, not normalised.
        language: from the mean of the Chinese ones to that of the English ones, `(dimension,)` float32,
            L2-normalised.
    """

    mean: Vectors
    language: Vectors


def compute_reference(model: OnnxModel, progress: Progress | None = None) -> Reference:
    """Run a model over the everyday sentences.

    Args:
        model: to be measured.
        progress: called with the number of further embeddings; twice as many as sentences in all.
    """
    sentences = reference_sentences()
    passages = model.embed_passages(sentences, progress)
    queries = model.embed_queries(sentences, progress)
    each = (passages.astype(np.float64) + queries) / 2
    chinese = np.array([bool(_CHINESE.search(sentence)) for sentence in sentences])
    language = each[~chinese].mean(axis=0) - each[chinese].mean(axis=0)
    language /= max(float(np.linalg.norm(language)), 1e-9)
    return Reference(each.mean(axis=0).astype(np.float32), language.astype(np.float32))
