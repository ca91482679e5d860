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
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from vault.index.hnsw import EF_CONSTRUCTION, M, Snapshot, hnswlib, load_graph

_PARTS = ("graph", "ids", "rows")
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Sidecar:
    """What a snapshot must be. hnswlib's own file forgets most of it when it is loaded.

    Attributes:
        generation: of the index when the snapshot was taken.
        model: fingerprint of the model.
        count: of vectors.
        dimension: of each.
        m: of the graph.
        ef_construction: of the graph.
        files: names of the files, by part.
        sha256: of the files, by part.
    """

    generation: int
    model: str
    count: int
    dimension: int
    m: int
    ef_construction: int
    files: Mapping[str, str]
    sha256: Mapping[str, str]


def sidecar_path(folder: Path, user: int) -> Path:
    """Where the sidecar of a user's snapshot is."""
    return folder / f"vectors-{user}.json"


def read_sidecar(folder: Path, user: int) -> Sidecar | None:
    """The sidecar of a user's snapshot; None when there is none or it makes no sense."""
    try:
        return Sidecar(**json.loads(sidecar_path(folder, user).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def load_snapshot(folder: Path, user: int, *, model: str, dimension: int) -> Snapshot | None:
    """The snapshot of a user, after every check; None in any doubt."""
    package, sidecar = hnswlib(), read_sidecar(folder, user)
    if package is None or sidecar is None:
        return None
    expected = (model, dimension, M, EF_CONSTRUCTION)
    if (sidecar.model, sidecar.dimension, sidecar.m, sidecar.ef_construction) != expected:
        return None
    try:
        paths = {part: folder / sidecar.files[part] for part in _PARTS}
        if any(_sha256(paths[part]) != sidecar.sha256[part] for part in _PARTS):
            return None
        ids = np.load(paths["ids"], allow_pickle=False)
        rows = np.load(paths["rows"], mmap_mode="r", allow_pickle=False)
        graph = load_graph(package, paths["graph"], dimension)
    except (OSError, ValueError, KeyError, RuntimeError):
        return None
    if not (graph.element_count == len(ids) == len(rows) == sidecar.count and rows.shape[1] == dimension):
        return None
    return Snapshot(graph, ids, rows, sidecar.generation)


def save_snapshot(folder: Path, user: int, snapshot: Snapshot, *, model: str) -> None:
    """Write a snapshot beside the current one and swap; the old files are deleted."""
    old = read_sidecar(folder, user)
    files = {part: f"vectors-{user}-{snapshot.generation}-{os.getpid()}.{part}" for part in _PARTS}
    snapshot.graph.save_index(str(folder / files["graph"]))
    for part, array in (("ids", snapshot.ids), ("rows", snapshot.rows)):
        with (folder / files[part]).open("wb") as file:
            np.save(file, array, allow_pickle=False)
    sidecar = Sidecar(
        generation=snapshot.generation,
        model=model,
        count=len(snapshot.ids),
        dimension=snapshot.rows.shape[1],
        m=M,
        ef_construction=EF_CONSTRUCTION,
        files=files,
        sha256={part: _sha256(folder / files[part]) for part in _PARTS},
    )
    draft = sidecar_path(folder, user).with_suffix(".new")
    draft.write_text(json.dumps(asdict(sidecar)), encoding="utf-8")
    draft.replace(sidecar_path(folder, user))
    if old is not None:
        _delete(folder, old.files.values(), keep=files.values())


def remove_snapshot(folder: Path, user: int) -> None:
    """Delete a user's snapshot."""
    old = read_sidecar(folder, user)
    sidecar_path(folder, user).unlink(missing_ok=True)
    if old is not None:
        _delete(folder, old.files.values(), keep=())


def _delete(folder: Path, names: Collection[str], keep: Collection[str]) -> None:
    for name in names:
        if name not in keep and Path(name).name == name:
            with contextlib.suppress(OSError):
                (folder / name).unlink(missing_ok=True)


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
