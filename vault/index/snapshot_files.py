"""Snapshots of large users' vectors as files beside the database: written whole, swapped, never trusted.

Three files carry the data and one, the sidecar, names them with their checksums; replacing the sidecar is the
swap. Any doubt (a missing file, another model, a wrong checksum or count) means that there is no snapshot:
it is made again from the database.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from vault.index.database import read_meta
from vault.index.hnsw import EF_CONSTRUCTION, M, Snapshot, hnswlib, load_graph

_PARTS = ("graph", "ids", "rows")
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class SnapshotKey:
    """What a snapshot must fit: hnswlib's own file forgets most of it when it is loaded.

    Attributes:
        database: identity of the database file; a database made anew counts its passages from 1 again.
        model: fingerprint of the model.
        dimension: of the vectors.
        m: of the graph.
        ef_construction: of the graph.
    """

    database: str
    model: str
    dimension: int
    m: int = M
    ef_construction: int = EF_CONSTRUCTION


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What the files of a snapshot are.

    Attributes:
        key: what it was made for.
        generation: of the index when it was taken.
        count: of vectors.
        last: the highest passage id.
        files: names of the files, by part.
        sha256: of the files, by part.
    """

    key: SnapshotKey
    generation: int
    count: int
    last: int
    files: Mapping[str, str]
    sha256: Mapping[str, str]


def read_snapshot_key(connection: sqlite3.Connection) -> SnapshotKey:
    """What snapshots of this database must fit now."""
    dimension = int(read_meta(connection, "dimension", "0"))
    return SnapshotKey(read_meta(connection, "identity"), read_meta(connection, "model"), dimension)


def sidecar_path(folder: Path, user: int) -> Path:
    """Where the sidecar of a user's snapshot is."""
    return folder / f"vectors-{user}.json"


def read_sidecar(folder: Path, user: int) -> Sidecar | None:
    """The sidecar of a user's snapshot; None when there is none or it makes no sense."""
    try:
        raw = json.loads(sidecar_path(folder, user).read_text(encoding="utf-8"))
        return Sidecar(**{**raw, "key": SnapshotKey(**raw["key"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def load_snapshot(folder: Path, user: int, key: SnapshotKey) -> Snapshot | None:
    """The snapshot of a user, after every check; None in any doubt, and then it is not tried again."""
    while (sidecar := read_sidecar(folder, user)) is not None:
        snapshot = _load(folder, sidecar, key)
        if snapshot is not None:
            return snapshot
        if read_sidecar(folder, user) == sidecar:  # else another process has just swapped it
            sidecar_path(folder, user).unlink(missing_ok=True)
    return None


def save_snapshot(folder: Path, user: int, snapshot: Snapshot, key: SnapshotKey) -> None:
    """Write a snapshot beside the current one and swap; files of earlier ones are deleted.

    Raises:
        OSError: it cannot be written.
        RuntimeError: hnswlib cannot write its part.
    """
    files = {part: f"vectors-{user}-{snapshot.generation}-{os.getpid()}.{part}" for part in _PARTS}
    try:
        snapshot.graph.save_index(str(folder / files["graph"]))
        for part, array in (("ids", snapshot.ids), ("rows", snapshot.rows)):
            with (folder / files[part]).open("wb") as file:
                np.save(file, array, allow_pickle=False)
        sidecar = Sidecar(
            key=key,
            generation=snapshot.generation,
            count=len(snapshot.ids),
            last=int(snapshot.ids[-1]),
            files=files,
            sha256={part: _sha256(folder / files[part]) for part in _PARTS},
        )
        draft = sidecar_path(folder, user).with_suffix(".new")
        draft.write_text(json.dumps(asdict(sidecar)), encoding="utf-8")
        draft.replace(sidecar_path(folder, user))
    finally:
        current = read_sidecar(folder, user)
        _delete_parts(folder, user, keep=current.files.values() if current else ())


def remove_snapshot(folder: Path, user: int) -> None:
    """Delete a user's snapshot."""
    sidecar_path(folder, user).unlink(missing_ok=True)
    _delete_parts(folder, user, keep=())


def _load(folder: Path, sidecar: Sidecar, key: SnapshotKey) -> Snapshot | None:
    package = hnswlib()
    if package is None or sidecar.key != key:
        return None
    try:
        paths = {part: folder / sidecar.files[part] for part in _PARTS}
        if any(_sha256(paths[part]) != sidecar.sha256[part] for part in _PARTS):
            return None
        ids = np.load(paths["ids"], allow_pickle=False)
        rows = np.load(paths["rows"], mmap_mode="r", allow_pickle=False)
        graph = load_graph(package, paths["graph"], key.dimension)
    except (OSError, ValueError, KeyError, RuntimeError):
        return None
    if graph.element_count != sidecar.count or (sidecar.count, key.dimension) != rows.shape:
        return None
    return Snapshot(graph, ids, rows, sidecar.generation)


def _delete_parts(folder: Path, user: int, keep: Collection[str]) -> None:
    for path in folder.glob(f"vectors-{user}-*"):
        if path.name not in keep:
            with contextlib.suppress(OSError):
                path.unlink()


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
