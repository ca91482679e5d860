from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.conftest import Place
from vault.api.locate import language_there, settings_for
from vault.api.open import open_vault
from vault.errors import ConfigError, UnsupportedFormat, VaultNotFound, VaultSettingsBroken


def test_a_named_folder(place: Place) -> None:
    with open_vault(place.root) as vault:
        assert vault.root == place.root
        assert vault.id == "vault_small"
        assert vault.settings.user == "lin"
        assert vault.loaded_settings.origins["user"] == "vault.yaml"


def test_no_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(VaultNotFound) as caught:
        open_vault()
    assert caught.value.path is None
    with pytest.raises(VaultNotFound) as caught:
        open_vault(tmp_path / "missing")
    assert caught.value.path == tmp_path / "missing"


def test_settings_that_cannot_be_used(place: Place, isolated) -> None:
    place.write("vault.yaml", "format: 99\n")
    with pytest.raises(UnsupportedFormat):
        open_vault(place.root)
    place.write("vault.yaml", "format: [1\n")
    with pytest.raises(VaultSettingsBroken):
        open_vault(place.root)
    assert language_there(place.root) == ""


def test_each_place_has_its_say(place: Place, isolated, monkeypatch: pytest.MonkeyPatch) -> None:
    isolated.config.mkdir()
    (isolated.config / "config.yaml").write_text("model: some-model\nrecall:\n  limit: 9\n")
    monkeypatch.setenv("MEMVAULT_LANGUAGE", "en")
    with open_vault(place.root, user="mei") as vault:
        assert vault.settings.user == "mei"
        assert vault.settings.language == "en"
        assert vault.settings.model == "some-model"
        assert vault.settings.recall.limit == 9
    assert language_there(place.root) == "en"
    (isolated.config / "config.yaml").write_text("threads: lots\n")
    with pytest.raises(ConfigError, match=r"config\.yaml:1"):
        open_vault(place.root)


def test_recall_settings_of_the_vault(place: Place) -> None:
    place.write("vault.yaml", "format: 1\nid: vault_a\ndefault_user: lin\nrecall:\n  limit: 2\n")
    with open_vault(place.root) as vault:
        assert vault.settings.recall.limit == 2
        assert vault.loaded_settings.origins["recall.limit"] == "vault.yaml"
    assert settings_for(None).settings.recall.limit == 5


def test_opening_writes_nothing_anywhere(place: Place, isolated) -> None:
    before = sorted(place.root.rglob("*"))
    with open_vault(place.root):
        pass
    assert sorted(place.root.rglob("*")) == before
    assert not isolated.cache.exists()


def test_what_vault_yaml_does_not_say_is_the_persons_own_setting(place: Place, isolated) -> None:
    isolated.config.mkdir(parents=True)
    (isolated.config / "config.yaml").write_text("language: en\ntimezone: Europe/Berlin\n")
    with open_vault(place.root, use_model=False) as vault:
        assert (vault.settings.language, vault.settings.timezone) == ("zh", "Asia/Shanghai")
    place.write("vault.yaml", "format: 1\nid: vault_small\ndefault_user: lin\n")
    with open_vault(place.root, use_model=False) as vault:
        assert (vault.settings.language, vault.settings.timezone) == ("en", "Europe/Berlin")
