from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from vault.api.doctor import Diagnosis, doctor
from vault.api.finding import Finding
from vault.api.vault import Vault
from vault.config.settings import SETTINGS


def levels(diagnosis: Diagnosis, topic: str) -> list[str]:
    return [finding.level for finding in diagnosis.findings if finding.topic == topic]


@pytest.fixture(autouse=True)
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")


def test_every_setting_is_shown(place: Place) -> None:
    diagnosis = doctor(place.root, user=None, now=NOW)
    assert [each.name for each in diagnosis.settings] == [each.name for each in SETTINGS]
    assert diagnosis.healthy


def test_the_verb_of_an_open_vault(opened: Vault) -> None:
    assert levels(opened.doctor(now=NOW), "vault") == ["ok"]


def test_no_vault_is_a_fault_only_when_one_was_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert levels(doctor(None, user=None, now=NOW), "vault") == ["warn"]
    assert levels(doctor(tmp_path / "x", user=None, now=NOW), "vault") == ["fail"]


@pytest.mark.parametrize("settings", ["format: 99\n", "format: [1\n"])
def test_settings_that_cannot_be_read(place: Place, settings: str) -> None:
    place.write("vault.yaml", settings)
    diagnosis = doctor(place.root, user=None, now=NOW)
    assert levels(diagnosis, "vault") == ["fail"]
    assert not diagnosis.healthy
    assert levels(diagnosis, "python") == ["ok"]


def test_healthy_means_nothing_fails() -> None:
    assert Diagnosis((Finding("a", "ok", ""), Finding("b", "warn", "")), ()).healthy
    assert not Diagnosis((Finding("a", "fail", ""),), ()).healthy
