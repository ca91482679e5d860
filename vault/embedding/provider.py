"""The seam between text and vectors: what every embedding model offers. No model code is here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
Progress = Callable[[int], None]
"""Called with the number of further texts that are done."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What is known of a model without loading it.

    Attributes:
        name: as in `memvault model list`.
        fingerprint: changes whenever vectors of the same text could change (weights, pooling,
            prefixes, token limit); hex.
        dimension: of its vectors.
        max_tokens: longer texts are cut.
        relevance: parameters of the relevance curve fitted for this model (see
            `vault.recall.relevance`), or empty when none was fitted.
        duplicate_level: cosine from which two texts of one type count as saying the same.
    """

    name: str
    fingerprint: str
    dimension: int
    max_tokens: int
    relevance: tuple[float, ...] = ()
    duplicate_level: float = 0.95


class EmbeddingModel(Protocol):
    """A loaded (or lazily loading) model. Implementations are safe to call from several threads."""

    @property
    def facts(self) -> ModelFacts:
        """Known without loading."""

    @property
    def reference_mean(self) -> Vectors:
        """Mean vector of generic everyday text, `(dimension,)` float32; see `vault.recall.fuse`."""

    @property
    def language_direction(self) -> Vectors:
        """What tells English from Chinese text whatever it says, `(dimension,)` float32, L2-normalised.

        Zeros for a model that knows one language; see `vault.recall.fuse`.
        """

    @property
    def ready(self) -> bool:
        """Whether the next call answers without loading first."""

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Vectors of stored texts, `(len(texts), dimension)` float32, L2-normalised, in order.

        Raises:
            ModelBroken: the model cannot be loaded.
        """

    def embed_query(self, text: str) -> Vectors:
        """The vector of a question, `(dimension,)` float32, L2-normalised."""
