"""What stands beside a passage lends it its subject: a turn of a conversation, a line of a list.

Only neighbours in one file count, written within ten minutes of each other (or all without a time), and only
through an unbroken chain of such. A slice of the journal has its neighbours in it and borrows nothing.
"""

from __future__ import annotations

import numpy as np

from vault.index.columns import TYPE_CODES, UNKNOWN
from vault.index.ids import Ids, contains
from vault.index.user_index import UserIndex
from vault.recall.lexical import Floats

DISTANCE = 2
WEIGHTS = (0.25, 0.12)
"""Of the next and the next but one, on either side."""
_GAP = 10 * 60 * 1_000_000  # microseconds


def with_neighbours(user: UserIndex, ids: Ids, allowed: Ids) -> Ids:
    """The passages and their neighbours among `allowed`, ascending."""
    if len(ids) == 0:
        return ids
    beside = np.unique(user.neighbours(ids, DISTANCE))
    return np.union1d(ids, beside[contains(allowed, beside)])


def lend(user: UserIndex, ids: Ids, scores: Floats) -> Floats:
    """Scores with a share of the neighbours' scores added; neighbours outside `ids` lend nothing.

    Args:
        user: whose passages.
        ids: ascending.
        scores: theirs, in standard deviations.
    """
    if len(ids) == 0:
        return scores
    beside = user.neighbours(ids, DISTANCE)
    near = _reachable(user, ids, beside)
    places = np.searchsorted(ids, beside).clip(max=len(ids) - 1)
    slices = user.columns_of(ids).types == TYPE_CODES["message"]
    known = near & (ids[places] == beside) & ~slices[:, None]
    weights = np.array([*reversed(WEIGHTS), *WEIGHTS], dtype=np.float32)
    lent = np.where(known, scores[places], 0) @ weights
    return np.asarray(scores + lent, dtype=np.float32)


def _reachable(user: UserIndex, ids: Ids, beside: Ids) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Which neighbours belong to the same stretch of writing."""
    chain = np.concatenate([beside[:, :DISTANCE], ids[:, None], beside[:, DISTANCE:]], axis=1)
    there = chain >= 0
    created = user.columns.created[user.columns.rows(np.where(there, chain, ids[:, None]).ravel())]
    created = created.reshape(chain.shape)
    unknown = created == UNKNOWN
    close = np.abs(np.diff(np.where(unknown, 0, created), axis=1)) <= _GAP
    linked = there[:, 1:] & there[:, :-1] & (unknown[:, 1:] == unknown[:, :-1]) & close
    before = np.flip(np.logical_and.accumulate(np.flip(linked[:, :DISTANCE], 1), axis=1), 1)
    after = np.logical_and.accumulate(linked[:, DISTANCE:], axis=1)
    return np.concatenate([before, after], axis=1)
