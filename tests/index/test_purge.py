"""After a purge nothing of what was deleted is in any byte of the index folder."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import numpy as np
import pytest

from tests.index.conftest import Workbench
from vault.index import accelerate as accelerate_module
from vault.index import purge as purge_module
from vault.index import user_state
from vault.index.hnsw import hnswlib
from vault.index.purge import embedded_texts

SECRET = "niangao-2612-xyzzy"
GONE = {"id": "mem_gone", "content": f"客厅投影仪的接入密码是 {SECRET}", "tags": ["海棠湾七号"]}
KEPT = [{"id": f"m{number}", "content": f"第{number}批的第{number}件事"} for number in range(60)]


def held(folder: Path, *texts: str) -> set[str]:
    """Which of these are in the bytes of some file."""
    data = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return {text for text in texts if text.encode() in data}


WORDS = (SECRET, "投影仪", "接入密码", "海棠湾七号", "_投影", ".投")


def test_a_deleted_text_stays_in_the_file_until_it_is_purged(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", GONE, *KEPT)
    bench.reconcile()
    bench.memories("facts/a.jsonl", *KEPT)
    bench.reconcile()
    assert held(bench.folder, *WORDS), "else this proves nothing"
    assert bench.index.purge("u")
    assert held(bench.folder, *WORDS) == set()
    assert (bench.folder / "index.sqlite-wal").stat().st_size == 0


def test_all_else_is_found_as_before(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", GONE, *KEPT)
    bench.reconcile()
    bench.memories("facts/a.jsonl", *KEPT)
    bench.reconcile()
    before = bench.texts(), bench.by_words("第17批"), bench.by_vector("第17批的第17件事")
    bench.index.purge("u")
    assert (bench.texts(), bench.by_words("第17批"), bench.by_vector("第17批的第17件事")) == before
    bench.reopen()
    assert bench.by_words("第17批") == before[1]
    assert bench.reconcile().embedded == 0


def test_words_that_others_have_too_stay(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", GONE, {"id": "m", "content": "买了新的投影仪"})
    bench.reconcile()
    bench.memories("facts/a.jsonl", {"id": "m", "content": "买了新的投影仪"})
    bench.reconcile()
    bench.index.purge("u")
    assert bench.by_words("投影仪") == ["买了新的投影仪"]
    assert held(bench.folder, SECRET, "投影仪") == {"投影仪"}


@pytest.mark.skipif(hnswlib() is None, reason="hnswlib is not installed")
def test_the_graph_of_a_large_user_is_made_anew(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (accelerate_module, user_state):
        monkeypatch.setattr(module, "EXACT_UP_TO", 30)
    bench.memories("facts/a.jsonl", GONE, *KEPT)
    bench.reconcile()
    vector = bench.model.embed_passages([GONE["content"]])[0].astype(np.float16).tobytes()
    in_graph = bench.model.embed_passages([GONE["content"]])[0].astype(np.float16).astype(np.float32)

    def files_with(*data: bytes) -> list[str]:
        files = [path for path in bench.folder.iterdir() if path.is_file()]
        return [path.suffix for path in files if any(each in path.read_bytes() for each in data)]

    assert {".graph", ".rows"} <= set(files_with(vector, in_graph.tobytes()))
    bench.memories("facts/a.jsonl", *KEPT)
    bench.reconcile()
    generation = bench.index.generation
    user = bench.index.user("u")
    assert bench.index.purge("u")
    assert files_with(vector, in_graph.tobytes()) == []
    assert bench.index.generation > generation
    assert bench.index.user("u") is not user
    assert bench.by_vector("第17批的第17件事")[0] == "第17批的第17件事"


def test_a_reader_of_an_older_state_is_waited_for(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", GONE, *KEPT)
    bench.reconcile()
    bench.memories("facts/a.jsonl", *KEPT)
    reader = sqlite3.connect(bench.folder / "index.sqlite", isolation_level=None, check_same_thread=False)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM records").fetchone()
    bench.reconcile()
    done = threading.Timer(1.0, lambda: reader.execute("COMMIT"))
    done.start()
    assert bench.index.purge("u")
    done.join()
    reader.close()
    assert held(bench.folder, *WORDS) == set()


def test_a_reader_that_does_not_end_is_said(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purge_module, "_PATIENCE", 0.2)
    bench.memories("facts/a.jsonl", GONE, *KEPT)
    bench.reconcile()
    reader = sqlite3.connect(bench.folder / "index.sqlite", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM records").fetchone()
    bench.memories("facts/a.jsonl", *KEPT)
    bench.reconcile()
    assert not bench.index.purge("u")
    reader.close()
    assert bench.index.purge("u")
    assert held(bench.folder, *WORDS) == set()


def test_the_texts_of_an_index_are_those_that_are_embedded(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {"id": "m", "content": "養了一隻貓"})
    bench.write("notes/a.md", "# 猫\n\n罐头\n")
    bench.reconcile()
    assert sorted(embedded_texts(bench.folder)) == ["养了一只猫", "猫\n罐头"]
    assert list(embedded_texts(bench.root)) == []
    (bench.root / "index.sqlite").write_bytes(b"no database")
    assert list(embedded_texts(bench.root)) == []
