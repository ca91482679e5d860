"""Finding and importing plugins: those of installed packages, and modules that the user names.

Never from a vault: what lies in a folder with a `vault.yaml`, or below one, is not imported, not even when
Python would find it because the vault is the working folder.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "memvault"
"""Of the entry points by which a package says that it holds a plugin."""
OWN_DISTRIBUTION = "memvault"
"""Whose plugins are off until the user names them; those of other packages are on once installed."""
_SECTION = f"[{GROUP}]".encode()
_METADATA = (".dist-info", ".egg-info")


class NotFound(Exception):
    """There is no such plugin, or it must not be imported."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A plugin that the user's `config.yaml` names.

    Attributes:
        module: to import; empty: the entry point of this name, else a module of this name.
        enabled: False: not to be loaded although it is installed.
        values: of its settings, as written.
        origin: where it is named, `/path/config.yaml:3`.
    """

    name: str
    module: str = ""
    enabled: bool = True
    values: Mapping[str, object] = field(default_factory=dict)
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plugin that may be loaded.

    Attributes:
        target: what to import, `module` or `module:attribute`.
        source: where it was found, for people.
        bundled: it comes with memvault.
    """

    wanted: Wanted
    target: str
    source: str
    bundled: bool = False

    @property
    def name(self) -> str:
        """As in the user's `config.yaml`."""
        return self.wanted.name


def candidates(wanted: Sequence[Wanted], path: Sequence[str] | None = None) -> tuple[Candidate, ...]:
    """All plugins there are: first those that the user names, in their order, then the others by name.

    Cheap where nothing is installed and nothing named: one look at each installed package.

    Args:
        wanted: from the user's own configuration.
        path: where packages are looked for; None: `sys.path`.
    """
    entries = {entry.name: (entry, owner) for entry, owner in _entry_points(path, bundled=bool(wanted))}
    found = [_named(each, entries.get(each.name)) for each in wanted]
    names = {each.name for each in wanted}
    for name, (entry, owner) in sorted(entries.items()):
        if name not in names:
            bundled = owner == OWN_DISTRIBUTION
            found.append(Candidate(Wanted(name, enabled=not bundled), entry.value, owner, bundled))
    return tuple(found)


def bundled_candidates() -> tuple[Candidate, ...]:
    """The plugins that come with memvault, for showing them."""
    return tuple(
        Candidate(Wanted(entry.name, enabled=False), entry.value, owner, bundled=True)
        for entry, owner in sorted(_entry_points(None, bundled=True), key=lambda pair: pair[0].name)
        if owner == OWN_DISTRIBUTION
    )


def load(candidate: Candidate) -> object:
    """Import a plugin; a class is called without arguments.

    Raises:
        NotFound: it does not exist, or lies in a vault.
        Exception: whatever its own code raises.
    """
    module_name, _, attribute = candidate.target.partition(":")
    _check_place(module_name.strip())
    loaded: object = import_module(module_name.strip())
    for name in filter(None, attribute.strip().split(".")):
        loaded = getattr(loaded, name)
    return loaded() if isinstance(loaded, type) else loaded


def in_a_vault(path: Path) -> bool:
    """Whether `path` lies in a vault, or is one; also by way of a symbolic link."""
    places = dict.fromkeys((path.absolute(), path.resolve()))
    folders = dict.fromkeys(folder for place in places for folder in (place, *place.parents))
    return any((folder / "vault.yaml").is_file() for folder in folders)


def _named(wanted: Wanted, entry: tuple[EntryPoint, str] | None) -> Candidate:
    if wanted.module:
        return Candidate(wanted, wanted.module, wanted.origin)
    if entry is not None:
        return Candidate(wanted, entry[0].value, entry[1], bundled=entry[1] == OWN_DISTRIBUTION)
    return Candidate(wanted, wanted.name, wanted.origin)


def _check_place(module_name: str) -> None:
    """The top package is looked for without importing anything."""
    top = module_name.partition(".")[0]
    try:
        spec = importlib.util.find_spec(top) if top.isidentifier() else None
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        raise NotFound(f"there is no plugin and no module {module_name}")
    places = [*(spec.submodule_search_locations or ()), *filter(None, [spec.origin])]
    if any(in_a_vault(Path(place)) for place in places):
        raise NotFound(f"{module_name} lies in a vault; nothing is ever loaded from there")


def _entry_points(path: Sequence[str] | None, *, bundled: bool) -> Iterator[tuple[EntryPoint, str]]:
    """Entry points of the group with the names of their packages; the first of a package counts.

    Reading an entry point takes `importlib.metadata`, which takes longer than to see that there is none.
    """
    folders = list(_with_plugins(sys.path if path is None else path))
    if not bundled:
        folders = [folder for folder in folders if not folder.name.startswith(f"{OWN_DISTRIBUTION}-")]
    if not folders:
        return
    from importlib.metadata import Distribution

    seen: set[str] = set()
    for folder in folders:
        distribution = Distribution.at(folder)
        owner = str(distribution.metadata["Name"] or folder.stem)
        if owner not in seen:
            seen.add(owner)
            yield from ((entry, owner) for entry in distribution.entry_points if entry.group == GROUP)


def _with_plugins(path: Iterable[str]) -> Iterator[Path]:
    """Metadata folders of installed packages that mention the group."""
    for place in dict.fromkeys(path):
        folder = Path(place or ".")
        if not folder.is_dir() or in_a_vault(folder):
            continue
        try:
            with os.scandir(folder) as entries:
                found = sorted(entry.path for entry in entries if entry.name.endswith(_METADATA))
        except OSError:
            continue
        yield from (Path(each) for each in found if _mentions_group(f"{each}/entry_points.txt"))


def _mentions_group(path: str) -> bool:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - hundreds of them, before a recall
            return _SECTION in file.read()
    except OSError:
        return False
