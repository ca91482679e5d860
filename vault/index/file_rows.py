"""Files and problems as rows of the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Literal

from vault.files.fingerprint import Fingerprint
from vault.files.scan import FileSeen
from vault.index.compare import FileRow, FileState
from vault.problem import Problem

Origin = Literal["scan", "file", "duplicate", "passage"]

_FIELDS = "path, kind, size, mtime_ns, device, inode, fingerprint, state"


def read_files(connection: sqlite3.Connection) -> dict[str, FileRow]:
    """Every file of the index, by path."""
    rows = connection.execute(f"SELECT number, {_FIELDS} FROM files")  # noqa: S608
    return {
        path: FileRow(number, path, kind, size, mtime_ns, (device, inode), fingerprint, state)
        for number, path, kind, size, mtime_ns, device, inode, fingerprint, state in rows
    }


def put_file(
    connection: sqlite3.Connection,
    number: int | None,
    seen: FileSeen,
    *,
    mtime_ns: int,
    size: int,
    fingerprint: Fingerprint,
    state: FileState,
) -> int:
    """Insert (`number` None) or update the row of a file; returns its number."""
    values = (seen.path, seen.kind, size, mtime_ns, *seen.inode, fingerprint, state)
    if number is None:
        marks = ", ".join("?" * len(values))
        cursor = connection.execute(f"INSERT INTO files ({_FIELDS}) VALUES ({marks})", values)  # noqa: S608
        return cursor.lastrowid or 0
    connection.execute(
        "UPDATE files SET path = ?, kind = ?, size = ?, mtime_ns = ?, device = ?, inode = ?, "
        "fingerprint = ?, state = ? WHERE number = ?",
        (*values, number),
    )
    return number


def read_problems(connection: sqlite3.Connection) -> tuple[Problem, ...]:
    """Every known problem, sorted."""
    rows = connection.execute(
        'SELECT DISTINCT path, line, "column", code, message, hint, severity FROM problems'
    )
    return tuple(sorted(Problem(*row) for row in rows))


def add_problems(connection: sqlite3.Connection, origin: Origin, problems: Iterable[Problem]) -> None:
    """Store problems."""
    connection.executemany(
        "INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (origin, each.path, each.line, each.column, each.code, each.message, each.hint, each.severity)
            for each in problems
        ],
    )


def remove_problems(connection: sqlite3.Connection, origin: Origin, path: str | None = None) -> None:
    """Forget the problems of one origin: of one path, or of all."""
    if path is None:
        connection.execute("DELETE FROM problems WHERE origin = ?", (origin,))
    else:
        connection.execute("DELETE FROM problems WHERE origin = ? AND path = ?", (origin, path))
