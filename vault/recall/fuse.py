"""Cosines that can be compared with other scores: centred, then standardised.

Vectors of this kind of model share one large common direction, so that raw cosines crowd together. Without
it, and measured in standard deviations over the user's own memories, they mean the same for every store.
A second direction only tells Chinese from English; without it a question in one language finds what is
written in the other.

How near a question is to anything that a person may remember, and to what has nothing to do with memories,
says what its cosine with a memory is worth; see `vault.embedding.cohort`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vault.embedding.cohort import Cohort
from vault.embedding.provider import EmbeddingModel, Vectors
from vault.index.user_index import UserIndex
from vault.recall.lexical import Floats

REFERENCE_WEIGHT = 200
"""The reference mean counts like so many memories of the user."""
LEXICAL_WEIGHT = 0.5
"""Of standardised BM25 beside a standardised cosine."""
EXPANSION_WEIGHT = 0.25
TIME_WEIGHT = 2.0
TOPIC, TALK = 0.4, 0.45
"""What a question has on average, for a model that was not measured."""
SAMPLE = 1000
"""So many of the user's passages stand for all when cosines are standardised."""


class Centring:
    """The common direction of one user's vectors, and a centred sample of them.

    Args:
        user: with vectors.
        model: that made them; knows the mean of generic text and what tells languages apart.
    """

    def __init__(self, user: UserIndex, model: EmbeddingModel) -> None:
        count, mean = user.vector_mean()
        self._common = common_direction(count, mean, model.reference_mean)
        self._language = model.language_direction
        self._sample = self.centred(user.vectors(user.sample_ids(SAMPLE)))
        cohort: Cohort | None = getattr(model, "cohort", None)
        self._topics = None if cohort is None else self.centred(cohort.topics)
        self._talk = None if cohort is None else self.centred(cohort.talk)

    def centred(self, vectors: Vectors) -> Vectors:
        """Vectors without what they share and without their language, L2-normalised again.

        Shapes `(n, d)` or `(d,)`.
        A passage without a vector (zeros) stays as far from everything as an average one.
        """
        present = np.any(vectors, axis=-1, keepdims=True)
        without = np.where(present, vectors - self._common, 0)
        without = without - (without @ self._language)[..., None] * self._language
        norms = np.linalg.norm(without, axis=-1, keepdims=True)
        return np.asarray(without / np.maximum(norms, 1e-9), dtype=np.float32)

    def cosines(self, vectors: Vectors, query: Vectors) -> Cosines:
        """Centred cosines with a question.

        Args:
            vectors: of candidates, `(n, d)`.
            query: `(d,)`.
        """
        asked = self.centred(query)
        return Cosines(
            np.asarray(self.centred(vectors) @ asked, dtype=np.float32),
            np.asarray(self._sample @ asked, dtype=np.float32),
            TOPIC if self._topics is None else float((self._topics @ asked).max()),
            TALK if self._talk is None else float((self._talk @ asked).max()),
        )


@dataclass(frozen=True, slots=True)
class Cosines:
    """Centred cosines with one question.

    Attributes:
        own: of the candidates, `(n,)`.
        everywhere: of the sample of the user's passages.
        topic: of the nearest statement that anybody might have made.
        talk: of the nearest question that is about nobody's memories.
    """

    own: Floats
    everywhere: Floats
    topic: float = TOPIC
    talk: float = TALK

    @property
    def standard(self) -> Floats:
        """Of the candidates, in standard deviations from the mean of the sample."""
        if len(self.everywhere) == 0:
            return self.own
        spread = max(float(self.everywhere.std()), 1e-3)
        return np.asarray((self.own - self.everywhere.mean()) / spread, dtype=np.float32)


def common_direction(count: int, mean: Vectors, reference: Vectors) -> Vectors:
    """What all vectors of the model share, from the user's own and from generic text.

    A shrinkage estimate of the mean: `(n · mean + 200 · reference) / (n + 200)`.

    Args:
        count: n, how many vectors the user has.
        mean: theirs, `(d,)`.
        reference: of generic text, `(d,)`.
    """
    blended = count * mean + REFERENCE_WEIGHT * reference
    return np.asarray(blended / (count + REFERENCE_WEIGHT), dtype=np.float32)
