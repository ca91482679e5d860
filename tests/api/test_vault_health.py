from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.finding import Finding
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.api.vault_health import inspect_vault


def about(vault: Vault, topic: str) -> list[Finding]:
    return [finding for finding in inspect_vault(vault, NOW) if finding.topic == topic]


def test_in_order(opened: Vault) -> None:
    opened.index(now=NOW)
    assert {finding.level for finding in inspect_vault(opened, NOW)} == {"ok"}


def test_behind(opened: Vault) -> None:
    (finding,) = about(opened, "index")
    assert (finding.level, finding.hint) == ("warn", "run `memvault index`")


def test_twins_and_conflict_copies(opened: Vault, place: Place) -> None:
    place.write("notes/Plan.md", "# 一\n\n甲\n")
    place.write("notes/plan.md", "# 二\n\n乙\n")
    (finding,) = about(opened, "file names")
    assert finding.level == "warn"
    assert "case-twin" in finding.message


def test_a_network_drive(opened: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vault.api.vault_health.silent_drive", lambda root: "nfs4")
    (finding,) = about(opened, "vault folder")
    assert "network drive (nfs4)" in finding.message


def test_a_read_only_vault(opened: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    (finding,) = about(opened, "vault folder")
    assert "read-only" in finding.message


def test_a_copy_with_the_same_id(opened: Vault, place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(place.root, copy)
    opened.index(now=NOW)
    with open_vault(copy, model=StandInModel()) as other:
        other.index(now=NOW)
        (finding,) = about(other, "copies")
    assert str(place.root) in finding.message
    assert finding.hint


def test_vectors_that_are_missing(opened: Vault, place: Place) -> None:
    with open_vault(place.root, use_model=False) as words:
        words.index(now=NOW)
        (finding,) = about(words, "model")
        assert finding.level == "warn"
    (finding,) = about(opened, "model")
    assert "lacks vectors" in finding.message


def test_what_a_vault_may_not_set(place: Place) -> None:
    text = (place.root / "vault.yaml").read_text(encoding="utf-8")
    place.write("vault.yaml", text + "recall:\n  limit: many\n")
    with open_vault(place.root, use_model=False) as vault:
        findings = about(vault, "vault.yaml") + about(vault, "text")
    assert "warn" in {finding.level for finding in findings}


def test_a_clock_that_is_wrong(opened: Vault, place: Place) -> None:
    late = (NOW + timedelta(hours=50)).isoformat()
    place.remember("facts/auto/phone/2026-12.jsonl", {"id": "m1", "content": "x", "created_at": late})
    (finding,) = about(opened, "device")
    assert (finding.level, finding.message) == ("warn", "the clock of phone is fast by 50.0 hours at least")
