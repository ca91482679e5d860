from __future__ import annotations

from pathlib import Path

import pytest

from vault.config import locations


def test_variables_move_the_folders(isolated, monkeypatch: pytest.MonkeyPatch) -> None:
    assert locations.cache_dir() == isolated.cache
    assert locations.config_dir() == isolated.config
    assert locations.state_dir() == isolated.state
    monkeypatch.setenv("MEMVAULT_CACHE", "~/elsewhere")
    assert locations.cache_dir() == Path.home() / "elsewhere"


def test_relative_and_empty_values(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEMVAULT_CACHE", "here")
    assert locations.cache_dir() == tmp_path / "here"
    monkeypatch.setenv("MEMVAULT_CACHE", " ")
    assert locations.cache_dir().name == "memvault"
    assert locations.cache_dir().is_absolute()


def test_caches_are_below_the_cache_folder(isolated) -> None:
    assert locations.vector_cache_file("0123456789abcdef0123") == (
        isolated.cache / "vectors" / "0123456789abcdef.sqlite"
    )
    assert locations.models_dir().parent == locations.indexes_dir().parent == isolated.cache


def test_nothing_is_created(isolated) -> None:
    locations.user_file()
    locations.models_dir()
    assert not isolated.cache.exists()
    assert not isolated.config.exists()
