"""Records that others supersede although their own lines do not say so (yet).

Who replaces a memory adds the new one first and moves the old one to the archive then. In between, and after
a crash there, both stand in `facts/`; the old one must not be shown beside the new one. If the old line has
no id, the new one names the real id that it has in the archive (`vault.model.identifier.permanent_id`).
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_PAIRS = """
SELECT x.number, x.id, coalesce(x.updated_at, x.created_at, 0), fx.path, x.line,
       y.number, y.id, coalesce(y.updated_at, y.created_at, 0), fy.path, y.line
FROM records x INDEXED BY records_that_supersede CROSS JOIN json_each(x.supersedes) s
CROSS JOIN records y INDEXED BY records_by_id
  ON y.id IN (s.value, 'prov_' || substr(s.value, 5)) AND y.user = x.user AND y.number <> x.number
JOIN files fx ON fx.number = x.file JOIN files fy ON fy.number = y.file
WHERE x.supersedes <> '[]' AND x.served AND NOT x.archived AND x.status <> 'forgotten'
  AND y.served AND NOT y.archived
"""


@dataclass(frozen=True, slots=True)
class Claimant:
    """A record that supersedes another one, or is superseded.

    Attributes:
        number: of its row.
        id: of the record.
        place: its time, path and line; the greater of two is the newer one.
    """

    number: int
    id: str
    place: tuple[int, str, int]


def note_superseded(connection: sqlite3.Connection, generation: int) -> None:
    """Bring `records.replaced_by` in step with what the records in `facts/` say that they supersede.

    Args:
        connection: inside the transaction of a reconcile, the records and duplicates settled.
        generation: that the transaction makes.
    """
    wanted = {
        number: json.dumps(ids, ensure_ascii=False)
        for number, ids in replaced(_read_pairs(connection)).items()
    }
    stored = dict(
        connection.execute("SELECT number, replaced_by FROM records WHERE replaced_by <> '[]'").fetchall()
    )
    changes = [
        (wanted.get(number, "[]"), generation, number)
        for number in sorted(wanted.keys() | stored.keys())
        if wanted.get(number) != stored.get(number)
    ]
    connection.executemany("UPDATE records SET replaced_by = ?, changed = ? WHERE number = ?", changes)


def replaced(pairs: Iterable[tuple[Claimant, Claimant]]) -> Mapping[int, tuple[str, ...]]:
    """Which records are replaced, by number, and the ids of those that say so, sorted.

    Of records that supersede each other, around any number of corners, the newest stays.

    Args:
        pairs: a record that supersedes, and one that it supersedes.
    """
    olds: dict[int, list[int]] = defaultdict(list)
    claims: dict[int, set[str]] = defaultdict(set)
    everyone: dict[int, Claimant] = {}
    for new, old in pairs:
        olds[new.number].append(old.number)
        claims[old.number].add(new.id)
        everyone |= {new.number: new, old.number: old}
    gone: set[int] = set()
    for one in sorted(everyone.values(), key=lambda each: each.place, reverse=True):
        # whoever is not gone here is reached by no newer record, so that what it reaches goes with certainty
        if one.number not in gone:
            gone |= _reached(one.number, olds)
    return {number: tuple(sorted(claims[number])) for number in gone}


def _reached(start: int, olds: Mapping[int, list[int]]) -> set[int]:
    """What a record supersedes, around any number of corners, without itself."""
    seen, waiting = {start}, [start]
    while waiting:
        for old in olds.get(waiting.pop(), ()):
            if old not in seen:
                seen.add(old)
                waiting.append(old)
    return seen - {start}


def _read_pairs(connection: sqlite3.Connection) -> Iterable[tuple[Claimant, Claimant]]:
    for row in connection.execute(_PAIRS).fetchall():
        yield Claimant(row[0], row[1], row[2:5]), Claimant(row[5], row[6], row[7:])
