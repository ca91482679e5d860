"""Which of several records with one id counts, and the problems to show for the others. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from vault.problem import Problem


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record with some id is, and what decides between two of them.

    Attributes:
        id: of the record.
        path: of the file, relative to the vault.
        line: 1-based.
        updated_at: `updated_at`, else `created_at`, of the record.
        ended: superseded, forgotten, or in `archive/`: a tombstone.
    """

    id: str
    path: str
    line: int
    updated_at: datetime | None = None
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Duplicates:
    """The places that do not count, and a problem for each."""

    losers: frozenset[tuple[str, int]]
    problems: tuple[Problem, ...]


def find_duplicates(places: Iterable[Place]) -> Duplicates:
    """Choose one place for each id; `(path, line)` of the others are the losers."""
    del places
    return Duplicates(frozenset(), ())
