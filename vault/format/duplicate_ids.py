"""Which of several records with one id counts, and the problems to show for the others. Pure.

Twins inside one file are reported when the file is parsed; here they only lose or win.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timezone

from vault.format.report import quoted
from vault.problem import Problem

_PROVISIONAL = "prov_"
_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record with some id is, and what decides between two of them.

    Attributes:
        id: of the record.
        path: of the file, relative to the vault.
        line: 1-based.
        updated_at: `updated_at`, else `created_at`, of the record.
        ended: superseded, forgotten, or in `archive/`: a tombstone.
        erased: what is left of an erased memory: see `vault.model.tombstone`.
    """

    id: str
    path: str
    line: int
    updated_at: datetime | None = None
    ended: bool = False
    erased: bool = False


@dataclass(frozen=True, slots=True)
class Duplicates:
    """`(path, line)` of the records that do not count, and a problem for each that has a twin elsewhere."""

    losers: frozenset[tuple[str, int]]
    problems: tuple[Problem, ...]


def find_duplicates(places: Iterable[Place]) -> Duplicates:
    """Choose one place for each id.

    What is left of an erased memory wins over everything. A record that has ended wins over one that has
    not: what was forgotten must not come back through an old copy. Else the one changed last wins, else the
    one whose path, then line, comes first.
    """
    by_id: dict[str, list[Place]] = {}
    for place in places:
        by_id.setdefault(place.id, []).append(place)
    losers: set[tuple[str, int]] = set()
    problems: list[Problem] = []
    for twins in by_id.values():
        winner, *others = sorted(twins, key=_precedence)
        for loser in others:
            losers.add((loser.path, loser.line))
            if loser.path != winner.path:
                problems.append(_problem(loser, winner))
    return Duplicates(frozenset(losers), tuple(sorted(problems)))


def _precedence(place: Place) -> tuple[bool, bool, float, str, int]:
    age = -((place.updated_at or _LONG_AGO) - _LONG_AGO).total_seconds()
    return not place.erased, not place.ended, age, place.path, place.line


def _problem(loser: Place, winner: Place) -> Problem:
    where = f"{winner.path}:{winner.line}"
    if loser.id.startswith(_PROVISIONAL):
        message, hint = f"the same memory as at {where}", "delete one of the two lines"
        return Problem(loser.path, loser.line, 0, "duplicate-line", message, hint, "warning")
    message, hint = f"{quoted(loser.id)} is also the id of {where}, which counts", "delete one, or its id"
    return Problem(loser.path, loser.line, 0, "duplicate-id", message, hint)
