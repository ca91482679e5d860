"""`memvault backup`, as it is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Isolated

LINE = '{"id": "mem_tea", "content": "爱喝龙井"}\n'


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    monkeypatch.setenv("MEMVAULT_LANGUAGE", "en")
    made = tmp_path / "vault"
    (made / "facts").mkdir(parents=True)
    (made / "vault.yaml").write_text("format: 1\nid: vault_cli\nlanguage: en\ndefault_user: lin\n")
    (made / "facts/a.jsonl").write_text(LINE, encoding="utf-8")
    return made


@pytest.fixture
def run(root: Path, cli: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *arguments: cli("--vault", str(root), *arguments)


@pytest.mark.parametrize("words", [["backup"], ["backup", "create"]])
def test_make_verify_and_restore(run: Callable[..., Any], tmp_path: Path, words: list[str]) -> None:
    made = run(*words, str(tmp_path / "backups"), "--keep", "2")
    assert made.code == 0
    assert "2 files" in made.out
    assert "read back" in made.err
    (backup,) = (tmp_path / "backups").iterdir()
    assert "is whole" in run("backup", "verify", str(backup)).out
    assert run("--json", "backup", "verify", str(backup)).document["vault"] == "vault_cli"
    assert run("backup", "restore", str(backup), str(tmp_path / "again")).code == 0
    assert (tmp_path / "again/facts/a.jsonl").read_text(encoding="utf-8") == LINE


def test_options_may_come_first(run: Callable[..., Any], tmp_path: Path) -> None:
    assert run("backup", "--keep", "1", str(tmp_path / "vault.tar.gz")).code == 0
    document = run("--json", "backup", "create", str(tmp_path / "other.tar.gz")).document
    assert (document["files"], document["read_back"], document["encrypted"]) == (2, True, False)


def test_merge(run: Callable[..., Any], root: Path, tmp_path: Path) -> None:
    backup = str(tmp_path / "vault.tar.gz")
    run("backup", backup)
    (root / "facts/a.jsonl").write_text('{"id": "mem_b", "content": "会游泳"}\n', encoding="utf-8")
    merged = run("backup", "restore", backup, "--merge")
    assert (merged.code, "1 memories" in merged.out) == (0, True)
    assert "龙井" in (root / "facts/a.jsonl").read_text(encoding="utf-8")
    (root / "facts/a.jsonl").write_text(LINE.replace("龙井", "普洱"), encoding="utf-8")
    assert "1 differ" in run("backup", "restore", backup, "--merge").err
    assert run("--json", "backup", "restore", backup, "--merge").document["kept"] == ["mem_tea"]


def test_what_is_left_out_is_named(run: Callable[..., Any], root: Path, tmp_path: Path) -> None:
    (root / "notes").symlink_to(tmp_path)
    made = run("backup", str(tmp_path / "vault.tar.gz"))
    assert (made.code, "notes" in made.err) == (3, True)


def test_faults(run: Callable[..., Any], root: Path, tmp_path: Path) -> None:
    backup = str(tmp_path / "vault.tar.gz")
    run("backup", backup)
    assert run("backup", "restore", backup).code == 2
    assert run("backup", "restore", backup, str(tmp_path / "x"), "--merge").code == 2
    assert run("backup", "restore", backup, str(root)).code == 3
    assert run("backup", str(root / "inside")).code == 3
    assert run("backup", "verify", str(root / "vault.yaml")).code == 3
    assert run("backup", "verify", str(tmp_path / "nowhere")).code == 3
    assert run("backup", str(tmp_path), "--passphrase-file", str(tmp_path / "nowhere")).code == 2


def test_a_passphrase(run: Callable[..., Any], tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    (tmp_path / "secret").write_text("correct horse\n")
    backup = str(tmp_path / "vault.tar.gz.age")
    assert run("backup", backup, "--passphrase-file", str(tmp_path / "secret")).code == 0
    closed = run("backup", "verify", backup)
    assert (closed.code, "--passphrase-file" in closed.err) == (3, True)
    assert run("backup", "verify", backup, "--passphrase-file", str(tmp_path / "secret")).code == 0


def test_where_to_is_set_and_status_says_how_old_the_last_one_is(
    run: Callable[..., Any], tmp_path: Path, isolated: Isolated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-01T12:00:00Z")
    refused = run("backup", "create")
    assert refused.code == 2
    assert "backup.folder" in refused.err
    assert "backup" not in run("status").out
    folder = tmp_path / "backups"
    isolated.config.mkdir(parents=True, exist_ok=True)
    (isolated.config / "config.yaml").write_text(f"backup: {{folder: {folder}, keep: 2}}\n", encoding="utf-8")
    assert "there is no backup yet" in run("status").out
    assert run("backup", "create").code == 3  # the drive is not there
    folder.mkdir()
    assert run("backup", "create", "--keep", "9").code == 2  # options are for a place that is named
    for day in ("01", "02", "03"):
        monkeypatch.setenv("MEMVAULT_NOW", f"2026-11-{day}T12:00:00Z")
        assert run("backup", "create").code == 0
    assert len(list(folder.iterdir())) == 2
    for moment, age in (("03T15:00", "3 h"), ("05T11:00", "47 h"), ("20T12:00", "17 days")):
        monkeypatch.setenv("MEMVAULT_NOW", f"2026-11-{moment}:00Z")
        assert f"last backup: {age} ago" in run("status").out
    document = run("status", "--json").document["backup"]
    assert (document["scheduled"], document["overdue"]) == (True, True)
    assert "2026-11-03 12:00" in run("doctor").out
