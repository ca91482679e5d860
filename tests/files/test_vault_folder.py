from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.files.conftest import allowed, put, snapshot
from vault.errors import (
    FolderNotEmpty,
    UnsupportedFormat,
    VaultExists,
    VaultNotFound,
    VaultSettingsBroken,
    WriteFailed,
)
from vault.files.atomic_write import write_new
from vault.files.vault_folder import CreatedVault, create_vault, find_vault, open_folder

SETTINGS = "format: 1\nid: vault_x\ndefault_user: lin\nlanguage: zh\ntimezone: Asia/Shanghai\n"


def create(root: Path, *, adopt: bool = False, language: str = "zh") -> CreatedVault:
    return create_vault(
        root,
        vault_id="vault_x",
        default_user="lin",
        language="en" if language == "en" else "zh",
        timezone="Asia/Shanghai",
        adopt=adopt,
    )


def test_the_nearest_vault_above_is_found(root: Path) -> None:
    put(root, "vault.yaml", SETTINGS)
    (root / "notes" / "deep").mkdir(parents=True)
    assert find_vault(root / "notes" / "deep") == root
    put(root, "notes/vault.yaml", SETTINGS)
    assert find_vault(root / "notes" / "deep") == root / "notes"


def test_a_folder_called_vault_yaml_is_no_vault(root: Path) -> None:
    (root.parent / "vault.yaml").unlink()
    (root / "vault.yaml").mkdir()
    with pytest.raises(VaultNotFound):
        find_vault(root)


def test_a_vault_is_found_from_a_relative_place(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(root, "vault.yaml", SETTINGS)
    monkeypatch.chdir(root)
    assert find_vault(Path()) == root


def test_an_opened_vault_knows_its_settings_and_files(root: Path) -> None:
    put(root, "vault.yaml", SETTINGS + "note_folders: [Projects]\n")
    put(root, "Projects/a.md")
    folder = open_folder(root)
    assert folder.root == Path(os.path.realpath(root))
    assert (folder.settings.id, folder.defaults.user_id, str(folder.defaults.timezone)) == (
        "vault_x",
        "lin",
        "Asia/Shanghai",
    )
    assert folder.problems == ()
    assert list(folder.scan().files) == ["Projects/a.md", "vault.yaml"]
    assert list(folder.scan(["vault.yaml"]).files) == ["vault.yaml"]


def test_a_folder_without_settings_is_no_vault(root: Path) -> None:
    for place in (root, root / "gone", put(root, "file")):
        with pytest.raises(VaultNotFound):
            open_folder(place)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"format: 2\nid: x\n", UnsupportedFormat),
        (b"format: 1\nid: x\nextensions: [encryption]\n", UnsupportedFormat),
        (b"id: x\n", VaultSettingsBroken),
        (b"", VaultSettingsBroken),
        (b"format: [1\n", VaultSettingsBroken),
        (b"\xff\xfe\x00", VaultSettingsBroken),
    ],
)
def test_settings_that_are_not_understood_stop_the_run(
    root: Path, data: bytes, fault: type[Exception]
) -> None:
    put(root, "vault.yaml", data)
    with pytest.raises(fault):
        open_folder(root)


def test_settings_that_cannot_be_read_are_not_missing(ordinary_folder: Path) -> None:
    place = put(ordinary_folder, "vault.yaml", SETTINGS)
    place.chmod(0)
    if allowed(place, os.R_OK):
        pytest.skip("permissions do not count here")
    with pytest.raises(VaultSettingsBroken, match="cannot be read"):
        open_folder(ordinary_folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_fifo_called_vault_yaml_does_not_block(root: Path) -> None:
    os.mkfifo(root / "vault.yaml")
    with pytest.raises(VaultSettingsBroken):
        open_folder(root)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_new_vault_opens_without_problems(tmp_path: Path, language: str) -> None:
    root = tmp_path / "new" / "记忆"
    created = create(root, language=language)
    assert created.written == (".gitignore", ".gitattributes", ".stignore", "vault.yaml")
    assert created.kept == ()
    assert {path.name for path in root.iterdir()} == {
        *created.written,
        "facts",
        "notes",
        "journal",
        "archive",
    }
    folder = open_folder(root)
    assert folder.problems == ()
    assert (folder.settings.id, folder.settings.default_user) == ("vault_x", "lin")
    assert (folder.settings.language, folder.settings.timezone) == (language, "Asia/Shanghai")
    assert folder.settings.note_folders == ("notes",)
    assert list(folder.scan().files) == ["vault.yaml"]
    assert folder.scan().problems == ()


def test_a_vault_is_not_made_twice(root: Path) -> None:
    create(root)
    before = snapshot(root)
    for adopt in (False, True):
        with pytest.raises(VaultExists):
            create(root, adopt=adopt)
    assert snapshot(root) == before


def test_a_folder_with_files_is_taken_only_when_told_so(root: Path) -> None:
    put(root, "想法.md", "# 想法\n")
    with pytest.raises(FolderNotEmpty):
        create(root)
    assert snapshot(root) == {"想法.md": "# 想法\n".encode()}


def test_what_a_system_or_sync_tool_leaves_is_no_file_of_the_person(root: Path) -> None:
    put(root, ".DS_Store")
    (root / ".git").mkdir()
    (root / ".stfolder").mkdir()
    create(root)
    assert open_folder(root).problems == ()


def test_adopting_touches_no_file_and_finds_every_note(root: Path) -> None:
    theirs = {
        "README.md": "# 我的笔记\n",
        "Projects/花园.md": "# 花园\r\n",
        "notes/old.md": "x",
        "archive/2020.md": "y",
        ".gitignore": "*.log\n",
        ".obsidian/app.json": "{}",
        "facts/mine.jsonl": '{"content": "x"}',
    }
    for path, text in theirs.items():
        put(root, path, text)
    before = snapshot(root)
    created = create(root, adopt=True)
    assert created.kept == (".gitignore",)
    assert {path: snapshot(root)[path] for path in before} == before
    folder = open_folder(root)
    assert folder.problems == ()
    assert folder.settings.note_folders == (".",)
    assert {path for path, seen in folder.scan().files.items() if seen.kind == "note"} == {
        "README.md",
        "Projects/花园.md",
        "archive/2020.md",
        "notes/old.md",
    }


@pytest.mark.parametrize("last", [".gitignore", ".gitattributes", ".stignore", "vault.yaml"])
def test_a_creation_cut_short_can_be_repeated(root: Path, monkeypatch: pytest.MonkeyPatch, last: str) -> None:
    def cut_short(path: Path, data: bytes) -> bool:
        if path.name == last:
            raise KeyboardInterrupt
        return write_new(path, data)

    with monkeypatch.context() as patch:
        patch.setattr("vault.files.vault_folder.write_new", cut_short)
        with pytest.raises(KeyboardInterrupt):
            create(root)
    create(root)
    assert open_folder(root).settings.id == "vault_x"


def test_a_place_that_cannot_be_written_is_a_failed_write(ordinary_folder: Path) -> None:
    ordinary_folder.chmod(0o500)
    if allowed(ordinary_folder, os.W_OK):
        pytest.skip("permissions do not count here")
    with pytest.raises(WriteFailed):
        create(ordinary_folder / "new")


def test_a_file_where_a_folder_belongs_is_a_failed_write(root: Path) -> None:
    put(root, "facts", "a file")
    with pytest.raises(WriteFailed):
        create(root, adopt=True)
    with pytest.raises(WriteFailed):
        create(put(root, "file", "x"))
    assert (root / "facts").read_text() == "a file"


@pytest.mark.skipif(shutil.which("git") is None, reason="no git")
def test_git_hands_files_back_byte_for_byte_and_leaves_counters_out(root: Path, tmp_path: Path) -> None:
    create(root)
    put(root, "facts/a.jsonl", b'{"content": "x"}\r\n{"content": "y"}\n')
    put(root, "notes/a.md", b"# a\r\n")
    put(root, "usage/pi.jsonl", "{}\n")
    put(root, "notes/.memvault-0011.tmp", "left over")

    def git(*arguments: str, cwd: Path = root) -> None:
        quiet = [
            "-c",
            "core.autocrlf=true",
            "-c",
            "core.safecrlf=false",
            "-c",
            "user.name=l",
            "-c",
            "user.email=l@l",
        ]
        subprocess.run(["git", *quiet, *arguments], cwd=cwd, check=True, capture_output=True, timeout=30)

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "x")
    git("clone", "-q", str(root), str(tmp_path / "clone"), cwd=tmp_path)
    cloned = snapshot(tmp_path / "clone")
    assert cloned["facts/a.jsonl"] == b'{"content": "x"}\r\n{"content": "y"}\n'
    assert cloned["notes/a.md"] == b"# a\r\n"
    assert "usage/pi.jsonl" not in cloned
    assert "notes/.memvault-0011.tmp" not in cloned
