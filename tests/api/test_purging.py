from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.api.conftest import MEMORIES, NOW, Place
from tests.conftest import Isolated
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.purging import purge_derived
from vault.api.vault import Vault
from vault.index import purge as purge_module


def held(folder: Path, text: str) -> bool:
    return any(text.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_what_is_in_no_file_any_more_is_in_no_index_and_no_cache(
    place: Place, opened: Vault, model: StandInModel, isolated: Isolated
) -> None:
    opened.index(now=NOW)
    vector = model.embed_passages(["国庆去过泉州"])[0].astype("<f4").tobytes()
    (cache,) = (isolated.cache / "vectors").glob("*.sqlite")
    place.remember("facts/all.jsonl", *(each for each in MEMORIES if each["id"] != "mem_trip"))
    assert purge_derived(opened._resources, "lin", NOW, None) == ()
    assert not held(isolated.cache, "泉州")
    assert vector not in cache.read_bytes()
    assert len(opened.list(user="lin", everything=True, now=NOW)) == 6
    embedded = model.passages_embedded
    opened.index(rebuild=True, now=NOW)
    assert model.passages_embedded == embedded, "what is still there was kept"


def test_a_former_index_is_deleted(place: Place, opened: Vault, model: StandInModel, tmp_path: Path) -> None:
    opened.index(now=NOW)
    former = opened._resources.index_folder
    opened.close()
    place.root.rename(tmp_path / "moved")
    with open_vault(tmp_path / "moved", model=model) as vault:
        assert purge_derived(vault._resources, "lin", NOW, None) == ()
        assert not former.exists()
        assert vault._resources.index_folder.exists()


def test_a_reader_that_does_not_end_is_told(opened: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purge_module, "_PATIENCE", 0.2)
    opened.index(now=NOW)
    reader = sqlite3.connect(opened._resources.index_folder / "index.sqlite", isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM records").fetchone()
    try:
        (fault,) = purge_derived(opened._resources, "lin", NOW, None)
    finally:
        reader.close()
    assert "索引" in fault
    assert purge_derived(opened._resources, "lin", NOW, None) == ()


def test_words_only_there_is_no_cache(place: Place, isolated: Isolated) -> None:
    with open_vault(place.root, use_model=False) as vault:
        assert purge_derived(vault._resources, "lin", NOW, None) == ()
    assert not (isolated.cache / "vectors").exists()
