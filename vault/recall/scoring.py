"""Candidates for one part of a question, and the score of each: words, vectors, time, neighbours."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, replace

import numpy as np

from vault.embedding.provider import Vectors
from vault.index.columns import UNKNOWN
from vault.index.ids import Ids
from vault.index.instants import to_microseconds
from vault.index.user_index import UserIndex
from vault.recall.clock import Clock
from vault.recall.expansion import expansion_terms
from vault.recall.fuse import EXPANSION_WEIGHT, LEXICAL_WEIGHT, TIME_WEIGHT, Centring, Cosines
from vault.recall.lexical import Floats, LexicalScores, Lexicon, question_terms
from vault.recall.neighbours import lend, with_neighbours
from vault.recall.time_phrase import TimeWindow

CANDIDATES = 100
"""From words, and again from vectors."""
_EXPANDED = 30
_EXPANDED_WORDS = 3
_WITH_NEIGHBOURS = 40
"""Neighbours of so many of the best candidates are scored."""
_DAY = 24 * 3600 * 1_000_000  # microseconds
_DAYS_BEFORE, _DAYS_AFTER = 3.0, 14.0
"""What is written down about a time is rather written later."""


@dataclass(frozen=True, slots=True)
class Question:
    """One part of a question, ready to be searched for.

    Attributes:
        text: see `vault.recall.question.parts`.
        vector: `(d,)`, in the making; None: by words only.
        centring: of the user's vectors; None without a vector.
        window: the time that the question speaks of.
        by_words: whether words count; False to compare vectors only.
    """

    text: str
    vector: Future[Vectors] | None = None
    centring: Centring | None = None
    window: TimeWindow | None = None
    by_words: bool = True


@dataclass(frozen=True, slots=True)
class Scores:
    """Candidates, ascending by id, and what is known of each, `(n,)` float32.

    Attributes:
        total: what they are ordered by, in standard deviations.
        words: the words of the question, columns of `lexical.matched`.
        cosines: None without vectors.
    """

    ids: Ids
    total: Floats
    lexical: LexicalScores
    words: tuple[str, ...]
    cosines: Cosines | None = None


def score(user: UserIndex, question: Question, allowed: Ids, named: Ids, clock: Clock) -> Scores:
    """Find and score what may answer one part of a question.

    Args:
        user: whose passages.
        question: the part.
        allowed: passages that may be returned, ascending.
        named: of these, the ones that the question names; always among the candidates.
        clock: measures the parts of the work.
    """
    terms = question_terms(user.tokenise(question.text), question.text)
    ids = named
    if question.by_words:
        with clock("words"):
            found = user.word_candidates(tuple(terms.words), tuple(terms.bigrams), allowed, CANDIDATES)
            ids = np.union1d(ids, found)
    if question.vector is not None:
        with clock("embed"):
            vector = question.vector.result()
        with clock("vectors"):
            ids = np.union1d(ids, user.vector_candidates(vector, allowed, CANDIDATES)[0])
    with clock("rank"):
        lexicon = Lexicon(user, terms)
        if question.by_words:
            return _by_everything(user, question, lexicon, ids, allowed)
        lexical = lexicon.score(ids)
        cosines = _cosines(user, question, ids)
        total = cosines.standard if cosines is not None else np.zeros(len(ids), dtype=np.float32)
        return Scores(ids, total, lexical, lexicon.words.terms, cosines)


def _by_everything(user: UserIndex, question: Question, lexicon: Lexicon, ids: Ids, allowed: Ids) -> Scores:
    first = _first_scores(user, question, lexicon, ids)
    more = Lexicon(user, expansion_terms(user, ids, first.total, lexicon.terms))
    hinted = user.word_candidates(more.rarest_words(_EXPANDED_WORDS), (), allowed, _EXPANDED)
    best = ids[np.argsort(-first.total, kind="stable")[:_WITH_NEIGHBOURS]]
    further = np.setdiff1d(np.union1d(hinted, with_neighbours(user, best, allowed)), ids, assume_unique=True)
    scores = _joined(first, _first_scores(user, question, lexicon, further))
    expanded = scores.total + EXPANSION_WEIGHT * more.score(scores.ids).standard
    return replace(scores, total=lend(user, scores.ids, np.asarray(expanded, dtype=np.float32)))


def _joined(one: Scores, other: Scores) -> Scores:
    """Scores of both, ascending by id; no id is in both."""
    ids = np.concatenate([one.ids, other.ids])
    order = np.argsort(ids)
    cosines = one.cosines
    if cosines is not None and other.cosines is not None:
        cosines = replace(cosines, own=np.concatenate([cosines.own, other.cosines.own])[order])
    return Scores(
        ids=ids[order],
        total=np.concatenate([one.total, other.total])[order],
        lexical=one.lexical.joined(other.lexical, order),
        words=one.words,
        cosines=cosines,
    )


def _first_scores(user: UserIndex, question: Question, lexicon: Lexicon, ids: Ids) -> Scores:
    """Without the help of other passages."""
    lexical = lexicon.score(ids)
    cosines = _cosines(user, question, ids)
    total = lexical.standard
    if cosines is not None:
        total = cosines.standard + LEXICAL_WEIGHT * lexical.standard
    if question.window is not None:
        total = total + TIME_WEIGHT * _closeness(user, ids, question.window)
    return Scores(ids, total.astype(np.float32), lexical, lexicon.words.terms, cosines)


def _cosines(user: UserIndex, question: Question, ids: Ids) -> Cosines | None:
    if question.vector is None or question.centring is None:
        return None
    return question.centring.cosines(user.vectors(ids), question.vector.result())


def _closeness(user: UserIndex, ids: Ids, window: TimeWindow) -> Floats:
    """1 for what happened in the window, falling off outside; 0 for what has no time."""
    times = user.columns.times[user.columns.rows(ids)]
    start, end = to_microseconds(window.start), to_microseconds(window.end)
    before = np.maximum(start - times, 0) / (_DAYS_BEFORE * _DAY)
    after = np.maximum(times - end, 0) / (_DAYS_AFTER * _DAY)
    return np.where(times == UNKNOWN, 0, np.exp(-before - after)).astype(np.float32)
