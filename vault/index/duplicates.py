"""Serving one record of each id: which one is decided by `vault.format.duplicate_ids`."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from vault.format.duplicate_ids import Place, find_duplicates
from vault.index.file_rows import add_problems, remove_problems
from vault.index.instants import optional_instant
from vault.index.store import Store
from vault.model.tombstone import ERASED

_ERASED_MARKS = ", ".join(f"'{text}'" for text in sorted(ERASED.values()))
_TWINS = f"""
SELECT r.number, r.served, r.id, f.path, r.line, coalesce(r.updated_at, r.created_at),
       r.archived OR r.status IN ('superseded', 'forgotten') OR r.superseded_by <> '[]',
       r.status = 'forgotten' AND r.text IN ({_ERASED_MARKS})
FROM records r JOIN files f ON f.number = r.file
WHERE r.id IN (SELECT id FROM records GROUP BY id HAVING count(*) > 1) OR NOT r.served
ORDER BY r.number
"""
_ERASED = f"""
SELECT r.number, r.served, r.id, f.path, r.line, NULL, 0, 0
FROM records m INDEXED BY records_erased CROSS JOIN records r INDEXED BY records_by_id
  ON r.id = 'prov_' || substr(m.id, 5) JOIN files f ON f.number = r.file
WHERE m.archived AND m.text IN ({_ERASED_MARKS}) AND m.status = 'forgotten'
"""
"""Lines without an id that say what was erased: copies of it that have come back."""


@dataclass(frozen=True, slots=True)
class _Twin:
    number: int
    served: bool
    place: Place


def choose_duplicates(connection: sqlite3.Connection, store: Store) -> None:
    """Take all but one record of each id out of every search, put the one back in, and note the problems.

    What has come back of an erased memory is taken out as well; `check` reports it.
    """
    twins = _read_twins(connection, _TWINS)
    erased = {twin.number: twin for twin in _read_twins(connection, _ERASED)}
    decided = find_duplicates(twin.place for twin in twins)
    for twin in {twin.number: twin for twin in (*twins, *erased.values())}.values():
        served = twin.number not in erased and (twin.place.path, twin.place.line) not in decided.losers
        if served != twin.served:
            store.serve(twin.number, served=served)
    remove_problems(connection, "duplicate")
    add_problems(connection, "duplicate", decided.problems)


def _read_twins(connection: sqlite3.Connection, query: str) -> list[_Twin]:
    rows = connection.execute(query).fetchall()
    return [
        _Twin(
            number,
            bool(served),
            Place(record_id, path, line, optional_instant(updated), ended=bool(ended), erased=bool(erased)),
        )
        for number, served, record_id, path, line, updated, ended, erased in rows
    ]
