"""Keeping the snapshots of large users fit: made, extended, or made anew after a reconcile."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt

from vault.index.database import read_meta
from vault.index.hnsw import Graph, Snapshot, hnswlib, new_graph
from vault.index.ids import Ids, contains
from vault.index.progress import Step
from vault.index.snapshot_files import (
    SnapshotKey,
    load_snapshot,
    read_sidecar,
    read_snapshot_key,
    remove_snapshot,
    save_snapshot,
)
from vault.index.vector_rows import count_vectors_after, read_vector_ids, read_vectors

EXACT_UP_TO = 20_000
"""Users with so many vectors are searched exactly: up to here that takes about as long as the graph does."""

MOST_RECENT = 4000
"""How many vectors may have come since a snapshot before it is extended."""

MOST_REMOVED = 0.2
"""Which share of a snapshot may be gone before it is made anew."""

_CHUNK = 2000
_THREADS = min(os.cpu_count() or 1, 4)


@dataclass(frozen=True, slots=True)
class Accelerated:
    """What came of it: whether a snapshot was written, and what went wrong, if anything."""

    written: bool = False
    notice: str = ""


def accelerate(connection: sqlite3.Connection, folder: Path, step: Step) -> Accelerated:
    """Bring the snapshots of all users in step, as far as it pays; small users need none."""
    package, key = hnswlib(), read_snapshot_key(connection)
    if package is None:
        return Accelerated()
    written = False
    try:
        for user, count in connection.execute("SELECT number, vectors FROM users").fetchall():
            if count <= EXACT_UP_TO:
                remove_snapshot(folder, user)
            elif _is_worn(connection, folder, user, count, key):
                _renew(connection, package, folder, user, step)
                written = True
    except (OSError, RuntimeError) as fault:
        return Accelerated(written, f"the vectors of a large user are searched exactly, slowly: {fault}")
    return Accelerated(written)


def _is_worn(connection: sqlite3.Connection, folder: Path, user: int, count: int, key: SnapshotKey) -> bool:
    """Whether a user has no snapshot or one that too much has happened to since."""
    sidecar = read_sidecar(folder, user)
    if sidecar is None or sidecar.key != key:
        return True
    recent = count_vectors_after(connection, user, sidecar.last)
    removed = sidecar.count - (count - recent)
    return recent > MOST_RECENT or removed > MOST_REMOVED * sidecar.count


def _renew(connection: sqlite3.Connection, package: ModuleType, folder: Path, user: int, step: Step) -> None:
    """Extend the snapshot; make it anew when too much of it is gone."""
    key, generation = read_snapshot_key(connection), int(read_meta(connection, "generation", "0"))
    ids = read_vector_ids(connection, user)
    old = load_snapshot(folder, user, key)
    if old is None or not contains(ids, old.ids).mean() >= 1 - MOST_REMOVED:
        graph = new_graph(package, key.dimension, len(ids))
        old = Snapshot(graph, ids[:0], np.empty((0, key.dimension), dtype=np.float16), generation)
    new = ids[~contains(old.ids, ids)]
    old.graph.resize_index(len(old.ids) + len(new))
    rows = np.concatenate([old.rows, _add(connection, old.graph, new, key.dimension, step)])
    all_ids = np.concatenate([old.ids, new])
    order = np.argsort(all_ids)
    save_snapshot(folder, user, Snapshot(old.graph, all_ids[order], rows[order], generation), key)


def _add(
    connection: sqlite3.Connection, graph: Graph, ids: Ids, dimension: int, step: Step
) -> npt.NDArray[np.float16]:
    """Put passages into the graph; returns their rows in the order of `ids`."""
    rows = np.empty((len(ids), dimension), dtype=np.float16)
    for start in range(0, len(ids), _CHUNK):
        step("accelerate", start, len(ids))
        found, vectors = read_vectors(connection, ids[start : start + _CHUNK].tolist(), dimension)
        graph.add_items(vectors, found, num_threads=_THREADS)
        rows[start : start + len(found)] = vectors
    step("accelerate", len(ids), len(ids))
    return rows
