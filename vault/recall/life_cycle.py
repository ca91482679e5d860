"""What age, importance and the like do to the order of hits: mild, bounded, never applied to cosines.

A factor multiplies the odds that a hit is meant. A strict half-life on raw similarities buries everything
old; here the oldest memory loses a fifth of its odds and no more. What people say of it weighs more.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import numpy as np

from vault.index.columns import TYPE_CODES, UNKNOWN, Columns
from vault.index.instants import to_microseconds
from vault.model.memory import RECORD_TYPES, RecordType
from vault.recall.lexical import Floats

HALF_LIFE_DAYS: Mapping[RecordType, float] = {
    "fact": 365,
    "preference": 730,
    "event": 90,
    "task": 90,
    "procedure": 365,
    "summary": 180,
    "note": 365,
    "message": 90,
}
OLDEST = 0.8
"""What age alone can leave of a factor."""
OFTEN = 10
"""So many hits keep a memory from ageing."""
VERDICT = 2.0
"""By which one `useful` multiplies the odds that a memory is meant, and one `useless` divides them."""
MOST_USEFUL, MOST_USELESS = 2, 5
"""So many, one kind taken from the other, count at most."""
PAST = 0.7
"""For tasks and events that are over."""
_DAY = 24 * 3600 * 1_000_000  # microseconds


def factors(
    columns: Columns,
    now: datetime,
    half_life_days: Mapping[RecordType, float] = HALF_LIFE_DAYS,
    *,
    of_a_time: bool = False,
) -> dict[str, Floats]:
    """Factors of candidates by their names, `(n,)` each, around 1.

    Args:
        columns: of the candidates.
        now: aware.
        half_life_days: by type; types left out have their default.
        of_a_time: the question names a time, so that what is over then is no less wanted.
    """
    moment = to_microseconds(now)
    return {
        "age": _age(columns, moment, {**HALF_LIFE_DAYS, **half_life_days}),
        "importance": np.asarray(0.9 + 0.2 * columns.importance, dtype=np.float32),
        "confidence": np.asarray(0.85 + 0.15 * columns.confidence, dtype=np.float32),
        "feedback": _feedback(columns),
        "over": np.ones(len(columns.types), dtype=np.float32) if of_a_time else _over(columns, moment),
    }


def _age(columns: Columns, moment: int, half_lives: Mapping[RecordType, float]) -> Floats:
    lives = np.array([half_lives[name] for name in RECORD_TYPES], dtype=np.float64)[columns.types]
    latest = np.maximum(columns.updated, columns.last_hits)
    known = latest != UNKNOWN
    days = np.maximum(moment - np.where(known, latest, moment), 0) / _DAY
    aged = OLDEST + (1 - OLDEST) * 0.5 ** (days / lives)
    ageless = columns.pinned | (columns.hit_counts >= OFTEN) | ~known
    return np.where(ageless, 1, aged).astype(np.float32)


def _feedback(columns: Columns) -> Floats:
    """What people said of it; one kind of word takes back the other."""
    balance = columns.useful.astype(np.int64) - columns.useless.astype(np.int64)
    return np.asarray(VERDICT ** np.clip(balance, -MOST_USELESS, MOST_USEFUL), dtype=np.float32)


def _over(columns: Columns, moment: int) -> Floats:
    """Tasks and events whose time is past rank below those still to come."""
    dated = np.isin(columns.types, [TYPE_CODES["task"], TYPE_CODES["event"]])
    known = (columns.times != UNKNOWN) & (columns.times != columns.created)
    return np.where(dated & known & (columns.times < moment), PAST, 1).astype(np.float32)
