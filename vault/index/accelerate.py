"""Keeping the snapshots of large users fit: made, extended, or made anew after a reconcile."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt

from vault.index.database import read_meta
from vault.index.hnsw import Graph, Snapshot, hnswlib, new_graph
from vault.index.ids import Ids
from vault.index.progress import Step
from vault.index.snapshot_files import load_snapshot, remove_snapshot, save_snapshot
from vault.index.vector_rows import read_vector_ids, read_vectors

EXACT_UP_TO = 20_000
"""Users with so many vectors are searched exactly: up to here that takes about as long as the graph does."""

MOST_RECENT = 4000
"""How many vectors may have come since a snapshot before it is extended."""

MOST_REMOVED = 0.2
"""Which share of a snapshot may be gone before it is made anew."""

_CHUNK = 2000
_THREADS = min(os.cpu_count() or 1, 4)


def accelerate(connection: sqlite3.Connection, folder: Path, step: Step) -> bool:
    """Bring the snapshots of all users in step, as far as it pays; small users need none.

    Returns:
        Whether a snapshot was written.
    """
    package = hnswlib()
    if package is None:
        return False
    written = False
    for user, count in connection.execute("SELECT number, vectors FROM users").fetchall():
        if count > EXACT_UP_TO:
            written |= _accelerate_user(connection, package, folder, user, step)
        else:
            remove_snapshot(folder, user)
    return written


def _accelerate_user(
    connection: sqlite3.Connection, package: ModuleType, folder: Path, user: int, step: Step
) -> bool:
    model = read_meta(connection, "model")
    dimension = int(read_meta(connection, "dimension", "0"))
    ids = read_vector_ids(connection, user)
    snapshot = load_snapshot(folder, user, model=model, dimension=dimension)
    held = snapshot.ids if snapshot is not None else np.empty(0, dtype=np.int64)
    recent = np.setdiff1d(ids, held, assume_unique=True)
    removed = len(held) - (len(ids) - len(recent))
    if snapshot is None or removed > MOST_REMOVED * len(held):
        graph, new, old_rows = (
            new_graph(package, dimension, len(ids)),
            ids,
            np.empty((0, dimension), np.float16),
        )
        held = np.empty(0, dtype=np.int64)
    elif len(recent) > MOST_RECENT:
        graph, new, old_rows = snapshot.graph, recent, snapshot.rows
        graph.resize_index(len(held) + len(recent))
    else:
        return False
    rows = np.concatenate([old_rows, _add(connection, graph, new, dimension, step)])
    all_ids = np.concatenate([held, new])
    order = np.argsort(all_ids)
    generation = int(read_meta(connection, "generation", "0"))
    save_snapshot(folder, user, Snapshot(graph, all_ids[order], rows[order], generation), model=model)
    return True


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
