"""Snapshots are swapped whole and not used in any doubt."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vault.index.hnsw import Snapshot, hnswlib, new_graph
from vault.index.snapshot_files import (
    SnapshotKey,
    load_snapshot,
    read_sidecar,
    remove_snapshot,
    save_snapshot,
    sidecar_path,
)

pytestmark = pytest.mark.skipif(hnswlib() is None, reason="hnswlib is not installed")

KEY = SnapshotKey("database", "model", 8)


def snapshot(count: int = 50, generation: int = 3) -> Snapshot:
    package = hnswlib()
    assert package is not None
    rows = np.random.default_rng(count).standard_normal((count, 8)).astype(np.float16)
    ids = np.arange(100, 100 + count, dtype=np.int64)
    graph = new_graph(package, 8, count)
    graph.add_items(rows.astype(np.float32), ids, num_threads=1)
    return Snapshot(graph, ids, rows, generation)


def part(folder: Path, name: str) -> Path:
    sidecar = read_sidecar(folder, 1)
    assert sidecar is not None
    return folder / sidecar.files[name]


def test_there_and_back(tmp_path: Path) -> None:
    saved = snapshot()
    save_snapshot(tmp_path, 1, saved, KEY)
    loaded = load_snapshot(tmp_path, 1, KEY)
    assert loaded is not None
    np.testing.assert_array_equal(loaded.ids, saved.ids)
    np.testing.assert_array_equal(loaded.rows, saved.rows)
    assert loaded.generation == 3
    assert loaded.graph.element_count == 50


def test_there_is_none_for_another_user(tmp_path: Path) -> None:
    save_snapshot(tmp_path, 1, snapshot(), KEY)
    assert load_snapshot(tmp_path, 2, KEY) is None


@pytest.mark.parametrize(
    "key",
    [
        replace(KEY, database="made anew"),
        replace(KEY, model="another"),
        replace(KEY, dimension=9),
        replace(KEY, m=32),
        replace(KEY, ef_construction=100),
    ],
)
def test_one_made_for_something_else_is_not_used(tmp_path: Path, key: SnapshotKey) -> None:
    save_snapshot(tmp_path, 1, snapshot(), KEY)
    assert load_snapshot(tmp_path, 1, key) is None


@pytest.mark.parametrize("name", ["graph", "ids", "rows"])
@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "missing"])
def test_a_damaged_part_is_never_loaded(tmp_path: Path, name: str, damage: str) -> None:
    save_snapshot(tmp_path, 1, snapshot(), KEY)
    place = part(tmp_path, name)
    data = bytearray(place.read_bytes())
    if damage == "missing":
        place.unlink()
    elif damage == "flip":
        data[len(data) // 2] ^= 0xFF
        place.write_bytes(data)
    else:
        place.write_bytes(data[: len(data) // 2] if damage == "cut" else b"")
    assert load_snapshot(tmp_path, 1, KEY) is None
    assert read_sidecar(tmp_path, 1) is None, "it would be tried again and again"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"key": {}}', '{"key": 5, "files": null}'])
def test_a_senseless_sidecar_is_none(tmp_path: Path, text: str) -> None:
    sidecar_path(tmp_path, 1).write_text(text)
    assert read_sidecar(tmp_path, 1) is None
    assert load_snapshot(tmp_path, 1, KEY) is None


def test_counts_that_do_not_fit_are_doubt_too(tmp_path: Path) -> None:
    save_snapshot(tmp_path, 1, snapshot(), KEY)
    raw = json.loads(sidecar_path(tmp_path, 1).read_text())
    sidecar_path(tmp_path, 1).write_text(json.dumps({**raw, "count": 49}))
    assert load_snapshot(tmp_path, 1, KEY) is None


def test_the_newer_one_replaces_the_older_and_nothing_else_stays(tmp_path: Path) -> None:
    save_snapshot(tmp_path, 1, snapshot(50, 3), KEY)
    save_snapshot(tmp_path, 2, snapshot(20, 3), KEY)
    save_snapshot(tmp_path, 1, snapshot(60, 4), KEY)
    loaded = load_snapshot(tmp_path, 1, KEY)
    assert loaded is not None
    assert len(loaded.ids) == 60
    assert len(list(tmp_path.glob("vectors-1*"))) == 4
    assert len(list(tmp_path.glob("vectors-2*"))) == 4


def test_one_in_use_survives_its_replacement(tmp_path: Path) -> None:
    save_snapshot(tmp_path, 1, snapshot(50, 3), KEY)
    loaded = load_snapshot(tmp_path, 1, KEY)
    save_snapshot(tmp_path, 1, snapshot(60, 4), KEY)
    assert loaded is not None
    assert float(np.abs(loaded.rows[49].astype(np.float32)).sum()) > 0
    assert loaded.graph.knn_query(loaded.rows[7].astype(np.float32), k=3, num_threads=1)[0].shape == (1, 3)


def test_a_write_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_snapshot(tmp_path, 1, snapshot(50, 3), KEY)
    before = sorted(tmp_path.iterdir())

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(OSError, match="No space"):
        save_snapshot(tmp_path, 1, snapshot(60, 4), KEY)
    assert sorted(tmp_path.iterdir()) == before
    monkeypatch.undo()
    loaded = load_snapshot(tmp_path, 1, KEY)
    assert loaded is not None
    assert len(loaded.ids) == 50


def test_removing_leaves_nothing(tmp_path: Path) -> None:
    save_snapshot(tmp_path, 1, snapshot(), KEY)
    remove_snapshot(tmp_path, 1)
    remove_snapshot(tmp_path, 1)
    assert list(tmp_path.iterdir()) == []
