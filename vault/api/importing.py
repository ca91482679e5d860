"""`import`: memories out of another program's files, through the write gate, trusted as imports are.

Which files can be read is a matter of importers: one for JSON lines is built in, plugins bring others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.remember import remember
from vault.api.remembered import Remembered
from vault.api.telling import telling
from vault.errors import ImportFailed, ReadFailed, UnknownImporter
from vault.model.memory import Memory
from vault.plugin_api.proposal_check import is_memory
from vault.plugin_api.values import Importer

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.progress import Step

AT_ONCE = 500
"""Memories in one batch of the gate, so that others may write in between."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a file.

    Attributes:
        importer: that read it.
        remembered: what became of each memory in it, in order.
    """

    importer: str
    remembered: tuple[Remembered, ...]


def import_file(
    resources: Resources,
    path: Path,
    *,
    importer: str,
    user: str | None,
    now: datetime,
    progress: Step | None = None,
) -> Imported:
    """Read a file and remember what is in it. Whoever it names, the memories become those of the chosen user.

    Args:
        resources: of the open vault.
        path: of the file.
        importer: by name; empty: the first one for files that end like this.
        user: whose the memories become; None: the chosen user.
        now: aware.
        progress: told how far bringing the index in step is.

    Raises:
        UnknownImporter: there is none of this name, or none for such files.
        ReadFailed: the file cannot be read.
        ImportFailed: the importer cannot make sense of it; nothing was written.
        MaskFailed, UserRequired, UnknownUser, …: see `vault.api.remember.remember`. What came before in the
            file is written, and known when it is imported again.
    """
    chosen = _chosen(resources.plugins.importers(), importer, path)
    if not path.is_file():
        raise ReadFailed(path, "there is no such file", "check how it is written")
    found = _read(resources, chosen, path)
    results: list[Remembered] = []
    for start in range(0, len(found), AT_ONCE):
        batch = found[start : start + AT_ONCE]
        results += remember(
            resources, batch, arrived="import", user=user, now=now, progress=progress, action="import"
        )
    return Imported(chosen.name, tuple(results))


def _chosen(importers: Sequence[Importer], name: str, path: Path) -> Importer:
    ending = path.suffix.lower()
    for each in importers:
        if each.name == name if name else ending in each.suffixes:
            return each
    raise UnknownImporter(name or ending, tuple(each.name for each in importers))


def _read(resources: Resources, importer: Importer, path: Path) -> list[Memory]:
    plugins = resources.plugins
    try:
        found = plugins.read_file(importer, lambda: list(importer.read(path)))
    except (OSError, ValueError) as error:
        raise ImportFailed(path, importer.name, telling(str(error))) from None  # it quotes the file
    if found is None:
        faults = plugins.faults.of(what=("importer",))
        raise ImportFailed(path, importer.name, faults[-1].message if faults else "it failed")
    return [replace(each, id="", provisional=True, user_id="") for each in _sound(found)]


def _sound(found: Iterable[object]) -> Iterator[Memory]:
    return (each for each in found if is_memory(each))


def read_memory_lines(path: Path) -> Iterator[Memory]:
    """Memories from JSON lines as a vault has them; those that are over are left out.

    Raises:
        ValueError: there is no such line in it.
    """
    from vault.format.defaults import Defaults
    from vault.format.memory_line import parse_memories
    from vault.model.tombstone import is_tombstone

    parsed = parse_memories(path.read_bytes(), path=path.name, defaults=Defaults())
    if parsed.problems and not parsed.memories:
        raise ValueError(str(parsed.problems[0]))
    for located in parsed.memories:
        memory = located.memory
        if memory.status in ("active", "inactive") and not memory.superseded_by and not is_tombstone(memory):
            yield replace(memory, status="active")
