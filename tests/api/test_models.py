from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from vault.api.models import install_model, keep_relevance, list_models, model_facts, use_model
from vault.config import settings
from vault.config.load import load_settings
from vault.embedding.models import DEFAULT_MODEL
from vault.errors import ModelNotInstalled, UnknownModel


def test_the_default_model_has_one_name() -> None:
    assert settings.DEFAULT_MODEL == DEFAULT_MODEL


def test_known_models_are_listed_before_they_are_installed(isolated) -> None:
    listed = {model.name: model for model in list_models(DEFAULT_MODEL)}
    assert not any(model.installed for model in listed.values())
    assert [name for name, model in listed.items() if model.in_use] == [DEFAULT_MODEL]
    assert listed[DEFAULT_MODEL].megabytes > 0


def test_an_installed_model(with_model: Path) -> None:
    (found,) = (model for model in list_models("") if model.name == DEFAULT_MODEL)
    assert found.installed
    assert found.folder == with_model / DEFAULT_MODEL
    assert model_facts(DEFAULT_MODEL).dimension == found.dimension == 384
    assert install_model(DEFAULT_MODEL).name == DEFAULT_MODEL


def test_a_model_folder_of_ones_own(with_model: Path, tmp_path: Path, isolated) -> None:
    mine = tmp_path / "我的模型"
    mine.mkdir()
    for file in (with_model / DEFAULT_MODEL).iterdir():
        if file.is_file():
            (mine / file.name).symlink_to(file)
    path = use_model(str(mine))
    assert load_settings(user_file=path).settings.model == str(mine)


def test_a_relevance_curve_of_ones_own(isolated, models_dir: Path) -> None:
    shutil.copytree(models_dir / DEFAULT_MODEL, isolated.models / DEFAULT_MODEL)
    before = model_facts(DEFAULT_MODEL)
    keep_relevance(DEFAULT_MODEL, [1, -2.5])
    after = model_facts(DEFAULT_MODEL)
    assert after.relevance == (1.0, -2.5)
    assert after.fingerprint == before.fingerprint


def test_what_cannot_be_used_is_not_written(isolated) -> None:
    with pytest.raises(UnknownModel):
        use_model("no-such-model")
    assert not isolated.config.exists()
    with pytest.raises(ModelNotInstalled):
        model_facts("bge-small-zh-v1.5")
