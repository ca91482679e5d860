"""Vectors as rows of the database: the authority that every faster structure is rebuilt from.

Each user's number of vectors and their sum are kept beside, because centring (see `vault.recall.fuse`)
needs the mean of all of them.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator

import numpy as np
import numpy.typing as npt

from vault.embedding.provider import Vectors
from vault.index.columns import Ids

_CHUNK = 2048


def add_vectors(connection: sqlite3.Connection, user: int, ids: Iterable[int], vectors: Vectors) -> None:
    """Store vectors of passages, `(n, d)` float32, L2-normalised."""
    rows = np.ascontiguousarray(vectors, dtype="<f4")
    connection.executemany(
        "INSERT OR REPLACE INTO vectors VALUES (?, ?)",
        ((number, row.tobytes()) for number, row in zip(ids, rows, strict=True)),
    )
    _change_sum(connection, user, len(rows), rows.sum(axis=0, dtype=np.float64))


def remove_vectors(connection: sqlite3.Connection, user: int, ids: Collection[int]) -> None:
    """Delete the vectors of passages; passages without one are passed over."""
    for chunk in _chunks(list(ids)):
        found, rows = read_vectors(connection, chunk)
        if not len(found):
            continue
        _change_sum(connection, user, -len(found), -rows.sum(axis=0, dtype=np.float64))
        connection.execute(
            "DELETE FROM vectors WHERE passage IN (SELECT value FROM json_each(?))", (json.dumps(chunk),)
        )


def remove_all_vectors(connection: sqlite3.Connection) -> None:
    """Delete every vector, before another model's take their place."""
    connection.execute("DELETE FROM vectors")
    connection.execute("UPDATE users SET vectors = 0, vector_sum = NULL")


def read_vectors(connection: sqlite3.Connection, ids: Collection[int]) -> tuple[Ids, Vectors]:
    """Vectors of passages that have one: their ids, ascending, and `(n, d)` float32."""
    return _as_arrays(
        connection.execute(
            "SELECT passage, vector FROM vectors WHERE passage IN (SELECT value FROM json_each(?)) "
            "ORDER BY passage",
            (json.dumps(list(ids)),),
        ).fetchall()
    )


def read_user_vectors(
    connection: sqlite3.Connection, user: int, after: int = -1
) -> Iterator[tuple[Ids, Vectors]]:
    """All vectors of a user's passages behind passage `after`, by ascending id, in chunks."""
    cursor = connection.execute(
        "SELECT v.passage, v.vector FROM passages p JOIN vectors v ON v.passage = p.id "
        "WHERE p.user = ? AND p.id > ? ORDER BY p.id",
        (user, after),
    )
    while rows := cursor.fetchmany(_CHUNK):
        yield _as_arrays(rows)


def count_without_vector(connection: sqlite3.Connection) -> int:
    """How many passages have no vector yet."""
    row = connection.execute(
        "SELECT (SELECT count(*) FROM passages) - (SELECT count(*) FROM vectors)"
    ).fetchone()
    return int(row[0])


def _as_arrays(rows: list[tuple[int, bytes]]) -> tuple[Ids, Vectors]:
    if not rows:
        return np.empty(0, dtype=np.int64), np.empty((0, 0), dtype=np.float32)
    ids = np.array([row[0] for row in rows], dtype=np.int64)
    vectors = np.frombuffer(b"".join(row[1] for row in rows), dtype="<f4").reshape(len(rows), -1)
    return ids, vectors


def _change_sum(
    connection: sqlite3.Connection, user: int, count: int, change: npt.NDArray[np.float64]
) -> None:
    row = connection.execute("SELECT vector_sum FROM users WHERE number = ?", (user,)).fetchone()
    total = change if row[0] is None else np.frombuffer(row[0], dtype=np.float64) + change
    connection.execute(
        "UPDATE users SET vectors = vectors + ?, vector_sum = ? WHERE number = ?",
        (count, total.tobytes(), user),
    )


def _chunks(ids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), _CHUNK):
        yield ids[start : start + _CHUNK]
