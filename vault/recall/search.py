"""From a question to ranked, explained memories of one user."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

import numpy as np

from vault.embedding.provider import EmbeddingModel
from vault.index.ids import Ids
from vault.index.index import Index
from vault.index.record import StoredPassage
from vault.index.row_filter import RowFilter
from vault.index.user_index import UserIndex
from vault.recall.bm25 import Floats, bm25, idf
from vault.recall.explain import Why
from vault.recall.fuse import centred, common_direction, fuse
from vault.recall.query import RecallRequest
from vault.recall.relevance import THRESHOLD, relevance
from vault.recall.result import Hit, RecallResult
from vault.recall.slots import NamedSlots, named_slots, shown_content

__all__ = ["Hit", "RecallResult", "Recaller"]

_CANDIDATES = 200
_SAMPLE = 1000


class Recaller:
    """Answers questions from an index. Safe to use from several threads.

    Args:
        index: kept in step by somebody else.
        model: that made the vectors; None: everything goes by words.
    """

    def __init__(self, index: Index, model: EmbeddingModel | None) -> None:
        self._index = index
        self._model = model

    def recall(self, request: RecallRequest, now: datetime, timezone: tzinfo) -> RecallResult:
        """The memories that answer a question.

        Args:
            request: the question.
            now: aware; decides what is current.
            timezone: of the vault, for time phrases.
        """
        started = time.perf_counter()
        clock = Clock()
        user = self._index.user(request.user_id)
        condition = RowFilter(
            namespaces=request.namespaces,
            types=request.types,
            tags=request.tags,
            since=request.since,
            until=request.until,
            current_at=now,
        )
        allowed = user.passage_ids(condition)
        named = named_slots(request.query, user.slots())
        scored = self._score(user, request, allowed, named, clock)
        hits = self._hits(user, request, scored, named, clock)
        took = 1000 * (time.perf_counter() - started)
        return RecallResult(request.query, tuple(hits), (), took, clock.milliseconds)

    def _score(
        self, user: UserIndex, request: RecallRequest, allowed: Ids, named: NamedSlots, clock: Clock
    ) -> Scored:
        tokens = user.tokenise(request.query)
        words, bigrams = tuple(dict.fromkeys(tokens.words)), tuple(dict.fromkeys(tokens.bigrams))
        with clock("words"):
            ids = user.word_candidates(words, bigrams, allowed, _CANDIDATES)
        vector = None
        if self._model is not None and request.mode != "words" and user.dimension:
            with clock("embed"):
                vector = self._model.embed_query(request.query)
            with clock("vectors"):
                near, _ = user.vector_candidates(vector, allowed, _CANDIDATES)
            ids = near if request.mode == "vectors" else np.union1d(ids, near)
        ids = np.union1d(ids, np.intersect1d(np.array(named.passages, dtype=np.int64), allowed))
        with clock("rank"):
            found = user.term_frequencies(ids, words, bigrams)
            in_words, in_bigrams = user.term_statistics(words, bigrams)
            weights = idf(words, in_words, user.document_count)
            by_words = bm25(found.words, found.word_lengths, weights, user.average_lengths.words)
            by_bigrams = bm25(
                found.bigrams,
                found.bigram_lengths,
                idf(bigrams, in_bigrams, user.document_count),
                user.average_lengths.bigrams,
            )
            total = float(weights.sum())
            coverage = (found.words > 0) @ weights / total if total else np.zeros(len(ids), np.float32)
            cosines = sample = None
            if vector is not None and self._model is not None:
                common = common_direction(*user.vector_mean(), self._model.reference_mean)
                asked = centred(vector, common)
                cosines = centred(user.vectors(ids), common) @ asked
                sample = centred(user.vectors(user.sample_ids(_SAMPLE)), common) @ asked
            lexical = np.zeros(len(ids), np.float32) if request.mode == "vectors" else by_words + by_bigrams
            score = fuse(cosines, lexical, sample)
        return Scored(ids, score, relevance(cosines, coverage), by_words, cosines, words, found.words > 0)

    def _hits(
        self, user: UserIndex, request: RecallRequest, scored: Scored, named: NamedSlots, clock: Clock
    ) -> Iterator[Hit]:
        first = np.isin(scored.ids, named.passages)
        order: list[int] = np.lexsort((-scored.score, ~first)).tolist()
        threshold = THRESHOLD if request.threshold is None else request.threshold
        if request.gate:
            order = [at for at in order if first[at] or scored.relevance[at] >= threshold]
        with clock("read"):
            passages = {each.id: each for each in user.passages(scored.ids[order[: 4 * request.limit]])}
        seen: set[str] = set()
        for at in order[: 4 * request.limit]:
            passage = passages.get(int(scored.ids[at]))
            if passage is None or passage.record.id in seen or len(seen) >= request.limit:
                continue
            seen.add(passage.record.id)
            yield _hit(passage, scored, int(at), slot=bool(first[at]), exact=passage.id in named.exact)


def _hit(passage: StoredPassage, scored: Scored, at: int, *, slot: bool, exact: bool) -> Hit:
    record = passage.record
    return Hit(
        id=record.id,
        type=record.type,
        content=shown_content(record, passage.text, exact=exact),
        relevance=1.0 if slot else float(scored.relevance[at]),
        score=float(scored.score[at]),
        created_at=record.created_at,
        occurred_at=record.occurred_at,
        path=passage.path,
        line=passage.line,
        why=Why(
            word_score=float(scored.words[at]),
            vector_score=None if scored.cosines is None else float(scored.cosines[at]),
            matched=tuple(word for word, hit in zip(scored.asked, scored.matched[at], strict=True) if hit),
            slot=slot,
        ),
        record=record,
    )


@dataclass(frozen=True, slots=True)
class Scored:
    """Candidates of one question and what is known of each, `(n,)` arrays."""

    ids: Ids
    score: Floats
    relevance: Floats
    words: Floats
    cosines: Floats | None
    asked: tuple[str, ...]
    matched: np.ndarray


@dataclass(slots=True)
class Clock:
    """Measures parts of the work; `milliseconds` by their names."""

    milliseconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        """Measure what is done inside."""
        started = time.perf_counter()
        yield
        self.milliseconds[part] = 1000 * (time.perf_counter() - started)
