"""Which memories have run out, rest because nobody used them, or wake because somebody did. Decisions only.

Nothing is lost: what has run out becomes history, what rests stays in its place.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from vault.model.memory import Memory
from vault.model.validity import is_expired

Fading = Literal["expired", "rests", "wakes"]
"""`expired`: its time is over, it goes to the archive. `rests`: it becomes `inactive`. `wakes`: it becomes
`active` again."""

LASTING_IMPORTANCE = 0.8
"""A memory as important as this (an allergy, a name, a birthday) never rests: it is seldom asked for, and
must be there when it is."""

RESTING_SINCE = "memvault-resting-since"
"""Key of a memory's line: since when it is inactive for want of use. Only such a memory wakes by itself;
what a person or another program set to `inactive` stays so."""


def fading(
    memory: Memory, now: datetime, *, inactive_after: timedelta, counted_since: datetime | None
) -> Fading | None:
    """What time has done to a memory of `facts/`; None: nothing.

    Args:
        memory: `last_hit_at` is that of all devices; `extra` is looked at only if it is inactive.
        now: aware.
        inactive_after: how long a memory is kept active without use.
        counted_since: since when recalls are counted. Before that disuse is not known, so that a vault that
            was brought along does not fall asleep as a whole. None: they are not counted, nothing rests.
    """
    if memory.status not in ("active", "inactive") or memory.superseded_by:
        return None  # history, or about to be
    if is_expired(memory, now):
        return "expired"
    if memory.status == "active":
        return "rests" if _is_unused(memory, now, inactive_after, counted_since) else None
    return "wakes" if _is_used_again(memory, now, inactive_after) else None


def last_use(memory: Memory) -> datetime | None:
    """When it was last recalled, written, or about to matter; None: nothing is known of it.

    What lies ahead is not unused, however long ago it was written down.
    """
    instants = (
        memory.created_at,
        memory.updated_at,
        memory.occurred_at,
        memory.valid_from,
        memory.last_hit_at,
    )
    return max((each for each in instants if each is not None), default=None)


def is_lasting(memory: Memory) -> bool:
    """Whether it is kept active however seldom it is used: pinned, an exact fact, or important.

    So is one without an id of its own: its recalls are known only once it has one.
    """
    return memory.pinned or bool(memory.key) or memory.importance >= LASTING_IMPORTANCE or memory.provisional


def _is_unused(
    memory: Memory, now: datetime, inactive_after: timedelta, counted_since: datetime | None
) -> bool:
    used = last_use(memory)
    if counted_since is None or used is None or is_lasting(memory):
        return False
    return now - max(used, counted_since) >= inactive_after


def _is_used_again(memory: Memory, now: datetime, inactive_after: timedelta) -> bool:
    """A recall counts even from before it came to rest: another device may tell of it late."""
    if RESTING_SINCE not in memory.extra:
        return False
    hit = memory.last_hit_at
    return is_lasting(memory) or (hit is not None and now - hit < inactive_after)
