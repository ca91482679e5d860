"""What recall is asked: the question, for whom, and the conditions on what may come back. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vault.model.memory import RecordType

DEFAULT_LIMIT = 5

Mode = Literal["hybrid", "words", "vectors"]
"""Which scores count. Without a model everything goes by words; `vectors` alone is for comparison."""


@dataclass(frozen=True, slots=True)
class RecallRequest:
    """One question to one user's memories.

    Attributes:
        query: as the person put it.
        user_id: whose memories; no other user's are opened.
        limit: hits at most.
        types: only these; empty: all. So with `tags` (one of them) and `namespaces`.
        since: only what happened (else was written down) then or later; aware.
        until: only what happened before; aware.
        gate: return nothing that is less relevant than the threshold.
        threshold: relevance 0-1 from which a hit counts; None: as fitted for the model.
        mode: see `Mode`.
    """

    query: str
    user_id: str
    limit: int = DEFAULT_LIMIT
    types: tuple[RecordType, ...] = ()
    tags: tuple[str, ...] = ()
    namespaces: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    gate: bool = True
    threshold: float | None = None
    mode: Mode = "hybrid"
