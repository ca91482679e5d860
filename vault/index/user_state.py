"""What a process holds of one user in memory, and how it follows the database.

A state is a value: a search keeps the one it began with. After a change of the index only the rows that
changed are read.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vault.index.accelerate import EXACT_UP_TO
from vault.index.columns import Columns, load_columns
from vault.index.database import read_meta
from vault.index.hnsw import HnswVectors, Snapshot, hnswlib
from vault.index.ids import Ids, contains
from vault.index.snapshot_files import load_snapshot, read_sidecar, read_snapshot_key
from vault.index.token_writer import REMEMBERED_GENERATIONS
from vault.index.usage_rows import read_used
from vault.index.vector_rows import read_user_vectors, read_vector_ids, read_vectors
from vault.index.vectors import ExactVectors, VectorIndex

NOBODY = -1
"""The number of a user who has no records."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells one moment of an index from another.

    Attributes:
        database: identity of the file; one that was made anew counts its rows from 1 again.
        generation: goes up with every change of records, passages or vectors.
        counts: goes up with every change of what usage files count.
    """

    database: str
    generation: int
    counts: int


@dataclass(frozen=True, slots=True)
class UserState:
    """One user at one generation.

    Attributes:
        number: of the user in the database, or `NOBODY`.
        stamp: of the index when this was read.
        model: fingerprint of the model of the vectors; empty without vectors.
        dimension: of the vectors; 0 without.
        columns: of all passages that can be found.
        vectors: of those that have one.
        snapshot: generation of the snapshot through which the vectors are searched; 0 without one.
    """

    number: int
    stamp: Stamp
    model: str
    dimension: int
    columns: Columns
    vectors: VectorIndex
    snapshot: int = 0

    @property
    def generation(self) -> int:
        """Of the index when this was read."""
        return self.stamp.generation


def read_stamp(connection: sqlite3.Connection) -> Stamp:
    """Of the index as it is now."""
    rows = connection.execute("SELECT key, value FROM meta WHERE key IN ('identity', 'generation', 'usage')")
    known = dict(rows.fetchall())
    return Stamp(known.get("identity", ""), int(known.get("generation", 0)), int(known.get("usage", 0)))


def load_user(connection: sqlite3.Connection, folder: Path, user_id: str) -> UserState:
    """Read a user from the database and the snapshot files; inside a read transaction."""
    number, count = _find(connection, user_id)
    dimension, model = int(read_meta(connection, "dimension", "0")), read_meta(connection, "model")
    snapshot = None
    if count > EXACT_UP_TO:
        snapshot = load_snapshot(folder, number, read_snapshot_key(connection))
    vectors: VectorIndex
    if snapshot is None:
        vectors = ExactVectors(*read_user_vectors(connection, number, dimension))
    else:
        vectors = _since(connection, number, snapshot)
    return UserState(
        number=number,
        stamp=read_stamp(connection),
        model=model,
        dimension=dimension,
        columns=load_columns(connection, number).counted(read_used(connection, number)),
        vectors=vectors,
        snapshot=snapshot.generation if snapshot else 0,
    )


def follow_user(connection: sqlite3.Connection, folder: Path, user_id: str, held: UserState) -> UserState:
    """Bring a state up to date; inside a read transaction."""
    stamp = read_stamp(connection)
    number, count = _find(connection, user_id)
    same = number == held.number and read_meta(connection, "model") == held.model
    same = same and stamp.database == held.stamp.database
    if not same or not 0 <= stamp.generation - held.generation <= REMEMBERED_GENERATIONS:
        return load_user(connection, folder, user_id)
    if count > EXACT_UP_TO and _newest_snapshot(folder, number) != held.snapshot:
        return load_user(connection, folder, user_id)
    used = read_used(connection, number, generation=held.generation, counts=held.stamp.counts)
    if stamp.generation == held.generation:
        return replace(held, stamp=stamp, columns=held.columns.counted(used))
    removed = _removed(connection, number, held.generation)
    rows = load_columns(connection, number, after=held.generation)
    new = rows.ids[~held.vectors.known(rows.ids)]
    found, vectors = read_vectors(connection, new.tolist(), held.dimension)
    return replace(
        held,
        stamp=stamp,
        columns=held.columns.changed(removed, rows).counted(used),
        vectors=held.vectors.changed(removed, found, vectors),
    )


def _find(connection: sqlite3.Connection, user_id: str) -> tuple[int, int]:
    row = connection.execute("SELECT number, vectors FROM users WHERE user_id = ?", (user_id,)).fetchone()
    return (NOBODY, 0) if row is None else (row[0], row[1])


def _newest_snapshot(folder: Path, user: int) -> int:
    sidecar = read_sidecar(folder, user) if hnswlib() else None
    return sidecar.generation if sidecar else 0


def _since(connection: sqlite3.Connection, user: int, snapshot: Snapshot) -> HnswVectors:
    """The snapshot, and what has changed since."""
    current = read_vector_ids(connection, user)
    recent = current[~contains(snapshot.ids, current)]
    removed = snapshot.ids[~contains(current, snapshot.ids)]
    found, vectors = read_vectors(connection, recent.tolist(), snapshot.rows.shape[1])
    return HnswVectors(snapshot, removed, ExactVectors(found, vectors))


def _removed(connection: sqlite3.Connection, user: int, after: int) -> Ids:
    rows = connection.execute(
        "SELECT passage FROM removed WHERE user = ? AND generation > ? ORDER BY passage", (user, after)
    ).fetchall()
    return np.array([row[0] for row in rows], dtype=np.int64)
