"""When a memory counts as current. Pure rules; the clock is passed in."""

from __future__ import annotations

from datetime import datetime

from vault.model.memory import Memory


def is_expired(memory: Memory, now: datetime) -> bool:
    """Whether its time to live, or the time in which it was true, is over."""
    return any(end is not None and end <= now for end in (memory.expires_at, memory.valid_until))


def is_current(memory: Memory, now: datetime) -> bool:
    """Whether recall may return it as true now: active, not superseded, begun and not expired."""
    return (
        memory.status == "active"
        and not memory.superseded_by
        and (memory.valid_from is None or memory.valid_from <= now)
        and not is_expired(memory, now)
    )
