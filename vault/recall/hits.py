"""Passages of the index as hits of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

import numpy as np

from vault.index.ids import contains
from vault.index.record import StoredPassage
from vault.index.row_filter import RowFilter
from vault.index.user_index import UserIndex
from vault.recall.explain import Why
from vault.recall.ranking import Ranked
from vault.recall.result import Hit
from vault.recall.slots import NamedSlots, shown_content


def ranked_hits(user: UserIndex, ranked: Iterable[Ranked], named: NamedSlots) -> Iterator[Hit]:
    """Hits of candidates, in their order."""
    wanted = list(ranked)
    ids = np.array([one.passage for one in wanted], dtype=np.int64)
    passages = {passage.id: passage for passage in user.passages(ids)}
    for one in wanted:
        passage = passages.get(one.passage)
        if passage is not None:
            slot = one.passage in named.passages
            why = replace(one.why, slot=slot)
            relevance = 1.0 if slot else one.relevance
            yield hit_of(passage, why, relevance=relevance, score=one.score, exact=one.passage in named.exact)


def hits_of_records(
    user: UserIndex, ids: Sequence[str], condition: RowFilter, named: NamedSlots
) -> Iterator[Hit]:
    """Hits of records that did not come up by themselves, as far as they may be returned."""
    places = user.of_records(ids)
    places = places[contains(user.passage_ids(condition), places)]
    for passage in user.passages(places):
        yield hit_of(passage, Why(), relevance=0.0, score=-inf, exact=passage.id in named.exact)


def hit_of(passage: StoredPassage, why: Why, *, relevance: float, score: float, exact: bool = False) -> Hit:
    """A passage as a hit.

    Args:
        passage: as it is stored.
        why: how it was found.
        relevance: 0-1.
        score: what hits are ordered by.
        exact: whether exactly this fact was asked for, so that a sensitive value is shown.
    """
    record = passage.record
    return Hit(
        id=record.id,
        type=record.type,
        content=shown_content(record, passage.text, exact=exact),
        relevance=relevance,
        score=score,
        created_at=record.created_at,
        occurred_at=record.occurred_at,
        path=passage.path,
        line=passage.line,
        why=why,
        record=record,
    )
