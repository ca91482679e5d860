"""From the scores of a question's parts to one order: relevance, life cycle, the era that is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from vault.index.columns import TYPE_CODES, UNKNOWN
from vault.index.ids import Ids, Mask
from vault.index.instants import to_microseconds
from vault.index.user_index import UserIndex
from vault.model.memory import RecordType
from vault.recall.concern import Concern
from vault.recall.constraints import RELEVANCE
from vault.recall.explain import Why
from vault.recall.fuse import TALK, TOPIC
from vault.recall.lexical import Floats
from vault.recall.life_cycle import VERDICT, factors
from vault.recall.question import Era
from vault.recall.relevance import THRESHOLD, Features, evidence, relevance, standardised_for_relevance
from vault.recall.scoring import Scores
from vault.recall.time_phrase import TimeWindow

ERA_WEIGHT = 0.3
_ERA_DEPTH = 8
"""Among so many of the best the newest, or the oldest, is preferred when one is asked for."""
COMPANION = 0.95
"""What goes with a sure hit is at most so relevant, in proportion to its score."""

_HIGH, _ABOVE = 8.0, 20.0
"""What happened in the time that a question names is relevant from so many standard deviations above the
average memory, and half more so with so many further ones."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One candidate.

    Attributes:
        passage: its id.
        score: what candidates are ordered by.
        relevance: 0-1.
        why: how it came by both.
    """

    passage: int
    score: float
    relevance: float
    why: Why


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the order depends on beside the scores.

    Attributes:
        now: aware.
        era: which of several values is asked for.
        concern: of the question.
        curve: of relevance, as fitted for the model; empty: the default one.
        half_life_days: by type; see `vault.recall.life_cycle`.
        window: the time that the question speaks of.
        constraints: passages that advice which is asked for must not run against, the weightiest first.
    """

    now: datetime
    era: Era
    concern: Concern
    curve: Sequence[float] = ()
    window: TimeWindow | None = None
    half_life_days: Mapping[RecordType, float] = field(default_factory=dict)
    constraints: Ids = field(default_factory=lambda: np.empty(0, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates of one question, arrays `(n,)` each.

    Attributes:
        ids: of the passages, ascending.
        scores: what they are ordered by.
        unjudged: the same without what people said of them: what was said of one decides nothing for others.
        evidence: what relevance was judged by, `(n, features)`; see `vault.recall.relevance.evidence`.
        relevance: 0-1; what was said to be useless has less of it, and so may miss the threshold.
        order: places in these arrays, best first.
    """

    ids: Ids
    scores: Floats
    unjudged: Floats
    evidence: Floats
    relevance: Floats
    order: Ids
    _parts: Sequence[Scores]
    _chosen: Ids
    _places: Ids
    _factors: Mapping[str, Floats]
    _constraints: Ids

    def candidate(self, place: int) -> Ranked:
        """One of them with its reasons."""
        part, row = self._parts[self._chosen[place]], int(self._places[place])
        matched = zip(part.words, part.lexical.matched[row].tolist(), strict=True)
        return Ranked(
            passage=int(self.ids[place]),
            score=float(self.scores[place]),
            relevance=float(self.relevance[place]),
            why=Why(
                word_score=float(part.lexical.total[row]),
                vector_score=None if part.cosines is None else float(part.cosines.own[row]),
                matched=tuple(word for word, there in matched if there),
                factors={name: float(values[place]) for name, values in self._factors.items()},
                notes=("constraint",) if self.ids[place] in self._constraints else (),
            ),
        )


def rank(user: UserIndex, parts: Sequence[Scores], circumstances: Circumstances) -> Ranking:
    """Order all candidates.

    Of a passage that several parts of the question find, the part with the highest score counts.

    Args:
        user: whose passages.
        parts: scores for each part of the question; at least one.
        circumstances: see there.
    """
    ids = np.unique(np.concatenate([part.ids for part in parts]))
    chosen, places, totals = _best_part(ids, parts)
    columns = user.columns_of(ids)
    weighed = np.concatenate(
        [_evidence(user, part, circumstances.concern)[places[chosen == at]] for at, part in enumerate(parts)]
    )[np.argsort(np.argsort(chosen, kind="stable"), kind="stable")]
    relevant = relevance(weighed, circumstances.curve)
    if circumstances.concern.elsewhere and not circumstances.concern.personal:
        # who asks for the weather again does not want the small talk of last month
        relevant[columns.types == TYPE_CODES["message"]] = 0
    elif circumstances.concern.personal:
        relevant = _of_the_time(relevant, totals, _inside(columns.times, circumstances.window))
    named = factors(
        columns,
        circumstances.now,
        circumstances.half_life_days,
        of_a_time=circumstances.window is not None,
    )
    odds = np.prod(np.stack(list(named.values())), axis=0)
    scores = _of_the_era(totals, columns.times, circumstances.era) + np.log(odds)
    limiting = np.searchsorted(ids, circumstances.constraints)
    scores[limiting] = scores.max(initial=0) + np.arange(len(limiting), 0, -1)
    relevant = _with_companions(relevant, totals)
    relevant[limiting] = np.maximum(relevant[limiting], RELEVANCE)
    return Ranking(
        ids=ids,
        scores=scores,
        unjudged=scores - np.log(named["feedback"]),
        evidence=weighed,
        relevance=_judged(relevant, named["feedback"]),
        order=np.argsort(-scores, kind="stable"),
        _parts=parts,
        _chosen=chosen,
        _places=places,
        _factors=named,
        _constraints=circumstances.constraints,
    )


def _best_part(ids: Ids, parts: Sequence[Scores]) -> tuple[Ids, Ids, Floats]:
    """For each id: which part scores it highest, its place there, and that score."""
    table = np.full((len(parts), len(ids)), -np.inf, dtype=np.float32)
    rows = np.zeros((len(parts), len(ids)), dtype=np.int64)
    for number, part in enumerate(parts):
        where = np.searchsorted(ids, part.ids)
        table[number, where] = part.total
        rows[number, where] = np.arange(len(part.ids))
    chosen = table.argmax(axis=0)
    each = np.arange(len(ids))
    return chosen, rows[chosen, each], table[chosen, each]


def _evidence(user: UserIndex, part: Scores, asked: Concern) -> Floats:
    own = everywhere = None
    if part.cosines is not None:
        own = part.cosines.own
        everywhere = standardised_for_relevance(own, part.cosines.everywhere, user.document_count)
    return evidence(
        Features(
            coverage=part.lexical.coverage,
            mass=part.lexical.mass,
            concern=asked,
            size=user.document_count,
            cosines=own,
            spread=everywhere,
            topic=TOPIC if part.cosines is None else part.cosines.topic,
            talk=TALK if part.cosines is None else part.cosines.talk,
        )
    )


def _inside(times: Ids, window: TimeWindow | None) -> Mask:
    """Which passages are of the time that the question speaks of."""
    if window is None:
        return np.zeros(len(times), dtype=np.bool_)
    start, end = to_microseconds(window.start), to_microseconds(window.end)
    return np.asarray((times >= start) & (times < end))


def _of_the_time(relevant: Floats, totals: Floats, inside: Mask) -> Floats:
    """我上周做了什么 shares no word with its answer, but the week."""
    least = THRESHOLD * (1 + np.clip((totals - _HIGH) / _ABOVE, 0, 1) / 2)
    lifted = inside & (totals >= _HIGH)
    return np.where(lifted, np.maximum(relevant, least), relevant).astype(np.float32)


def _with_companions(relevant: Floats, totals: Floats) -> Floats:
    """Second hops and neighbours share little with the question themselves; a sure hit vouches for them."""
    if len(totals) == 0:
        return relevant
    best = int(totals.argmax())
    sure = float(relevant.max())
    if sure < THRESHOLD or totals[best] <= 0:
        return relevant
    vouched = COMPANION * sure * np.clip(totals / totals[best], 0, 1)
    return np.asarray(np.maximum(relevant, vouched), dtype=np.float32)


def _judged(relevant: Floats, feedback: Floats) -> Floats:
    """Relevance as odds, times what people said; nothing becomes relevant because it was useful elsewhere.

    One `useless` may be about the question, several are about the memory: of the first one only half counts.
    """
    lowered = relevant * np.minimum(feedback * VERDICT**0.5, 1)
    return np.asarray(lowered / (lowered + 1 - relevant), dtype=np.float32)


def _of_the_era(totals: Floats, times: Ids, era: Era) -> Floats:
    """Scores of the best ones raised or lowered by their place in time."""
    if era == "any":
        return totals
    best = np.argsort(-totals, kind="stable")[:_ERA_DEPTH]
    best = best[times[best] != UNKNOWN]
    if len(best) < 2:
        return totals
    places = np.searchsorted(np.sort(times[best]), times[best]) / (len(best) - 1) * 2 - 1
    sign = 1 if era == "newest" else -1
    raised: Floats = totals.copy()
    raised[best] *= (1 + ERA_WEIGHT * sign * places).astype(np.float32)
    return raised
