"""From a question to ranked, explained memories of one user. The steps are in the modules imported here."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

import numpy as np

from vault.embedding.provider import EmbeddingModel, Vectors
from vault.index.index import Index
from vault.index.record import StoredRecord
from vault.index.row_filter import RowFilter
from vault.index.user_index import UserIndex
from vault.model.memory import RecordType
from vault.recall.clock import Clock
from vault.recall.concern import concern
from vault.recall.conflict import settled
from vault.recall.constraints import constraints_on
from vault.recall.fold import fold
from vault.recall.fuse import Centring
from vault.recall.hits import hits_of_records, ranked_hits
from vault.recall.not_stated import Stated, about_oneself, without_unstated
from vault.recall.query import RecallRequest
from vault.recall.question import era, looks_back, parts, plain
from vault.recall.ranking import Circumstances, Ranked, Ranking, rank
from vault.recall.relevance import THRESHOLD
from vault.recall.result import Hit, RecallResult
from vault.recall.retold import without_retold
from vault.recall.scoring import Question, score
from vault.recall.slots import NamedSlots, named_slots
from vault.recall.time_phrase import parse_time_phrase
from vault.recall.unnamed import person, thread
from vault.recall.vague import asks_for_person, is_vague
from vault.recall.weighing import Weigh, weighed
from vault.recall.wording import without_asker

__all__ = ["Hit", "RecallResult", "Recaller"]

CACHE_TIME = timedelta(seconds=30)
_CACHED = 256
_READ_AHEAD = 4
"""So many times the hits wanted are read, since some of them fold into others."""
_MEANT = 0.5
"""An exact fact whose scene is not named must have this share of the best score to come first."""


def _all_stated(message: str) -> tuple[str, str]:
    return message, ""


class Recaller:
    """Answers questions from an index. Safe to use from several threads.

    An identical question within half a minute is answered from memory, until anything in the index
    changes but how often memories were recalled.

    Args:
        index: kept in step by somebody else.
        model: that made the vectors; None: everything goes by words.
        half_life_days: by type, where it differs from the default; see `vault.recall.life_cycle`.
        weigh: raises and lowers hits by reasons of its own.
        stated: tells what is said in a message from what is only asked.
    """

    def __init__(
        self,
        index: Index,
        model: EmbeddingModel | None,
        half_life_days: Mapping[RecordType, float] | None = None,
        weigh: Weigh | None = None,
        stated: Stated = _all_stated,
    ) -> None:
        self._weigh = weigh
        self._stated = stated
        self._index = index
        self._model = model
        self._half_life_days = half_life_days or {}
        self._lock = threading.Lock()
        self._vectors: dict[str, Future[Vectors]] = {}
        self._background = ThreadPoolExecutor(max_workers=1, thread_name_prefix="memvault-question")
        self._centrings: dict[str, tuple[int, Centring]] = {}
        self._answers: dict[tuple[RecallRequest, str], _Answered] = {}

    def recall(self, request: RecallRequest, now: datetime, timezone: tzinfo) -> RecallResult:
        """The memories that answer a question.

        Args:
            request: the question.
            now: aware; decides what is current, and what `last week` means.
            timezone: of the vault.
        """
        started = time.perf_counter()
        user = self._index.user(request.user_id)
        key = (request, str(timezone))
        with self._lock:
            known = self._answers.get(key)
        if known is None or not known.serves(user, now):
            clock = Clock()
            hits = self._answer(user, request, now, timezone, clock)
            known = _Answered(user.generation, user.verdicts, now, tuple(hits), clock.milliseconds)
            self._keep(key, known)
        took = 1000 * (time.perf_counter() - started)
        return RecallResult(request.query, known.hits, (), took, known.timings)

    def ranking(self, request: RecallRequest, now: datetime, timezone: tzinfo) -> Ranking:
        """All candidates of a question before any is left out, for fitting what counts as relevant."""
        user = self._index.user(request.user_id)
        return self._rank(user, request, now, timezone, Clock())[0]

    def _answer(
        self, user: UserIndex, request: RecallRequest, now: datetime, timezone: tzinfo, clock: Clock
    ) -> list[Hit]:
        ranking, named = self._rank(user, request, now, timezone, clock)
        with clock("read"):
            past = looks_back(request.query)
            found = ranked_hits(user, _gated(ranking, request, named), named)
            found = self._told_once(user, found, request.limit, past=past)
            hits = fold(found if self._weigh is None else weighed(request.query, found, self._weigh))
            if not past:
                hits = settled(hits, lambda ids: hits_of_records(user, ids, _condition(request, now), named))
            if about_oneself(request.query):
                hits = self._stated_only(request, hits)
            if asks_for_person(request.query):
                hits = person(user, _condition(request, now), request.limit)
            elif not hits and is_vague(request.query):
                hits = thread(user, _condition(request, now))
        return hits[: request.limit]

    def _stated_only(self, request: RecallRequest, hits: Iterable[Hit]) -> list[Hit]:
        def closeness(texts: Sequence[str]) -> Sequence[float]:
            if self._model is None or request.mode == "words":
                return ()
            question = self._vector(without_asker(plain(request.query)), self._model).result()
            return [float(each) for each in self._model.embed_passages(texts) @ question]

        return list(
            without_unstated(
                request.query, hits, stated=self._stated, closeness=closeness, limit=request.limit
            )
        )

    def _told_once(self, user: UserIndex, hits: Iterable[Hit], limit: int, *, past: bool) -> Iterator[Hit]:
        def memories_of(session: str, messages: Collection[str]) -> Sequence[StoredRecord]:
            return self._index.of_session(user.user_id, session, messages=messages)

        return without_retold(tuple(hits), memories_of, limit=limit, past=past)

    def _rank(
        self, user: UserIndex, request: RecallRequest, now: datetime, timezone: tzinfo, clock: Clock
    ) -> tuple[Ranking, NamedSlots]:
        questions = self._questions(user, request, now, timezone)
        allowed = user.passage_ids(_condition(request, now))
        named = named_slots(request.query, user.slots()).among(allowed)
        constraints = constraints_on(request.query, user, allowed)
        needed = np.union1d(named.ids, constraints)
        scores = [score(user, each, allowed, needed, clock) for each in questions]
        circumstances = Circumstances(
            now=now,
            era=era(request.query),
            concern=concern([each.text for each in questions]),
            curve=self._model.facts.relevance if self._model else (),
            half_life_days=self._half_life_days,
            window=questions[0].window,
            constraints=constraints,
        )
        with clock("rank"):
            return rank(user, scores, circumstances), named

    def _questions(
        self, user: UserIndex, request: RecallRequest, now: datetime, timezone: tzinfo
    ) -> list[Question]:
        """The parts of the question, with their vectors."""
        window = parse_time_phrase(plain(request.query), now, timezone)
        by_words = request.mode != "vectors"
        questions = [Question(text, window=window, by_words=by_words) for text in parts(request.query)]
        if self._model is None or request.mode == "words" or user.dimension == 0:
            return questions
        vectors = [self._vector(without_asker(each.text), self._model) for each in questions]
        centring = self._centring(user, self._model)
        return [
            replace(each, vector=vector, centring=centring)
            for each, vector in zip(questions, vectors, strict=True)
        ]

    def _vector(self, text: str, model: EmbeddingModel) -> Future[Vectors]:
        """Of a question, made in the background while words are searched.

        The same question is often asked again of a changed index; its vector is kept.
        """
        with self._lock:
            known = self._vectors.get(text)
            if known is None or (known.done() and known.exception() is not None):
                if len(self._vectors) >= _CACHED:
                    self._vectors.clear()
                known = self._vectors[text] = self._background.submit(model.embed_query, text)
        return known

    def _centring(self, user: UserIndex, model: EmbeddingModel) -> Centring:
        """Worked out once for each state of the index."""
        with self._lock:
            known = self._centrings.get(user.user_id)
        if known is not None and known[0] == user.generation:
            return known[1]
        made = Centring(user, model)
        with self._lock:
            self._centrings[user.user_id] = (user.generation, made)
        return made

    def _keep(self, key: tuple[RecallRequest, str], answered: _Answered) -> None:
        with self._lock:
            if len(self._answers) >= _CACHED:
                self._answers.clear()
            self._answers[key] = answered


@dataclass(frozen=True, slots=True)
class _Answered:
    """An answer and the state of the index it was made from. Further recalls alone do not make it wrong."""

    generation: int
    verdicts: tuple[int, int]
    at: datetime
    hits: tuple[Hit, ...]
    timings: Mapping[str, float]

    def serves(self, user: UserIndex, now: datetime) -> bool:
        same = (self.generation, self.verdicts) == (user.generation, user.verdicts)
        return same and timedelta(0) <= now - self.at < CACHE_TIME


def _condition(request: RecallRequest, now: datetime) -> RowFilter:
    return RowFilter(
        namespaces=request.namespaces,
        types=request.types,
        tags=request.tags,
        since=request.since,
        until=request.until,
        current_at=now,
    )


def _gated(ranking: Ranking, request: RecallRequest, named: NamedSlots) -> list[Ranked]:
    """What the question names first, then what is relevant enough, in their order."""
    threshold = THRESHOLD if request.threshold is None else request.threshold
    first = _named_first(ranking, named)
    others = ranking.order[~np.isin(ranking.order, first)]
    if request.gate:
        named_too = np.isin(ranking.ids[others], named.passages)
        others = others[named_too | (ranking.relevance[others] >= threshold)]
    return [ranking.candidate(place) for place in [*first, *others.tolist()][: _READ_AHEAD * request.limit]]


def _named_first(ranking: Ranking, named: NamedSlots) -> list[int]:
    """Places of the exact facts that come first whatever the scores say.

    Where only the key is named, one that fits the question much less than another memory does is not meant:
    生日 is the key of one's own birthday, but 我妈妈的生日 is another one.
    """
    places = np.searchsorted(ranking.ids, np.array(named.passages, dtype=np.int64)).tolist()
    best = float(ranking.unjudged.max(initial=0.0))
    return [
        place
        for place in places
        if int(ranking.ids[place]) in named.certain or ranking.unjudged[place] >= _MEANT * best
    ]
