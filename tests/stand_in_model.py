"""A small deterministic embedding model for tests: hashed character n-grams, 64 dimensions.

Texts that share characters get similar vectors, nothing more: recall quality is never claimed from it.
It counts what it is asked to embed, so that a test can say "nothing was embedded twice".

    from tests.stand_in_model import StandInModel
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from threading import Lock

import numpy as np

from vault.embedding.provider import ModelFacts, Progress, Vectors

DIMENSION = 64


def ngram_vector(text: str, dimension: int = DIMENSION) -> Vectors:
    """Signed counts of the hashed 1-, 2- and 3-grams of `text`, `(dimension,)` float32, L2-normalised."""
    folded = text.casefold().strip() or " "
    vector = np.zeros(dimension, dtype=np.float32)
    for size in (1, 2, 3):
        for start in range(len(folded) - size + 1):
            code = zlib.crc32(folded[start : start + size].encode("utf-8", "replace"))
            vector[code % dimension] += 1.0 if code & 0x10000 else -1.0
    norm = float(np.linalg.norm(vector))
    if norm == 0.0:
        vector[0] = norm = 1.0
    return np.asarray(vector / np.float32(norm), dtype=np.float32)


class StandInModel:
    """An `EmbeddingModel` without a model file.

    Args:
        name: also decides the fingerprint, so two names are two incompatible models.
        dimension: of its vectors.
        fails_on: texts for which `embed_passages` raises, to test that one text stops no other.

    Attributes:
        passages_embedded: how many texts `embed_passages` has turned into vectors so far.
        queries_embedded: how many times `embed_query` was called.
        texts: every text given to `embed_passages`, in order.
    """

    def __init__(
        self,
        name: str = "stand-in",
        dimension: int = DIMENSION,
        fails_on: Callable[[str], bool] = lambda text: False,
    ) -> None:
        self.facts = ModelFacts(
            name=name,
            fingerprint=f"{zlib.crc32(f'{name}/{dimension}'.encode()):08x}" * 8,
            dimension=dimension,
            max_tokens=512,
        )
        self.reference_mean: Vectors = np.zeros(dimension, dtype=np.float32)
        self.language_direction: Vectors = np.zeros(dimension, dtype=np.float32)
        self.ready = True
        self.passages_embedded = 0
        self.queries_embedded = 0
        self.texts: list[str] = []
        self._fails_on = fails_on
        self._lock = Lock()

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        for text in texts:
            if self._fails_on(text):
                raise ValueError(f"cannot embed {text[:20]!r}")
        vectors = np.zeros((len(texts), self.facts.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = ngram_vector(text, self.facts.dimension)
        with self._lock:
            self.passages_embedded += len(texts)
            self.texts.extend(texts)
        if progress is not None:
            progress(len(texts))
        return vectors

    def embed_query(self, text: str) -> Vectors:
        with self._lock:
            self.queries_embedded += 1
        return ngram_vector(text, self.facts.dimension)
