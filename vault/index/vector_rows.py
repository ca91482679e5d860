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
from vault.index.ids import Ids

_STORED = np.dtype("<f2")
"""Half precision, as in the vector cache: it moves a cosine by less than 0.00001."""

_CHUNK = 2048


def add_vectors(connection: sqlite3.Connection, user: int, ids: Iterable[int], vectors: Vectors) -> None:
    """Store vectors of passages, `(n, d)` float32, L2-normalised."""
    rows = np.ascontiguousarray(vectors, dtype=_STORED)
    connection.executemany(
        "INSERT OR REPLACE INTO vectors VALUES (?, ?)",
        ((number, row.tobytes()) for number, row in zip(ids, rows, strict=True)),
    )
    _change_sum(connection, user, len(rows), rows.sum(axis=0, dtype=np.float64))


def remove_vectors(connection: sqlite3.Connection, user: int, ids: Collection[int]) -> None:
    """Delete the vectors of passages; passages without one are passed over."""
    total = connection.execute("SELECT vector_sum FROM users WHERE number = ?", (user,)).fetchone()[0]
    if total is None:
        return
    dimension = len(total) // np.dtype(np.float64).itemsize
    for chunk in _chunks(list(ids)):
        found, rows = read_vectors(connection, chunk, dimension)
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


def read_vectors(connection: sqlite3.Connection, ids: Collection[int], dimension: int) -> tuple[Ids, Vectors]:
    """Vectors of passages that have one: their ids, ascending, and `(n, dimension)` float32."""
    rows = connection.execute(
        "SELECT passage, vector FROM vectors WHERE passage IN (SELECT value FROM json_each(?)) "
        "ORDER BY passage",
        (json.dumps(list(ids)),),
    ).fetchall()
    stored = np.frombuffer(b"".join(row[1] for row in rows), dtype=_STORED)
    vectors = stored.reshape(len(rows), dimension).astype(np.float32)
    return np.array([row[0] for row in rows], dtype=np.int64), vectors


def read_user_vectors(connection: sqlite3.Connection, user: int, dimension: int) -> tuple[Ids, Vectors]:
    """All vectors of a user's passages: their ids, ascending, and `(n, dimension)` float32."""
    ids = read_vector_ids(connection, user)
    vectors = np.empty((len(ids), dimension), dtype=np.float32)
    for start in range(0, len(ids), _CHUNK):
        found, rows = read_vectors(connection, ids[start : start + _CHUNK].tolist(), dimension)
        vectors[start : start + len(found)] = rows
    return ids, vectors


def read_vector_ids(connection: sqlite3.Connection, user: int) -> Ids:
    """Ids of a user's passages that have a vector, ascending."""
    rows = connection.execute(
        "SELECT p.id FROM passages p JOIN vectors v ON v.passage = p.id WHERE p.user = ? ORDER BY p.id",
        (user,),
    ).fetchall()
    return np.array([row[0] for row in rows], dtype=np.int64)


def count_vectors_after(connection: sqlite3.Connection, user: int, last: int) -> int:
    """How many of a user's passages behind passage `last` have a vector."""
    row = connection.execute(
        "SELECT count(*) FROM passages p JOIN vectors v ON v.passage = p.id WHERE p.id > ? AND +p.user = ?",
        (last, user),
    ).fetchone()
    return int(row[0])


def count_without_vector(connection: sqlite3.Connection) -> int:
    """How many passages have no vector yet."""
    row = connection.execute("SELECT coalesce(sum(passages - vectors), 0) FROM users").fetchone()
    return int(row[0])


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
