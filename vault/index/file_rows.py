"""Files and problems as rows of the database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from vault.files.layout import Kind
from vault.index.compare import FileRow, is_below
from vault.problem import Problem

Origin = Literal["settings", "scan", "file", "duplicate", "passage"]

_FIELDS = "path, kind, size, mtime_ns, device, inode, fingerprint, state, racy"


def read_files(
    connection: sqlite3.Connection, kinds: Collection[Kind], paths: Collection[str] | None = None
) -> dict[str, FileRow]:
    """Every file of the index that is of one of these kinds, by path; `paths`: only these."""
    sql = f"SELECT number, {_FIELDS} FROM files WHERE kind IN (SELECT value FROM json_each(?))"
    named = () if paths is None else (json.dumps(sorted(paths)),)
    sql += " AND path IN (SELECT value FROM json_each(?))" if named else ""
    rows = connection.execute(sql, (json.dumps(sorted(kinds)), *named))
    return {
        path: FileRow(number, path, kind, size, mtime_ns, (device, inode), fingerprint, state, bool(racy))
        for number, path, kind, size, mtime_ns, device, inode, fingerprint, state, racy in rows
    }


def put_file(connection: sqlite3.Connection, row: FileRow) -> int:
    """Insert the row of a file (`number` 0) or write over it; returns its number."""
    values = (
        row.path, row.kind, row.size, row.mtime_ns, *row.inode, row.fingerprint, row.state, row.racy
    )  # fmt: skip
    if row.number == 0:
        marks = ", ".join("?" * len(values))
        cursor = connection.execute(f"INSERT INTO files ({_FIELDS}) VALUES ({marks})", values)
        return cursor.lastrowid or 0
    names = ", ".join(f"{name} = ?" for name in _FIELDS.split(", "))
    connection.execute(f"UPDATE files SET {names} WHERE number = ?", (*values, row.number))
    return row.number


def read_totals(connection: sqlite3.Connection) -> tuple[int, int]:
    """How many records count, and how many passages can be found."""
    row = connection.execute(
        "SELECT (SELECT count(*) FROM records WHERE served), (SELECT coalesce(sum(passages), 0) FROM users)"
    ).fetchone()
    return row[0], row[1]


def read_problems(connection: sqlite3.Connection) -> tuple[Problem, ...]:
    """Every known problem, sorted."""
    rows = connection.execute(
        'SELECT DISTINCT path, line, "column", code, message, hint, severity FROM problems'
    )
    return tuple(sorted(Problem(*row) for row in rows))


def has_problems(connection: sqlite3.Connection, origin: Origin, path: str) -> bool:
    """Whether one origin knows a problem of a path."""
    found = connection.execute(
        "SELECT 1 FROM problems WHERE origin = ? AND path = ? LIMIT 1", (origin, path)
    ).fetchone()
    return found is not None


def add_problems(connection: sqlite3.Connection, origin: Origin, problems: Iterable[Problem]) -> None:
    """Store problems; one that is known already stays once."""
    connection.executemany(
        "INSERT OR IGNORE INTO problems VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (origin, each.path, each.line, each.column, each.code, each.message, each.hint, each.severity)
            for each in problems
        ],
    )


def remove_problems(
    connection: sqlite3.Connection,
    origin: Origin,
    path: str | None = None,
    *,
    under: Sequence[str] | None = None,
) -> None:
    """Forget the problems of one origin: of one path, of everything below some paths, or of all."""
    condition = "origin = ?"
    parameters: list[str] = [origin]
    if path is not None:
        condition += " AND path = ?"
        parameters.append(path)
    elif under is not None:
        rows = connection.execute("SELECT DISTINCT path FROM problems WHERE origin = ?", (origin,))
        paths = [row[0] for row in rows if is_below(row[0], under)]
        condition += " AND path IN (SELECT value FROM json_each(?))"
        parameters.append(json.dumps(paths))
    connection.execute(f"DELETE FROM problems WHERE {condition}", parameters)
