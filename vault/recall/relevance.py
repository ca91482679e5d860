"""Relevance: how likely a passage bears on a question, 0–1, by a logistic curve over scale-free features.

The curve was fitted by maximum likelihood (`vault.evaluation.calibrate` does the same with a person's own
samples): of an answerable question its best relevant passage counts, of a question without an answer its best
passage of all (multiple-instance learning, Dietterich et al. 1997). The more passages there are, the better
the best of them fits by chance; therefore their number counts, and one curve serves 5 memories and 10,000.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vault.recall.concern import Concern
from vault.recall.fuse import TALK, TOPIC
from vault.recall.lexical import Floats

THRESHOLD = 0.5
"""Relevance from which a passage is returned. The intercepts below put the balance between what is wrongly
returned and what is missed here."""

FEATURES = (
    "intercept",
    "cosine",
    "spread",
    "coverage",
    "mass",
    "personal",
    "elsewhere",
    "size",
    "young",
    "topic",
    "personal × topic",
    "talk",
)
"""What the parameters of a curve with vectors weigh, in order."""

DEFAULT_CURVE = (2.25, 13.73, 0.09, 0.42, 2.71, 3.82, -4.21, -6.21, -0.69, -7.02, -3.62, -1.73)
"""For multilingual-e5-small; a model's own is in `ModelFacts.relevance`."""

WORDS_FEATURES = ("intercept", "coverage", "mass", "personal", "elsewhere", "size")
WORDS_CURVE = (-2.45, 0.78, 3.93, 1.38, -4.11, -2.28)
"""Without vectors."""

_YOUNG = 60
"""Passages below which a vault is young: what is there was told because it matters."""
_SMALLEST, _LARGEST = 10, 500
"""A vault outside is judged as if it had so many passages: there was nothing to fit to."""
_PRIOR_COUNT = 20
_PRIOR_SPREAD = 0.16


@dataclass(frozen=True, slots=True)
class Features:
    """What is known of `n` passages and one question.

    Attributes:
        coverage: idf of the question's words that stand in the passage, divided by the idf of all its words,
            `(n,)`; 0 for a question without words.
        mass: the idf of those words that stand in it, `(n,)`.
        concern: of the question.
        size: how many passages the user has.
        cosines: centred cosines, `(n,)`; None without vectors.
        spread: the same in standard deviations of the user's passages, see `standardised_for_relevance`.
        topic: cosine of the question with the nearest statement that anybody might have made.
        talk: the same with the nearest question about nobody's memories.
    """

    coverage: Floats
    mass: Floats
    concern: Concern
    size: int
    cosines: Floats | None = None
    spread: Floats | None = None
    topic: float = TOPIC
    talk: float = TALK


def relevance(evidence: Floats, curve: Sequence[float] = ()) -> Floats:
    """Relevance of passages, `(n,)`.

    Args:
        evidence: from `evidence`.
        curve: weights of `FEATURES`, as fitted for the model; empty, or of another number of features:
            `DEFAULT_CURVE`. Not used without vectors.
    """
    if evidence.shape[1] == len(WORDS_FEATURES):
        weights = np.array(WORDS_CURVE)
    else:
        weights = np.array(curve if len(curve) == len(FEATURES) else DEFAULT_CURVE)
    logit = np.clip(evidence @ weights, -30, 30)
    return np.asarray(1 / (1 + np.exp(-logit)), dtype=np.float32)


def evidence(features: Features) -> Floats:
    """What a curve weighs: `(n, len(FEATURES))`, or `(n, len(WORDS_FEATURES))` without vectors."""
    ones = np.ones(len(features.coverage), dtype=np.float32)
    mass = np.log1p(features.mass) ** 2 / 4
    wording = (ones * features.concern.personal, ones * features.concern.elsewhere)
    size = ones * np.log(min(max(features.size, _SMALLEST), _LARGEST)) / 5
    if features.cosines is None or features.spread is None:
        return np.stack((ones, features.coverage, mass, *wording, size), axis=1)
    young = ones * max(0.0, np.log(_YOUNG / max(features.size, 5)))
    topic, talk = ones * features.topic, ones * features.talk
    near = (features.cosines, features.spread, features.coverage, mass)
    return np.stack((ones, *near, *wording, size, young, topic, wording[0] * topic, talk), axis=1)


def standardised_for_relevance(cosines: Floats, sample: Floats, size: int) -> Floats:
    """Cosines in standard deviations of the user's passages.

    Mean and variance are shrunk towards those of everyday text by as much as 20 passages count, so that a
    vault of five memories has sensible ones too.

    Args:
        cosines: centred, `(n,)`.
        sample: centred cosines of a sample of the user's passages with the same question.
        size: how many passages the user has.
    """
    count = max(size, len(sample))
    mean = count * (float(sample.mean()) if len(sample) else 0.0) / (count + _PRIOR_COUNT)
    variance = (count * float(sample.var()) if len(sample) else 0.0) + _PRIOR_COUNT * _PRIOR_SPREAD**2
    return np.asarray((cosines - mean) / np.sqrt(variance / (count + _PRIOR_COUNT)), dtype=np.float32)
