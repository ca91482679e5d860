from __future__ import annotations

from pathlib import Path

import yaml


def test_a_new_vault(cli, tmp_path: Path) -> None:
    root = tmp_path / "memories"
    ran = cli("init", str(root), "--user", "小明", "--timezone", "Asia/Shanghai", "--language", "zh")
    assert ran.code == 0
    assert ran.err == ""
    assert f"已建立记忆库 {root}" in ran.out
    settings = yaml.safe_load((root / "vault.yaml").read_text(encoding="utf-8"))
    assert settings["default_user"] == "小明"
    assert settings["timezone"] == "Asia/Shanghai"
    assert cli("--vault", str(root), "check").code == 0
    assert cli("--vault", str(root), "--json", "list").document == {"memories": []}


def test_in_english_for_several_people(cli, tmp_path: Path) -> None:
    ran = cli("init", str(tmp_path / "v"), "--language", "en", "--timezone", "UTC")
    assert "pass --user; language en, time zone UTC" in ran.out


def test_json(cli, tmp_path: Path) -> None:
    document = cli("--json", "--user", "a", "init", str(tmp_path / "v"), "--git").document
    assert document["default_user"] == "a"
    assert document["git"] == "committed"
    assert "vault.yaml" in document["files"]


def test_refusals(cli, tmp_path: Path) -> None:
    (tmp_path / "旧.md").write_text("# 旧\n", encoding="utf-8")
    ran = cli("init", str(tmp_path), "--language", "en")
    assert ran.code == 2
    assert "--adopt" in ran.err
    assert cli("init", str(tmp_path), "--adopt").code == 0
    again = cli("init", str(tmp_path), "--adopt")
    assert again.code == 2
    assert cli("init", str(tmp_path / "w"), "--timezone", "Nowhere").code == 2
    assert cli("init", str(tmp_path / "x"), "--language", "de").code == 2
