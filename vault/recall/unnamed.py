"""What questions that name nothing are answered with: who the person is, or what was going on lately."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vault.index.record import StoredPassage
from vault.index.row_filter import RowFilter
from vault.index.user_index import UserIndex
from vault.model.memory import MEMORY_TYPES
from vault.recall.explain import Why
from vault.recall.fold import fold
from vault.recall.hits import hit_of
from vault.recall.relevance import THRESHOLD
from vault.recall.result import Hit

_RECENT = 3
_SINGLE = tuple(each for each in MEMORY_TYPES if each != "summary")
"""Memories of one thing each; a summary says them again."""


def person(user: UserIndex, condition: RowFilter, limit: int) -> list[Hit]:
    """Who the person is: the profile that they wrote, then the weightiest and latest single memories.

    Where there are none: see `thread`.
    """
    columns = user.columns
    ids = user.passage_ids(replace(condition, types=condition.types or _SINGLE))
    rows = columns.rows(ids)
    keys = (columns.updated[rows], columns.importance[rows], columns.pinned[rows])
    known = user.passages(ids[np.lexsort(keys)[::-1][:limit]])
    hits = fold((*_hits("profile", _profile(user, condition)), *_hits("profile", known)))
    return hits or thread(user, condition)


def thread(user: UserIndex, condition: RowFilter) -> list[Hit]:
    """Who the person is and what was going on lately."""
    lately = user.passages(user.recent(_RECENT, condition))
    return fold((*_hits("profile", _profile(user, condition)), *_hits("recent", lately)))


def _profile(user: UserIndex, condition: RowFilter) -> list[StoredPassage]:
    known = user.passage_ids(condition)
    return [passage for passage in user.profile() if passage.id in known][:1]


def _hits(note: str, passages: Iterable[StoredPassage]) -> list[Hit]:
    return [hit_of(passage, Why(notes=(note,)), relevance=THRESHOLD, score=0.0) for passage in passages]
