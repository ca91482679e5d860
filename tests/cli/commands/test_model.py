from __future__ import annotations

import pytest

from vault.config.settings import DEFAULT_MODEL


def test_list(cli, isolated) -> None:
    models = {each["name"]: each for each in cli("model", "list", "--json").document["models"]}
    assert models[DEFAULT_MODEL]["in_use"] is True
    assert models[DEFAULT_MODEL]["installed"] is False
    assert not models["bge-small-zh-v1.5"]["in_use"]
    assert f"* {DEFAULT_MODEL}" in cli("model", "list").out


def test_installed(cli, with_model) -> None:
    models = {each["name"]: each for each in cli("model", "list", "--json").document["models"]}
    assert models[DEFAULT_MODEL]["installed"] is True
    facts = cli("model", "info", DEFAULT_MODEL, "--json").document
    assert facts["dimension"] == 384
    assert "dimension" in cli("model", "info", DEFAULT_MODEL).out


def test_use_is_remembered_for_all_vaults(cli, isolated) -> None:
    assert cli("model", "use", "bge-small-zh-v1.5").code == 0
    assert (isolated.config / "config.yaml").read_text() == "model: bge-small-zh-v1.5\n"
    models = {each["name"]: each for each in cli("model", "list", "--json").document["models"]}
    assert models["bge-small-zh-v1.5"]["in_use"] is True


@pytest.mark.parametrize("command", ["use", "info", "install"])
def test_unknown_names(cli, isolated, command: str) -> None:
    ran = cli("model", command, "no-such-model", "--json")
    assert ran.code == 2
    assert ran.document["error"]["code"] == "unknown-model"
    assert not isolated.config.exists()


def test_not_installed(cli, isolated) -> None:
    ran = cli("model", "info", "bge-small-zh-v1.5", "--json")
    assert ran.code == 3
    assert ran.document["error"]["code"] == "model-not-installed"


def test_an_address_that_is_none(cli, isolated, monkeypatch) -> None:
    monkeypatch.setenv("MEMVAULT_HUB", "ftp://hub")
    ran = cli("model", "install", "bge-small-zh-v1.5", "--json")
    assert ran.code == 2
    assert "MEMVAULT_HUB" in ran.document["error"]["message"]
