from __future__ import annotations

from pathlib import Path

import pytest

from vault.errors import ReadFailed
from vault.watch.relevance import MAX_TREES, WatchedTree, is_relevant, plan_watches

NOTES = ("notes",)


@pytest.mark.parametrize(
    "path",
    [
        "vault.yaml", "facts/a.jsonl", "facts/家/年糕.jsonl", "notes/plan.md", "notes/Plan.MD", "journal/mac/2026/x.jsonl",
        "archive/a.jsonl", "usage/mac.jsonl",
        "facts/a.sync-conflict-20260101-101010-ABCDEFG.jsonl",  # reported
        "notes/.plan.md.icloud",  # reported
    ],
)  # fmt: skip
def test_files_that_matter(path: str) -> None:
    assert is_relevant(path, NOTES, is_folder=False)


@pytest.mark.parametrize(
    "path",
    [
        "README.md", "facts/a.txt", "facts/.a.jsonl.swp", "facts/a.jsonl~", "facts/4913", "facts/.#a.jsonl",
        "facts/a.jsonl.tmp", ".git/index", ".git/facts/a.jsonl", "notes/node_modules/x/readme.md", ".obsidian/app.md",
        "notes/.trash/plan.md", "elsewhere/plan.md", "facts/\udcff.jsonl", ".DS_Store",
    ],
)  # fmt: skip
def test_files_that_do_not(path: str) -> None:
    assert not is_relevant(path, NOTES, is_folder=False)


@pytest.mark.parametrize(
    ("path", "matters"),
    [
        ("facts", True), ("facts/deep", True), ("notes/x.md", True), ("elsewhere", False), (".git", False),
        ("notes/.git", False), ("notes/node_modules", False),
    ],
)  # fmt: skip
def test_folders(path: str, *, matters: bool) -> None:
    assert is_relevant(path, NOTES, is_folder=True) is matters


def test_notes_in_the_whole_vault() -> None:
    assert is_relevant("README.md", (".",), is_folder=False)
    assert is_relevant("anywhere/deep", (".",), is_folder=True)
    assert not is_relevant(".git", (".",), is_folder=True)


def folders(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).mkdir(parents=True, exist_ok=True)


def test_a_vault_with_nothing_to_leave_out_is_one_tree(tmp_path: Path) -> None:
    folders(tmp_path, "facts/a/b", "notes")
    plan = plan_watches(tmp_path, NOTES)
    assert plan.trees == (WatchedTree("", recursive=True),)
    assert plan.folders == 5


def test_what_is_left_out_is_not_watched(tmp_path: Path) -> None:
    folders(tmp_path, ".git/objects/aa", "facts/a/b", "notes/.obsidian", "notes/x/y", "attachments/z")
    plan = plan_watches(tmp_path, NOTES)
    assert plan.trees == (
        WatchedTree("", recursive=False),
        WatchedTree("facts", recursive=True),
        WatchedTree("notes", recursive=False),
        WatchedTree("notes/x", recursive=True),
    )
    assert plan.folders == 7


def test_names_that_begin_alike_are_different_trees(tmp_path: Path) -> None:
    folders(tmp_path, "notes/a/x", "notes/a b", "notes/ab/.git", "notes/a-c")
    trees = {tree.path: tree.recursive for tree in plan_watches(tmp_path, NOTES).trees}
    assert trees == {
        "": False, "notes": False, "notes/a": True, "notes/a b": True, "notes/a-c": True, "notes/ab": False,
    }  # fmt: skip


def test_links_are_not_followed(tmp_path: Path) -> None:
    folders(tmp_path, "facts", "elsewhere/deep")
    (tmp_path / "facts" / "loop").symlink_to(tmp_path)
    assert plan_watches(tmp_path, NOTES).folders == 2


def test_too_many_trees_are_watched_from_the_top(tmp_path: Path) -> None:
    folders(tmp_path, *(f"notes/{number}/.git" for number in range(MAX_TREES)), "facts", ".git")
    plan = plan_watches(tmp_path, NOTES)
    assert plan.trees == (
        WatchedTree("", recursive=False),
        WatchedTree("facts", recursive=True),
        WatchedTree("notes", recursive=True),
    )
    assert plan.folders == MAX_TREES + 3


def test_no_vault(tmp_path: Path) -> None:
    with pytest.raises(ReadFailed):
        plan_watches(tmp_path / "gone", NOTES)
