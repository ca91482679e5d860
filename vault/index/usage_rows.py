"""What the usage files count, as rows of the database: of each file, and added up for each memory.

Counters change with every question. So they have their own number of changes, and a process that follows them
reads a few rows and nothing else.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping

import numpy as np

from vault.index.columns import UNKNOWN, Used
from vault.index.database import read_meta, write_meta
from vault.index.instants import to_microseconds
from vault.index.record import MOST_COUNTED
from vault.model.usage import Usage

_COUNTS = ("hits", "useful", "useless", "wrong", "outdated")
_ADD = (
    f"INSERT INTO usage (file, id, last_hit_at, {', '.join(_COUNTS)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT DO UPDATE SET last_hit_at = coalesce("
    "max(last_hit_at, excluded.last_hit_at), last_hit_at, excluded.last_hit_at), "
    + ", ".join(f"{name} = {name} + excluded.{name}" for name in _COUNTS)
)
_ADD_UP = (
    f"INSERT OR REPLACE INTO usage_totals (id, last_hit_at, {', '.join(_COUNTS)}, changed) "
    "SELECT wanted.value, max(u.last_hit_at), "
    + ", ".join(f"coalesce(sum(u.{name}), 0)" for name in _COUNTS)
    + ", :change FROM json_each(:ids) wanted LEFT JOIN usage u ON u.id = wanted.value GROUP BY wanted.value"
)
# the plus keeps SQLite from walking through all records of the user for each id
_ROW = (
    "SELECT r.number, min(r.hit_count + t.hits, :most), "
    "max(coalesce(r.last_hit_at, :unknown), coalesce(t.last_hit_at, :unknown)), "
    "min(t.useful, :most), min(t.useless, :most) "
)
_CHANGED = f"""
{_ROW} FROM usage_totals t CROSS JOIN records r ON r.id = t.id
WHERE t.changed > :counts AND +r.user = :user AND r.served
UNION
{_ROW} FROM records r CROSS JOIN usage_totals t ON t.id = r.id
WHERE r.user = :user AND r.changed > :generation AND r.served
ORDER BY 1
"""
_ALL = (
    f"{_ROW} FROM usage_totals t CROSS JOIN records r ON r.id = t.id "
    "WHERE +r.user = :user AND r.served ORDER BY 1"
)


def read_used(
    connection: sqlite3.Connection, user: int, *, generation: int | None = None, counts: int = 0
) -> Used:
    """What is counted of a user's records.

    Args:
        connection: of the index.
        user: number of the user.
        generation: leave out records that have not changed since, unless their counts have; None: all.
        counts: leave out counts that are not newer than this one of `meta.usage`.
    """
    known = {
        "user": user, "unknown": UNKNOWN, "most": MOST_COUNTED, "generation": generation, "counts": counts
    }  # fmt: skip
    rows = connection.execute(_ALL if generation is None else _CHANGED, known).fetchall()
    records, hits, last_hits, useful, useless = zip(*rows, strict=True) if rows else ((),) * 5
    return Used(
        records=np.array(records, dtype=np.int64),
        hits=np.array(hits, dtype=np.int32),
        last_hits=np.array(last_hits, dtype=np.int64),
        useful=np.array(useful, dtype=np.int32),
        useless=np.array(useless, dtype=np.int32),
    )


def add_usage(connection: sqlite3.Connection, file: int, usage: Mapping[str, Usage]) -> set[str]:
    """Add counts to those of a file; returns whose counts changed."""
    connection.executemany(_ADD, (_values(file, each) for each in usage.values()))
    return set(usage)


def replace_usage(connection: sqlite3.Connection, file: int, usage: Mapping[str, Usage]) -> set[str]:
    """Make the counts of a file these; returns whose counts changed, or may have."""
    names = ", ".join(("id", "last_hit_at", *_COUNTS))
    stored = set(connection.execute(f"SELECT {names} FROM usage WHERE file = ?", (file,)).fetchall())
    wanted = {_values(file, each)[1:] for each in usage.values()}
    connection.execute("DELETE FROM usage WHERE file = ?", (file,))
    add_usage(connection, file, usage)
    return {str(row[0]) for row in stored ^ wanted}


def add_up(connection: sqlite3.Connection, ids: Collection[str]) -> None:
    """Add the counts of these memories up over all files."""
    if not ids:
        return
    change = int(read_meta(connection, "usage", "0")) + 1
    connection.execute(_ADD_UP, {"ids": json.dumps(sorted(ids), ensure_ascii=False), "change": change})
    write_meta(connection, "usage", str(change))


def _values(file: int, usage: Usage) -> tuple[object, ...]:
    last = None if usage.last_hit_at is None else to_microseconds(usage.last_hit_at)
    return (file, usage.id, last, *(min(getattr(usage, name), MOST_COUNTED) for name in _COUNTS))
