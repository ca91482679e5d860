"""How well passages fit the words of a question: BM25 over words, CJK characters and bigrams.

Okapi BM25 with the idf of Robertson & Zaragoza, *The Probabilistic Relevance Framework* (2009), kept
positive by adding 1 inside the logarithm as Lucene does. Words carry the meaning; single characters find what
was segmented otherwise or said with a related word; bigrams tell apart what shares characters by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vault.index.ids import Ids
from vault.index.stop_words import STOP_WORDS
from vault.index.tokens import Tokens, is_cjk_character
from vault.index.user_index import UserIndex
from vault.recall.background import common_shares
from vault.recall.synonyms import everyday, synonyms
from vault.recall.wording import implied, weight

Floats = npt.NDArray[np.float32]

K1 = 1.2
B = 0.6
"""Weaker length normalisation than the usual 0.75: memories are short, and a longer one is not less about
what it says."""
PRIOR = 150
"""So many passages without any of the terms are added to the user's own where the rarity of a term is
estimated for the order of hits: in a vault of three memories no word is common yet."""
PIECE_PRIOR = 50
"""The same for characters and bigrams."""
SINGLE_WEIGHT = 0.75
"""A single character has many senses, 光 of 光的速度 also stands in 验光; but those that are in everyday use
have one."""
COMMON_PRIOR = 300
"""So many passages of anybody are added where it is judged whether a hit bears on the question."""
CHARACTER_WEIGHT = 0.7
BIGRAM_WEIGHT = 0.3
SYNONYM_WEIGHT = 0.5
"""Of a word that stands for one of the question's, in the order of hits."""
SYNONYM_CREDIT = 0.8
"""The same where it is judged whether a hit bears on the question."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Different terms of a question, in order, each with a weight of 1 or less.

    Attributes:
        synonyms: for words that the question does not have, those of its words that they may stand for; all
            of them are in `words`, too, behind the question's own.
    """

    words: Mapping[str, float]
    characters: Mapping[str, float]
    bigrams: Mapping[str, float]
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to search for."""
        return not (self.words or self.characters or self.bigrams)


def question_terms(tokens: Tokens, text: str = "") -> Terms:
    """The terms of a question, without stop words, and with what its wording implies."""
    asked = dict.fromkeys((*tokens.words, *implied(text)))
    standing_in = synonyms(asked)
    own = {word: weight(word) for word in asked}
    return Terms(
        words={**own, **dict.fromkeys(standing_in, SYNONYM_WEIGHT)},
        characters=dict.fromkeys(characters(tokens.bigrams), 1.0),
        bigrams=dict.fromkeys(tokens.bigrams, 1.0),
        synonyms=standing_in,
    )


def characters(bigrams: Iterable[str]) -> list[str]:
    """CJK characters that stand in bigrams, stop words left out."""
    found = dict.fromkeys(character for bigram in bigrams for character in bigram)
    return [one for one in found if is_cjk_character(one) and one not in STOP_WORDS]


@dataclass(frozen=True, slots=True)
class _Kind:
    """Terms of one kind with their idf and their share of all passages, `(terms,)` each."""

    terms: tuple[str, ...]
    idf: Floats
    share: Floats
    weight: float
    passages: int

    @property
    def mean(self) -> float:
        """Expected score of a passage of average length."""
        return self.weight * float(self.idf @ self.share)

    @property
    def deviation(self) -> float:
        """Standard deviation of that, were the terms independent.

        A term that is in all of a few passages might yet be missing in the next one (rule of succession):
        without that, where all passages are alike, the least difference would count for thousands.
        """
        missing = np.maximum(1 - self.share, 1 / (self.passages + 2))
        variance = self.idf**2 @ (self.share * missing)
        return self.weight * float(np.sqrt(variance))

    def score(self, frequencies: Floats, lengths: Floats, average: float) -> Floats:
        saturation = K1 * (1 - B + B * lengths / max(average, 1e-6))
        scores = frequencies * (K1 + 1) / (frequencies + saturation[:, None]) @ self.idf
        return np.asarray(self.weight * scores, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class LexicalScores:
    """Scores of passages, `(n,)` float32 each.

    Attributes:
        total: BM25 of all terms.
        standard: the same in standard deviations from its mean over all passages of the user.
        mass: rarity of the question's words that occur, in part of those for which a synonym does. Rarity is
            an idf among what anybody writes, into which the user's own passages come as they get many.
        coverage: the same as a share of the rarity of all its words; 0-1.
        matched: which words occur, `(n, words)`.
    """

    total: Floats
    standard: Floats
    mass: Floats
    coverage: Floats
    matched: npt.NDArray[np.bool_]

    def joined(self, other: LexicalScores, order: Ids) -> LexicalScores:
        """These and the other's rows, one behind the other, then in this order."""
        return LexicalScores(
            total=np.concatenate([self.total, other.total])[order],
            standard=np.concatenate([self.standard, other.standard])[order],
            mass=np.concatenate([self.mass, other.mass])[order],
            coverage=np.concatenate([self.coverage, other.coverage])[order],
            matched=np.concatenate([self.matched, other.matched])[order],
        )


class Lexicon:
    """Scores passages of one user against some terms.

    Mean and deviation of the scores over all passages are worked out from the terms' frequencies, so that
    no passage but the candidates is read: a term in a share `p` of the passages adds `idf · p` to the mean.
    Words, characters and bigrams of one text go together, so their deviations are added.

    Args:
        user: whose passages.
        terms: of a question.
    """

    def __init__(self, user: UserIndex, terms: Terms) -> None:
        self._user = user
        self.terms = terms
        self._own = len(terms.words) - len(terms.synonyms)
        in_words, in_bigrams = user.term_statistics(terms.words, terms.bigrams)
        in_characters = user.character_statistics(terms.characters)
        total = max(user.document_count, 1)
        self.words = _kind(terms.words, in_words, total, 1.0, PRIOR)
        self._rarity = _rarity(terms.words, in_words, total)
        self.bigrams = _kind(terms.bigrams, in_bigrams, total, BIGRAM_WEIGHT, PIECE_PRIOR)
        self.characters = _kind(terms.characters, in_characters, total, CHARACTER_WEIGHT, PIECE_PRIOR)

    def rarest_words(self, count: int) -> tuple[str, ...]:
        """Words that occur in fewest passages, of those that occur at all."""
        order = np.argsort(self.words.share, kind="stable")
        return tuple(self.words.terms[at] for at in order if self.words.share[at] > 0)[:count]

    def score(self, ids: Ids) -> LexicalScores:
        """Scores of passages, in the order of `ids`."""
        averages = self._user.average_lengths
        found = self._user.term_frequencies(ids, self.words.terms, self.bigrams.terms, self.characters.terms)
        total = (
            self.words.score(found.words, found.word_lengths, averages.words)
            + self.bigrams.score(found.bigrams, found.bigram_lengths, averages.bigrams)
            + self.characters.score(found.characters, found.bigram_lengths, averages.bigrams)
        )
        kinds = (self.words, self.bigrams, self.characters)
        mean, deviation = sum(kind.mean for kind in kinds), sum(kind.deviation for kind in kinds)
        matched = found.words > 0
        mass = self._mass(matched)
        return LexicalScores(
            total=total,
            standard=np.asarray((total - mean) / max(deviation, 1e-6), dtype=np.float32),
            mass=mass,
            coverage=mass / max(float(self._rarity[: self._own].sum()), 1e-6),
            matched=matched,
        )

    def _mass(self, matched: npt.NDArray[np.bool_]) -> Floats:
        """Each word of the question counts its rarity where it occurs, less where only a synonym does."""
        rarity = self._rarity
        credit = matched[:, : self._own] * rarity[: self._own]
        place = {word: at for at, word in enumerate(self.words.terms)}
        for synonym, stands_for in self.terms.synonyms.items():
            for word in stands_for:
                rarest = min(float(rarity[place[synonym]]) / SYNONYM_WEIGHT, float(rarity[place[word]]))
                worth = SYNONYM_CREDIT * rarest
                column = credit[:, place[word]]
                np.maximum(column, matched[:, place[synonym]] * worth, out=column)
        return np.asarray(credit.sum(axis=1), dtype=np.float32)


def _kind(
    terms: Mapping[str, float], counts: Mapping[str, int], total: int, weight: float, prior: int
) -> _Kind:
    names = tuple(terms)
    found = np.array([min(counts.get(name, 0), total) for name in names], dtype=np.float32)
    idf = np.log1p((total + prior - found + 0.5) / (found + 0.5)) * _weights(terms, names)
    return _Kind(names, idf.astype(np.float32), (found / total).astype(np.float32), weight, total)


def _rarity(words: Mapping[str, float], counts: Mapping[str, int], total: int) -> Floats:
    names = tuple(words)
    own = np.array([min(counts.get(name, 0), total) for name in names], dtype=np.float32)
    expected = own + COMMON_PRIOR * common_shares(names)
    idf = np.log1p((total + COMMON_PRIOR - expected + 0.5) / (expected + 0.5))
    return np.asarray(idf * _weights(words, names) * _senses(names), dtype=np.float32)


def _senses(words: Sequence[str]) -> Floats:
    ambiguous = [is_cjk_character(word) and not everyday(word) for word in words]
    return np.where(ambiguous, SINGLE_WEIGHT, 1).astype(np.float32)


def _weights(terms: Mapping[str, float], names: Sequence[str]) -> Floats:
    return np.array([terms[name] for name in names], dtype=np.float32)
