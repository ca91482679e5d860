"""Searching for what is left of an erased text: in the vault, its copies, this program's folders, and git."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.copies import is_of_another_vault, other_copies
from vault.api.git_search import HistorySearch, search_history
from vault.config import locations
from vault.files.leftovers import Leftover, Needles, search_bytes, search_folder

if TYPE_CHECKING:
    from vault.api.own_words import OwnWords
    from vault.api.resources import Resources


_NOBODYS = b"-"
"""For a file that is empty: its name may say enough."""


@dataclass(frozen=True, slots=True)
class Residue:
    """What was found.

    Attributes:
        left: files, sorted by path.
        unread: files and folders that could not be looked into.
        history: what git holds.
    """

    left: tuple[Leftover, ...]
    unread: tuple[str, ...]
    history: HistorySearch


def search_residue(resources: Resources, needles: Needles, own: OwnWords) -> Residue:
    """Look for a text everywhere where this program, or those it works beside, may have put it.

    Not looked into are models, and the indexes of other vaults. The index of this one is not named where it
    only says what a file says. Of what several people keep, only the part of the one who asks is told.
    """
    if not needles.texts:
        return Residue((), (), HistorySearch())
    left: dict[str, Leftover] = {}
    unread: set[str] = set()
    for folder in _folders(resources):
        searched = search_folder(folder, needles, skip=lambda path: _is_apart(path, resources))
        left |= {each.path: each for each in searched.found}
        unread |= set(searched.unread)
    told = {each.path: each for each in _without_mirrors(left, resources)}
    if own.shared:
        told = dict(_of_the_asker(told, needles, own, resources))
    history = search_history(resources.folder.root, needles, own=own)
    return Residue(tuple(sorted(told.values())), tuple(sorted(unread)), history)


def _of_the_asker(
    left: Mapping[str, Leftover], needles: Needles, own: OwnWords, resources: Resources
) -> Iterator[tuple[str, Leftover]]:
    """What is theirs; folders of the program itself belong to nobody, and are told as they are."""
    roots = tuple(_vaults(resources))
    for path, leftover in left.items():
        root = next((each for each in roots if Path(path).is_relative_to(each)), None)
        if root is None:
            yield path, leftover
            continue
        with suppress(OSError):
            data = Path(path).read_bytes() or _NOBODYS
            part = own.part_of(Path(path).relative_to(root).as_posix(), data)
            found = search_bytes(Path(path), part, needles)
            if found is not None or (leftover.form == "name" and part.strip()):
                yield path, found or leftover


def _without_mirrors(left: dict[str, Leftover], resources: Resources) -> tuple[Leftover, ...]:
    """Where a file of the vault still says it, the index rightly says it, too."""
    read = {str(resources.folder.root / path) for path in resources.folder.scan().files}
    mirrored = not read.isdisjoint(left)
    return tuple(
        sorted(
            each
            for path, each in left.items()
            if not (mirrored and Path(path).is_relative_to(resources.index_folder))
        )
    )


def _vaults(resources: Resources) -> Iterator[Path]:
    root = resources.folder.root
    yield root
    yield from other_copies(locations.indexes_dir(), resources.folder.settings.id, root)


def _folders(resources: Resources) -> Iterator[Path]:
    yield from _vaults(resources)
    yield from (locations.cache_dir(), locations.state_dir(), locations.config_dir(), resources.index_folder)


def _is_apart(folder: Path, resources: Resources) -> bool:
    """Objects of git are packed and searched by git itself."""
    if folder == locations.models_dir() or (folder.name == "objects" and folder.parent.name == ".git"):
        return True
    in_indexes = folder.parent == locations.indexes_dir()
    return in_indexes and is_of_another_vault(folder, resources.folder.settings.id)
