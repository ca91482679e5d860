"""The import through the command line; the rest needs OpenClaw: `tests/openclaw/test_real_installation.py`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("- 用户喜欢喝普洱茶\n- **Name:**\n", encoding="utf-8")
    return folder


def test_a_dry_run_and_then_the_import(cli, tmp_path: Path, workspace: Path) -> None:
    vault = tmp_path / "vault"
    assert cli("--user", "me", "init", str(vault), "--language", "zh").code == 0
    trial = cli("--vault", str(vault), "openclaw", "import", str(workspace), "--dry-run")
    assert "会记下 1" in trial.out
    assert "MEMORY.md:1" in trial.out
    assert not list(vault.glob("facts/**/*.jsonl"))
    done = cli("--vault", str(vault), "--json", "openclaw", "import", str(workspace))
    document = json.loads(done.out)
    assert (document["read"], document["kept"], document["skipped"]) == (2, 1, 1)
    assert [line["reason"] for line in document["lines"]] == ["", "empty-field"]
    assert len(list(vault.glob("facts/**/*.jsonl"))) == 1


def test_a_folder_that_is_not_there(cli, tmp_path: Path) -> None:
    assert cli("--user", "me", "init", str(tmp_path / "vault")).code == 0
    ran = cli("--vault", str(tmp_path / "vault"), "openclaw", "import", str(tmp_path / "nowhere"))
    assert ran.code != 0
    assert "nowhere" in ran.err


def test_without_openclaw_nothing_is_touched(cli, tmp_path: Path) -> None:
    assert cli("--user", "me", "init", str(tmp_path / "vault")).code == 0
    for words in (["install"], ["status"], ["uninstall"]):
        ran = cli(
            "--vault", str(tmp_path / "vault"), "openclaw", *words, "--openclaw", str(tmp_path / "none")
        )
        assert ran.code == 2, words
