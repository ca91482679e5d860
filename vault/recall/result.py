"""What recall answers. Pure values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from vault.index.record import StoredRecord
from vault.model.memory import RecordType
from vault.recall.explain import Why


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory, passage of a note, or slice of a conversation that was recalled.

    Attributes:
        id: of the record.
        content: what is shown; a sensitive value is masked unless exactly it was asked for.
        relevance: 0-1, how likely it bears on the question.
        score: what hits are ordered by; comparable within one answer only.
        path: of the file, relative to the vault.
        line: 1-based.
        why: how it was found.
        record: everything else that is known of it.
    """

    id: str
    type: RecordType
    content: str
    relevance: float
    score: float
    created_at: datetime | None
    occurred_at: datetime | None
    path: str
    line: int
    why: Why
    record: StoredRecord


@dataclass(frozen=True, slots=True)
class RecallResult:
    """The answer to one request.

    Attributes:
        hits: best first; empty when nothing is relevant.
        notices: what the reader should know about this answer.
        took_ms: milliseconds, all in all.
        timings: milliseconds of the parts: `words`, `embed` (waiting for the question's vector, which is made
            while words are searched), `vectors`, `rank`, `read`.
    """

    query: str
    hits: tuple[Hit, ...]
    notices: tuple[str, ...] = ()
    took_ms: float = 0.0
    timings: Mapping[str, float] = field(default_factory=dict)
