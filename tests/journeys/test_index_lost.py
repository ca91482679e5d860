"""Everything derived is deleted, and comes back from the files."""

from __future__ import annotations

import shutil
from pathlib import Path

import vault
from tests.conftest import Isolated
from tests.journeys.conftest import Home

QUESTIONS = ("你记得我住哪吗", "去大理的预算是多少", "合并周报的脚本跑一次要多久")


def test_a_deleted_index_is_built_again_without_embedding_anything_twice(
    sample_vault: Path, with_model: Path, isolated: Isolated, tmp_path: Path
) -> None:
    root = tmp_path / "vault"
    shutil.copytree(sample_vault, root)
    with vault.open(root) as memory:
        first = memory.index()
        before = [[hit.id for hit in memory.recall(question).hits] for question in QUESTIONS]
    assert first.embedded > 0
    assert all(before)

    shutil.rmtree(isolated.cache / "index")
    with vault.open(root) as memory:
        second = memory.index()
        after = [[hit.id for hit in memory.recall(question).hits] for question in QUESTIONS]
    assert second.records == first.records
    assert second.embedded == 0
    assert second.reused == first.embedded + first.reused
    assert after == before


def test_recall_alone_builds_the_index(home: Home, isolated: Isolated) -> None:
    home.write("facts/a.jsonl", '{"content": "周末常去骑车"}\n')
    assert home.recall("我周末常去骑车吗") == ["周末常去骑车"]
    shutil.rmtree(isolated.cache / "index")
    assert home.recall("我周末常去骑车吗") == ["周末常去骑车"]


def test_a_damaged_index_is_built_again(home: Home, isolated: Isolated) -> None:
    home.write("facts/a.jsonl", '{"content": "周末常去骑车"}\n')
    assert home.recall("我周末常去骑车吗") == ["周末常去骑车"]
    damaged = [
        path
        for path in (isolated.cache / "index").rglob("*")
        if path.is_file() and path.stat().st_size > 4096
    ]
    assert damaged
    for path in damaged:
        data = bytearray(path.read_bytes())
        data[:4096] = b"\xa5" * 4096
        path.write_bytes(data)
    assert home.recall("我周末常去骑车吗") == ["周末常去骑车"]
