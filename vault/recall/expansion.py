"""A second hop: what the best passages say beside the question is searched for too, with little weight.

Pseudo-relevance feedback in the manner of relevance models (Lavrenko & Croft, 2001): a question about
王宇轩's job finds 我表哥的名字叫王宇轩 first, and through 表哥 what the cousin does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from vault.index.ids import Ids
from vault.index.stop_words import STOP_WORDS
from vault.index.user_index import UserIndex
from vault.recall.lexical import Floats, Terms, characters

SOURCES = 3
"""So many passages speak for the question."""
_TEMPERATURE = 0.7
_LEAST = 0.05


def expansion_terms(user: UserIndex, ids: Ids, scores: Floats, asked: Terms) -> Terms:
    """Terms of the best passages that the question does not have.

    Args:
        user: whose passages.
        ids: candidates.
        scores: theirs, in standard deviations.
        asked: terms of the question.

    Returns:
        Terms weighted by how much their passages stand out, summed to at most 1 for each term.
    """
    best = np.argsort(-scores, kind="stable")[:SOURCES]
    if len(best) == 0:
        return Terms({}, {}, {})
    shares = np.exp((scores[best] - scores[best[0]]) / _TEMPERATURE)
    shares /= shares.sum()
    words: dict[str, float] = defaultdict(float)
    single: dict[str, float] = defaultdict(float)
    for (in_words, in_bigrams), share in zip(user.terms(ids[best]), shares.tolist(), strict=True):
        _add(words, (word for word in in_words if word not in STOP_WORDS), share)
        _add(single, characters(in_bigrams), share)
    return Terms(_kept(words, asked.words), _kept(single, asked.characters), {})


def _add(weights: dict[str, float], terms: Iterable[str], share: float) -> None:
    for term in terms:
        weights[term] += share


def _kept(weights: dict[str, float], asked: Iterable[str]) -> dict[str, float]:
    known = frozenset(asked)
    return {term: weight for term, weight in weights.items() if weight >= _LEAST and term not in known}
