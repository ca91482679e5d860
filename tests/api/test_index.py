from __future__ import annotations

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.vault import Vault
from vault.errors import VaultVanished


def test_it_is_brought_in_step_once(opened: Vault, model: StandInModel) -> None:
    stages = []
    report = opened.index(now=NOW, progress=lambda stage, done, total: stages.append(stage))
    assert (report.added, report.records) == (1, 8)
    assert "embed" in stages
    assert opened.index(now=NOW).unchanged == 1
    assert model.passages_embedded == report.embedded


def test_rebuilding_embeds_nothing_again(opened: Vault, model: StandInModel) -> None:
    opened.index(now=NOW)
    embedded = model.passages_embedded
    report = opened.index(now=NOW, rebuild=True)
    assert (report.added, report.records) == (1, 8)
    assert model.passages_embedded == embedded


def test_an_empty_vault_is_believed_only_when_rebuilding(opened: Vault, place: Place) -> None:
    opened.index(now=NOW)
    (place.root / "facts" / "all.jsonl").unlink()
    with pytest.raises(VaultVanished):
        opened.index(now=NOW)
    assert opened.index(now=NOW, rebuild=True).records == 0
