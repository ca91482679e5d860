"""One line of `memvault doctor`. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at and found.

    Attributes:
        topic: what was looked at, e.g. `python`, `model`, `inotify`.
        level: `ok`; `warn`: it works, but less well; `fail`: something does not work.
        message: the fact.
        hint: the next step; empty when there is none.
    """

    topic: str
    level: Level
    message: str
    hint: str = ""
