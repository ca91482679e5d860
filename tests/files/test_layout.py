from __future__ import annotations

import os
import unicodedata

import pytest

from vault.files import layout
from vault.files.layout import classify, comparable, folder_name, ignored, is_inside, is_read, is_scanned


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("vault.yaml", "settings"),
        ("facts/me.jsonl", "memories"),
        ("facts/auto/笔记本/2026-11.jsonl", "memories"),
        ("Facts/ME.JSONL", "memories"),
        ("archive/2025.jsonl", "archive"),
        ("journal/laptop/2026/2026-11-29.jsonl", "turns"),
        ("usage/laptop.jsonl", "usage"),
        ("notes/profile.md", "note"),
        ("notes/深/想法 🍜.md", "note"),
        ("Notes/Plan.MD", "note"),
        ("README.md", None),
        ("facts/readme.md", None),
        ("notes/data.jsonl", None),
        ("facts.jsonl", None),
        ("other/me.jsonl", None),
        ("notes/picture.png", None),
        ("notes", None),
        ("sub/vault.yaml", None),
    ],
)
def test_kind_follows_from_place_and_name(path: str, kind: str | None) -> None:
    assert classify(path) == kind


def test_note_folders_move_the_notes_and_nothing_else() -> None:
    everywhere = ("README.md", "Projects/a.md", "facts/readme.md", "notes/a.md")
    assert {classify(path, ["."]) for path in everywhere} == {"note"}
    assert classify("Projects/a.md", ["projects"]) == "note"
    assert classify("notes/a.md", ["projects"]) is None
    assert classify("projects-old/a.md", ["projects"]) is None
    assert classify("facts/a.jsonl", ["projects"]) == "memories"


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        "notes/.obsidian/workspace.md",
        "notes/.trash/old.md",
        ".stfolder",
        ".stversions/facts/a.jsonl",
        "notes/node_modules/readme.md",
        "notes/a.md~",
        "notes/.a.md.swp",
        "notes/a.swp",
        "notes/.#a.md",
        "notes/#a.md#",
        "notes/4913",
        "notes/.~lock.a.md#",
        "notes/~$a.md",
        "notes/~syncthing~a.md.tmp",
        "notes/a.md.tmp",
        "notes/a.md.part",
        "notes/a.md___jb_tmp___",
        "notes/.memvault-0011223344556677.tmp",
        "notes/a.sync-conflict-20261129-101112-ABCDEFG.md",
        "notes/a (Alice's conflicted copy 2026-11-29).md",
    ],
)
def test_droppings_and_hidden_files_are_ignored(path: str) -> None:
    assert ignored(path)


@pytest.mark.parametrize(
    "path",
    [
        "notes/a.md",
        "notes/4913.md",
        "notes/#标签.md",
        "notes/a~b.md",
        "notes/swp.md",
        "notes/Plan 2.md",
        "notes/…等等.md",
    ],
)
def test_real_notes_are_not_ignored(path: str) -> None:
    assert not ignored(path)


def test_comparable_joins_what_other_systems_cannot_tell_apart() -> None:
    composed, decomposed = (unicodedata.normalize(form, "notes/Café/Größe.md") for form in ("NFC", "NFD"))
    assert comparable(composed) == comparable(decomposed) == comparable("NOTES/CAFÉ/GRÖSSE.MD")
    assert comparable("notes/a.md") != comparable("notes/b.md")
    assert comparable("notes/猫.md") == "notes/猫.md"


def test_is_inside_looks_at_whole_names() -> None:
    assert is_inside("notes/a.md", "notes")
    assert is_inside("notes", "Notes")
    assert is_inside("anything", ".")
    assert not is_inside("notes2/a.md", "notes")


def test_folders_above_a_note_folder_are_scanned_but_not_read_whole() -> None:
    wanted = ["Areas/Health"]
    assert is_scanned("", wanted)
    assert is_scanned("Areas", wanted)
    assert not is_read("Areas", wanted)
    assert is_read("Areas/Health/2026", wanted)
    assert not is_scanned("Areas/Work", wanted)
    assert is_scanned("facts/auto", wanted)
    assert not is_read("facts/.hidden", wanted)


def test_placeholders_of_icloud_name_their_file() -> None:
    assert layout.placeholder_of(".年糕.md.icloud") == "年糕.md"
    assert layout.placeholder_of("plan.md") is None


def test_undecodable_names_become_printable() -> None:
    name = os.fsdecode(b"notes/\xff\xe5.md")
    assert not layout.is_decodable(name)
    assert layout.printable(name) == "notes/\\xff\\xe5.md"
    assert layout.is_decodable("notes/猫.md")
    assert layout.printable("notes/猫.md") == "notes/猫.md"


@pytest.mark.parametrize(
    ("device", "name"),
    [
        ("laptop", "laptop"),
        ("林的 MacBook Pro", "林的-MacBook-Pro"),
        ("../../etc", "etc"),
        ("a/b\\c:d", "a-b-c-d"),
        ("", "device"),
        ("...", "device"),
        ("x" * 200, "x" * 40),
    ],
)
def test_device_names_become_folder_names(device: str, name: str) -> None:
    assert folder_name(device) == name
