"""What an edit does to the bytes is in `test_section_edit.py`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.files.conftest import put, snapshot
from vault.errors import ChangedOnDisk, EditRefused, UnknownSection, UnparsedFile
from vault.files.fingerprint import fingerprint_of
from vault.files.lock import WriteLock
from vault.files.note_file import append_section, change_section, move_section, remove_section

PATH = "notes/年糕.md"
NOTE = "# 猫\n\n年糕\n\n## 吃的\n\n罐头\n\n# 家\n\n阳光小区\n"
OTHER = "# 旧事\n\n记不清了\n"


def test_a_section_is_changed_on_disk(root: Path, lock: WriteLock) -> None:
    put(root, PATH, NOTE)
    fingerprint = change_section(root, PATH, ["家"], "海棠湾", lock=lock)
    after = NOTE.replace("阳光小区", "海棠湾").encode()
    assert snapshot(root) == {PATH: after}
    assert fingerprint == fingerprint_of(after)


def test_a_section_is_added_and_removed_on_disk(root: Path, lock: WriteLock) -> None:
    put(root, PATH, NOTE)
    append_section(root, PATH, "玩的", "毛线球", lock=lock)
    assert snapshot(root) == {PATH: (NOTE + "\n## 玩的\n\n毛线球\n").encode()}
    remove_section(root, PATH, ["家", "玩的"], lock=lock)
    remove_section(root, PATH, ["猫"], lock=lock)
    assert snapshot(root) == {PATH: "# 家\n\n阳光小区\n\n".encode()}


def test_a_section_edited_by_hand_meanwhile_is_not_overwritten(root: Path, lock: WriteLock) -> None:
    put(root, PATH, NOTE)
    for edit in (
        lambda: change_section(root, PATH, ["家"], "海棠湾", lock=lock, seen="梧桐路"),
        lambda: remove_section(root, PATH, ["家"], lock=lock, seen="梧桐路"),
    ):
        with pytest.raises(ChangedOnDisk):
            edit()
    assert snapshot(root) == {PATH: NOTE.encode()}


def test_a_save_while_editing_is_edited_not_overwritten(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put(root, PATH, NOTE)
    real, saves = os.fsync, [NOTE.replace("罐头", "鱼")]

    def save_meanwhile(descriptor: int) -> None:
        real(descriptor)
        if saves:
            place.write_text(saves.pop(), encoding="utf-8")

    monkeypatch.setattr(os, "fsync", save_meanwhile)
    change_section(root, PATH, ["家"], "海棠湾", lock=lock, seen="阳光小区")
    assert snapshot(root) == {PATH: NOTE.replace("罐头", "鱼").replace("阳光小区", "海棠湾").encode()}


def test_a_tree_moves_to_the_end_of_another_note(root: Path, lock: WriteLock) -> None:
    put(root, PATH, NOTE)
    put(root, "notes/旧.md", OTHER)
    fingerprint = move_section(root, PATH, ["猫"], "notes/旧.md", lock=lock)
    tree = NOTE[: NOTE.index("# 家")]
    assert snapshot(root) == {
        PATH: "# 家\n\n阳光小区\n".encode(),
        "notes/旧.md": f"{OTHER}\n{tree}".encode(),
    }
    assert fingerprint == fingerprint_of(f"{OTHER}\n{tree}".encode())


def test_a_tree_moves_in_front_of_a_section(root: Path, lock: WriteLock) -> None:
    put(root, PATH, NOTE)
    put(root, "notes/旧.md", OTHER)
    move_section(root, PATH, ["家"], "notes/旧.md", lock=lock, before=["旧事"])
    assert snapshot(root)["notes/旧.md"] == f"# 家\n\n阳光小区\n{OTHER}".encode()


def test_a_tree_moves_within_its_note(root: Path, lock: WriteLock) -> None:
    put(root, PATH, NOTE)
    move_section(root, PATH, ["家"], PATH, lock=lock, before=["猫"])
    assert snapshot(root) == {PATH: f"# 家\n\n阳光小区\n{NOTE[: NOTE.index('# 家')]}".encode()}
    with pytest.raises(UnknownSection):
        move_section(root, PATH, ["猫"], PATH, lock=lock, before=["猫", "吃的"])


def test_a_refused_move_changes_neither_note(root: Path, lock: WriteLock) -> None:
    put(root, PATH, NOTE)
    put(root, "notes/旧.md", "# 旧事\n\n```\nopen\n")
    for refused, edit in (
        (EditRefused, lambda: move_section(root, PATH, ["家"], "notes/旧.md", lock=lock)),
        (UnknownSection, lambda: move_section(root, PATH, ["狗"], "notes/旧.md", lock=lock)),
        (UnknownSection, lambda: move_section(root, PATH, ["家"], "notes/旧.md", lock=lock, before=["狗"])),
        (FileNotFoundError, lambda: move_section(root, PATH, ["家"], "notes/没有.md", lock=lock)),
    ):
        with pytest.raises(refused):
            edit()
    assert snapshot(root) == {PATH: NOTE.encode(), "notes/旧.md": "# 旧事\n\n```\nopen\n".encode()}


def test_a_note_that_is_not_understood_is_left_alone(root: Path, lock: WriteLock) -> None:
    data = NOTE.encode("utf-16")
    put(root, PATH, data)
    for edit in (
        lambda: change_section(root, PATH, ["家"], "x", lock=lock),
        lambda: append_section(root, PATH, "x", "x", lock=lock),
        lambda: remove_section(root, PATH, ["家"], lock=lock),
    ):
        with pytest.raises(UnparsedFile):
            edit()
    assert snapshot(root) == {PATH: data}
