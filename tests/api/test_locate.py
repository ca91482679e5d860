from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.conftest import Place
from vault.api.locate import language_there, locate_vault, settings_there


def test_the_variable_and_the_folders_above(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(place.root / "facts")
    assert locate_vault(None) == place.root
    monkeypatch.setenv("MEMVAULT_DIR", str(tmp_path / "other"))
    assert locate_vault(None) == tmp_path / "other"
    assert locate_vault(place.root) == place.root


def test_a_path_below_home_and_a_relative_one(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert locate_vault("~/vault") == place.root
    monkeypatch.chdir(tmp_path)
    assert locate_vault("vault") == place.root


def test_settings_are_known_without_opening(place: Place) -> None:
    settings = settings_there(place.root)
    assert settings is not None
    assert (settings.timezone, settings.user) == ("Asia/Shanghai", "lin")


def test_of_what_is_no_vault_nothing_is_known(tmp_path: Path) -> None:
    assert settings_there(tmp_path) is None
    assert language_there(tmp_path) == ""
