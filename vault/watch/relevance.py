"""Which folders are worth watching and which changes worth reporting, by names. No file is opened."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vault.errors import ReadFailed
from vault.files.conflict_copy import conflict_copy_of
from vault.files.layout import classify, ignored_name, is_decodable, is_inside, is_scanned, placeholder_of

MAX_TREES = 32
"""At most so many trees are watched one by one: each costs a thread."""


@dataclass(frozen=True, slots=True)
class WatchedTree:
    """A folder to watch: alone, or with every folder below it.

    Attributes:
        path: relative to the vault; empty for the vault itself.
        recursive: with every folder below it.
    """

    path: str
    recursive: bool


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """What to watch of a vault.

    Attributes:
        trees: disjoint.
        folders: how many folders they hold at least.
    """

    trees: tuple[WatchedTree, ...]
    folders: int


def is_relevant(path: str, note_folders: Sequence[str], *, is_folder: bool) -> bool:
    """Whether the index can care for a change of `path`, which may be gone.

    What editors and version control put beside the files it does not care for. Conflict copies and files
    that a sync tool has not fetched count, because they are reported.
    """
    parent, _, name = path.rpartition("/")
    if not is_decodable(path) or any(ignored_name(folder) for folder in parent.split("/") if folder):
        return False
    if is_folder:
        return not ignored_name(name) and is_scanned(path, note_folders)
    original = placeholder_of(name)
    if original is None and ignored_name(name):
        return False
    names = (name, original, conflict_copy_of(name))
    return any(called and classify(_join(parent, called), note_folders) for called in names)


def plan_watches(root: Path, note_folders: Sequence[str]) -> WatchPlan:
    """What to watch so that every folder is that memvault reads, and as few others as possible.

    A tree in which nothing is to be left out is watched as a whole. Where something is (`.git`,
    `node_modules`, folders that are not read), the folders around it are watched one by one.

    Raises:
        ReadFailed: the vault itself cannot be listed.
    """
    folders, around_dropped = _read_folders(root, note_folders)
    trees: list[WatchedTree] = []
    for folder in folders:
        if trees and trees[-1].recursive and is_inside(folder, trees[-1].path):
            continue
        trees.append(WatchedTree(folder, folder not in around_dropped))
    if len(trees) > MAX_TREES:
        tops = [tree for tree in trees if "/" not in tree.path]
        trees = [WatchedTree(tree.path, bool(tree.path)) for tree in tops]
    return WatchPlan(tuple(trees), len(folders))


def _read_folders(root: Path, note_folders: Sequence[str]) -> tuple[list[str], set[str]]:
    """The folders that are read, each before those below it; and those with something dropped below."""
    folders: list[str] = []
    around_dropped: set[str] = set()
    pending = [""]
    while pending:
        folder = pending.pop()
        names = _subfolders(root, folder)
        folders.append(folder)
        for name in names:
            path = _join(folder, name)
            if ignored_name(name) or not is_decodable(name) or not is_scanned(path, note_folders):
                around_dropped.update(_with_parents(folder))
            else:
                pending.append(path)
    return folders, around_dropped


def _subfolders(root: Path, folder: str) -> list[str]:
    try:
        with os.scandir(root / folder) as listing:
            return sorted((each.name for each in listing if each.is_dir(follow_symlinks=False)), reverse=True)
    except OSError as error:
        if folder:
            return []
        raise ReadFailed(str(root), error.strerror or str(error)) from error


def _with_parents(folder: str) -> list[str]:
    parts = folder.split("/") if folder else []
    return ["", *("/".join(parts[: count + 1]) for count in range(len(parts)))]


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
