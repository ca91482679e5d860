from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from vault.api.open import open_vault
from vault.embedding.models import DEFAULT_MODEL
from vault.errors import ModelBroken, ModelNotInstalled, UnknownModel


def test_words_only_by_choice_is_no_shortcoming(place: Place) -> None:
    with open_vault(place.root, use_model=False) as vault:
        assert vault.prepare_model() == ()
        assert vault.prove_model() is None


def test_a_model_that_cannot_be_had_offline(place: Place) -> None:
    with open_vault(place.root, model="bge-small-zh-v1.5") as vault:
        (told,) = vault.prepare_model()
        assert "memvault model install bge-small-zh-v1.5" in told
        assert isinstance(vault.prove_model(), ModelNotInstalled)


def test_a_model_that_nobody_knows(place: Place) -> None:
    with open_vault(place.root, model="no-such-model") as vault, pytest.raises(UnknownModel):
        vault.index(now=NOW)


def test_a_damaged_model(place: Place, isolated, models_dir: Path) -> None:
    broken = isolated.models / DEFAULT_MODEL
    broken.mkdir(parents=True)
    for file in (models_dir / DEFAULT_MODEL).iterdir():
        (broken / file.name).write_bytes(
            file.read_bytes() if file.suffix in (".yaml", ".npy") else b"damaged"
        )
    with open_vault(place.root) as vault:
        assert isinstance(vault.prove_model(), ModelBroken)


def test_the_real_model(place: Place, with_model: Path) -> None:
    with open_vault(place.root) as vault:
        assert vault.prepare_model() == ()
        assert vault.prove_model() is None
        assert vault.index(now=NOW).embedded == 8
