from __future__ import annotations

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import VaultVanished


def test_before_and_after_indexing(opened: Vault) -> None:
    before = opened.status(now=NOW)
    assert (before.on_disk, before.indexed, before.behind, before.clean) == (1, 0, 1, False)
    opened.index(now=NOW)
    after = opened.status(now=NOW)
    assert (after.on_disk, after.indexed, after.behind, after.clean) == (1, 1, 0, True)
    assert after.users == ("lin", "mei")
    assert after.model.fits_index
    assert after.records == 8


def test_a_touched_file_has_to_be_looked_at(opened: Vault, place: Place) -> None:
    opened.index(now=NOW)
    path = place.root / "facts" / "all.jsonl"
    path.write_bytes(path.read_bytes() + b"\n")
    assert opened.status(now=NOW).behind == 1


def test_words_alone_are_not_clean_for_a_model(place: Place, model: StandInModel) -> None:
    with open_vault(place.root, use_model=False) as words:
        words.index(now=NOW)
        assert words.status(now=NOW).clean
    with open_vault(place.root, model=model) as vault:
        status = vault.status(now=NOW)
        assert not status.clean
        assert not status.model.fits_index
        vault.index(now=NOW)
        assert vault.status(now=NOW).clean


def test_another_model_is_not_clean(place: Place, model: StandInModel) -> None:
    with open_vault(place.root, model=model) as vault:
        vault.index(now=NOW)
    with open_vault(place.root, model=StandInModel("another")) as vault:
        assert not vault.status(now=NOW).clean
        vault.index(now=NOW)
        assert vault.status(now=NOW).clean


def test_a_model_that_is_not_installed(place: Place) -> None:
    with open_vault(place.root, model="bge-small-zh-v1.5") as vault:
        status = vault.status(now=NOW)
    assert (status.model.installed, status.model.name) == (False, "bge-small-zh-v1.5")
    assert "memvault model install" in status.model.fault


def test_a_vault_that_is_gone(opened: Vault, place: Place) -> None:
    opened.index(now=NOW)
    place.root.rename(place.root.with_name("elsewhere"))
    with pytest.raises(VaultVanished):
        opened.status(now=NOW)
