"""Folders are made in a vault that is there; a vault that went away is not begun anew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import pytest

from vault.errors import VaultVanished
from vault.files.append import append_lines
from vault.files.atomic_write import replace_file, write_new
from vault.files.journal_file import append_turns
from vault.files.layout import SETTINGS_FILE
from vault.files.lock import WriteLock
from vault.files.memory_file import append_memories
from vault.files.parent_folder import make_parent_folder
from vault.files.usage_file import add_usage
from vault.format.defaults import Defaults
from vault.model.memory import Memory
from vault.model.turn import Turn
from vault.model.usage import Usage

NOW = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)
LINE = '{"content": "年糕两岁了"}'.encode()
TURN = Turn("s", 1, "user", "年糕两岁了", NOW)

Write = Callable[[Path, WriteLock], object]
WRITES: dict[str, Write] = {
    "append": lambda root, lock: append_lines(root / "facts/auto/a.jsonl", [LINE], lock=lock),
    "replace": lambda root, lock: replace_file(root / "notes/a.md", b"# a\n", expected=None, lock=lock),
    "new": lambda root, _: write_new(root / "notes/a.md", b"# a\n"),
    "turns": lambda root, lock: append_turns(
        root, [TURN], device="here", zone=timezone.utc, now=NOW, lock=lock
    ),
    "memories": lambda root, lock: append_memories(
        root, "facts/auto/a.jsonl", [Memory(id="mem_a", content="年糕两岁了")], lock=lock, defaults=Defaults()
    ),
    "usage": lambda root, lock: add_usage(
        root, "usage/here.jsonl", [Usage("mem_a", hits=1, last_hit_at=NOW)], lock=lock
    ),
}


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    root = tmp_path / "drive" / "vault"
    root.mkdir(parents=True)
    (root / SETTINGS_FILE).write_text("format: 1\n")
    return root


@pytest.mark.parametrize("name", WRITES)
def test_folders_are_made_in_a_vault(marked: Path, lock: WriteLock, name: str) -> None:
    WRITES[name](marked, lock)
    assert len([path for path in marked.rglob("*") if path.is_file()]) == 2


@pytest.mark.parametrize("gone", ["moved", "deleted", "drive"])
@pytest.mark.parametrize("name", WRITES)
def test_a_vault_that_went_away_stays_away(marked: Path, lock: WriteLock, name: str, gone: str) -> None:
    if gone == "moved":
        marked.rename(marked.with_name("elsewhere"))
    else:
        shutil.rmtree(marked if gone == "deleted" else marked.parent)
    with pytest.raises(VaultVanished) as raised:
        WRITES[name](marked, lock)
    assert not marked.exists()
    assert str(marked if gone != "drive" else marked.parent) in str(raised.value)


@pytest.mark.parametrize("name", WRITES)
def test_nothing_is_written_into_an_empty_mount_point(marked: Path, lock: WriteLock, name: str) -> None:
    shutil.rmtree(marked)
    marked.mkdir()
    with pytest.raises(VaultVanished):
        WRITES[name](marked, lock)
    assert list(marked.iterdir()) == []


def test_folders_that_are_there_are_left_alone(tmp_path: Path) -> None:
    make_parent_folder(tmp_path / "a.jsonl")
    assert list(tmp_path.iterdir()) == []
