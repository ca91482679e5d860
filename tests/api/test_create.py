from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.api.conftest import NOW
from vault.api.check import check
from vault.api.create import create
from vault.api.open import open_vault
from vault.errors import ConfigError, FolderNotEmpty, VaultExists


def test_a_new_vault_is_clean_and_opens(tmp_path: Path) -> None:
    made = create(tmp_path / "new" / "vault", now=NOW, user="小明", timezone="Asia/Shanghai")
    assert made.root == tmp_path / "new" / "vault"
    assert made.id.startswith("vault_")
    assert "vault.yaml" in made.files
    assert made.git == "off"
    assert check(made.root).problems == ()
    with open_vault(made.root) as vault:
        assert vault.id == made.id
        assert (vault.settings.user, vault.settings.timezone) == ("小明", "Asia/Shanghai")


def test_the_zone_of_this_machine_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert create(tmp_path / "v", now=NOW, language="en").timezone == "Asia/Tokyo"


def test_notes_that_are_there_stay_as_they_are(tmp_path: Path) -> None:
    note = tmp_path / "日记.md"
    note.write_bytes(b"\xef\xbb\xbf# \xe5\xae\xb6\r\n")
    with pytest.raises(FolderNotEmpty):
        create(tmp_path, now=NOW)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["日记.md"]
    made = create(tmp_path, now=NOW, adopt=True)
    assert note.read_bytes() == b"\xef\xbb\xbf# \xe5\xae\xb6\r\n"
    assert "日记.md" not in made.files
    assert check(tmp_path).records == 1


def test_a_vault_is_not_made_twice(tmp_path: Path) -> None:
    create(tmp_path, now=NOW)
    before = (tmp_path / "vault.yaml").read_bytes()
    with pytest.raises(VaultExists):
        create(tmp_path, now=NOW, adopt=True)
    assert (tmp_path / "vault.yaml").read_bytes() == before


def test_a_zone_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="IANA"):
        create(tmp_path / "v", now=NOW, timezone="Mars/Olympus")
    assert not (tmp_path / "v").exists()


def test_history_begins_with_what_was_written(tmp_path: Path) -> None:
    (tmp_path / "旧笔记.md").write_text("# 旧\n", encoding="utf-8")
    made = create(tmp_path, now=NOW, adopt=True, git=True)
    assert made.git == "committed"
    listed = subprocess.run(
        ["git", "-c", "core.quotePath=false", "ls-files"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert sorted(listed.stdout.split()) == sorted(made.files)
