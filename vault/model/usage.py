"""How often a memory was recalled, and what was said about it. Pure values that can be added up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Usage:
    """Counts of one memory on one device, or added up over devices. `last_hit_at` is aware, in UTC."""

    id: str
    hits: int = 0
    last_hit_at: datetime | None = None
    useful: int = 0
    useless: int = 0
    wrong: int = 0
    outdated: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Counters add up; of the times the latest stays. Both are of one memory."""
        times = [when for when in (self.last_hit_at, other.last_hit_at) if when is not None]
        return Usage(
            id=self.id,
            hits=self.hits + other.hits,
            last_hit_at=max(times, default=None),
            useful=self.useful + other.useful,
            useless=self.useless + other.useless,
            wrong=self.wrong + other.wrong,
            outdated=self.outdated + other.outdated,
        )
