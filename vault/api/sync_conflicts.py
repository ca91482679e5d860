"""What devices left that changed the same: conflict copies, memories that stand twice, versions that lost.

How they are settled is `vault.api.resolving`. Nothing here writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.marked_files import read_marked
from vault.files.fingerprint import read_or_none
from vault.files.layout import Kind, classify
from vault.files.memory_places import is_lost_version
from vault.files.scan import Scan
from vault.format.decode import split_lines
from vault.format.side_by_side import BEGIN, LOST_FIELD, find_lost_fields, find_side_by_side
from vault.history.conflict_copies import ConflictCopy, resolve_copy
from vault.history.difference import Difference, difference_of, differences, versions
from vault.history.marked_files import MarkedFile, resolve_marked
from vault.history.merged import CannotMerge
from vault.history.twins import Place, find_twins, places_in
from vault.history.version import NOT_TOLD, Version, is_lost

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.format.defaults import Defaults


@dataclass(frozen=True, slots=True)
class FoundCopy:
    """A conflict copy.

    Attributes:
        copy: the copy and its file.
        differences: what the two say differently; `ours` is the file, `theirs` the copy.
        others: differences in memories of other users.
        safe: it can be merged without that anything loses.
        obstacle: why it cannot be merged; empty when it can.
    """

    copy: ConflictCopy
    differences: tuple[Difference, ...] = ()
    others: int = 0
    safe: bool = False
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class FoundMarked:
    """A file in which git left conflict markers.

    Attributes:
        path: of the file.
        kind: of what is in it.
        unmerged: git waits for it to be merged and added.
        differences: what the sides say differently; `ours` is the first one.
        others: differences in memories of other users.
        obstacle: why it cannot be merged; empty when it can.
    """

    path: str
    kind: Kind
    unmerged: bool
    differences: tuple[Difference, ...] = ()
    others: int = 0
    obstacle: str = ""


@dataclass(frozen=True, slots=True)
class FoundTwin:
    """A memory that stands at several places and says different things there; the first place counts."""

    id: str
    places: tuple[Place, ...]
    difference: Difference


@dataclass(frozen=True, slots=True)
class FoundLoser:
    """A version of a memory that lost in a merge and was kept.

    Attributes:
        id: of the version, a memory of its own.
        path: where it is kept.
        successor: id of the memory whose version it is.
        standing: where that one stands now; None when it is nowhere any more.
        difference: `ours` is what counts, `theirs` the version that lost.
    """

    id: str
    path: str
    successor: str
    standing: Place | None
    difference: Difference


@dataclass(frozen=True, slots=True)
class SyncConflicts:
    """All of them; `side_by_side` are path and line of the places in notes where versions stand so."""

    copies: tuple[FoundCopy, ...] = ()
    marked: tuple[FoundMarked, ...] = ()
    twins: tuple[FoundTwin, ...] = ()
    losers: tuple[FoundLoser, ...] = ()
    side_by_side: tuple[tuple[str, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.copies or self.marked or self.twins or self.losers or self.side_by_side)


def sync_conflicts(resources: Resources, *, user: str | None, now: datetime) -> SyncConflicts:
    """What waits for a decision, sorted by path.

    Args:
        resources: of the open vault.
        user: whose memories are shown; None: the configured user, or the only one.
        now: aware.

    Raises:
        UserRequired: several users and none named.
    """
    resources.in_step.keep(now)
    owner = resources.user(user)
    found = resources.folder.scan()
    files = memory_files(resources.folder.root, found)
    copies = tuple(_found_copy(each, files, resources, owner) for each in read_copies(resources, found))
    return SyncConflicts(
        copies,
        tuple(_found_marked(each, resources, owner) for each in read_marked(resources, found)),
        tuple(_twins(files, resources, owner)),
        tuple(_losers(files, resources, owner)),
        tuple(_side_by_side(resources.folder.root, found)),
    )


def read_copies(resources: Resources, found: Scan) -> list[ConflictCopy]:
    """The conflict copies of a vault with their bytes; those that cannot be read are left to `check`."""
    root = resources.folder.root
    copies = []
    for path, of in found.copies.items():
        kind = classify(of, resources.folder.settings.note_folders)
        data = read_or_none(root, path)
        if kind is not None and data is not None:
            copies.append(ConflictCopy(path, of, kind, data, read_or_none(root, of)))
    return copies


def memory_files(root: Path, found: Scan) -> dict[str, bytes]:
    """Bytes of all files of memories, those of the archive too, by path."""
    paths = (each.path for each in found.files.values() if each.kind in {"memories", "archive"})
    read = ((path, read_or_none(root, path)) for path in paths)
    return {path: data for path, data in read if data is not None}


def _found_copy(
    copy: ConflictCopy, files: Mapping[str, bytes], resources: Resources, owner: str
) -> FoundCopy:
    defaults = resources.folder.defaults
    if copy.identical:
        return FoundCopy(copy, safe=True)
    try:
        planned = resolve_copy(copy, files, "auto", defaults=defaults)
        safe, obstacle = planned.safe, ""
    except CannotMerge as fault:
        safe, obstacle = False, fault.reason
    of_file = differences(copy.kind, copy.original or b"", copy.data, path=copy.of, defaults=defaults)
    all_of_it = tuple(_against_elsewhere(of_file, copy, files, resources))
    shown = tuple(each for each in all_of_it if each.user_id in {"", owner})
    return FoundCopy(copy, shown, len(all_of_it) - len(shown), safe, obstacle)


def _against_elsewhere(
    found: Sequence[Difference], copy: ConflictCopy, files: Mapping[str, bytes], resources: Resources
) -> Iterator[Difference]:
    """A memory that the file does not hold any more may stand in another one, archived for example."""
    defaults = resources.folder.defaults
    missing = {each.name for each in found if each.state == "only-theirs" and each.name}
    standing = standing_of(files, missing, resources) if copy.kind in {"memories", "archive"} else {}
    theirs = versions(copy.data, path=copy.of, defaults=defaults) if standing else {}
    for each in found:
        place = standing.get(each.name) if each.state == "only-theirs" else None
        told = difference_of(place.version, theirs[each.name], defaults=defaults) if place else each
        if told is not None:
            yield told


def _found_marked(marked: MarkedFile, resources: Resources, owner: str) -> FoundMarked:
    defaults, unmerged = resources.folder.defaults, marked.stages is not None
    try:
        resolve_marked(marked, "auto", defaults=defaults)
        versions = marked.sides().versions
    except CannotMerge as fault:
        return FoundMarked(marked.path, marked.kind, unmerged, obstacle=fault.reason)
    all_of_it = differences(marked.kind, versions[0], versions[-1], path=marked.path, defaults=defaults)
    shown = tuple(each for each in all_of_it if each.user_id in {"", owner})
    return FoundMarked(marked.path, marked.kind, unmerged, shown, len(all_of_it) - len(shown))


def _twins(files: Mapping[str, bytes], resources: Resources, owner: str) -> list[FoundTwin]:
    defaults = resources.folder.defaults
    found = []
    for memory_id, places in sorted(find_twins(files, defaults=defaults).items()):
        if places[0].version.memory.user_id != owner:
            continue
        others = (difference_of(places[0].version, each.version, defaults=defaults) for each in places[1:])
        difference = next(filter(None, others), None)
        shown = difference or Difference(memory_id, places[0].version.memory.content, "changed", (), owner)
        found.append(FoundTwin(memory_id, tuple(places), shown))
    return found


def _losers(files: Mapping[str, bytes], resources: Resources, owner: str) -> list[FoundLoser]:
    defaults = resources.folder.defaults
    kept = [
        (path, version)
        for path, version in lost_versions(files, defaults).values()
        if version.memory.user_id == owner
    ]
    successors = {each for _, version in kept for each in version.memory.superseded_by}
    standing = standing_of(files, successors, resources)
    found = []
    for path, version in kept:
        successor = next(iter(version.memory.superseded_by), "")
        place = standing.get(successor)
        difference = _about_words(place.version if place else None, version, resources)
        found.append(FoundLoser(version.id, path, successor, place, difference))
    return found


def lost_versions(files: Mapping[str, bytes], defaults: Defaults) -> dict[str, tuple[str, Version]]:
    """Versions that lost and wait for a decision, each with its file, by id.

    They stand alone in `archive/conflicts/`, or among memories where git merged them. Those that stand in
    other files of the archive are settled.
    """
    waiting: dict[str, tuple[str, Version]] = {}
    settled: set[str] = set()
    for path, data in sorted(files.items()):
        apart = is_lost_version(path)
        if not apart and b"superseded" not in data:
            continue
        for name, version in versions(data, path=path, defaults=defaults).items():
            if not apart and not is_lost(version):
                continue
            if not apart and version.archived:
                settled.add(name)
            waiting.setdefault(name, (path, version))
    return {name: each for name, each in waiting.items() if name not in settled}


def _about_words(stays: Version | None, lost: Version, resources: Resources) -> Difference:
    """How they differ in what they say; that one is history is no news."""
    found = difference_of(stays, lost, defaults=resources.folder.defaults)
    if found is None:
        return Difference(lost.id, lost.memory.content, "changed", (), lost.memory.user_id)
    said = (replace(each, counts="ours") for each in found.fields if each.name not in NOT_TOLD)
    return replace(found, fields=tuple(said))


def standing_of(files: Mapping[str, bytes], ids: set[str], resources: Resources) -> dict[str, Place]:
    """Where memories stand, by id; of several places the one that counts."""
    found: dict[str, Place] = {}
    for path, data in sorted(files.items()):
        if is_lost_version(path) or not any(each.encode() in data for each in ids):
            continue
        for place in places_in(path, data, defaults=resources.folder.defaults):
            known = found.get(place.version.id)
            if place.version.id in ids and (known is None or place.version.rank > known.version.rank):
                found[place.version.id] = place
    return found


def _side_by_side(root: Path, found: Scan) -> list[tuple[str, int]]:
    places = []
    for each in found.files.values():
        data = read_or_none(root, each.path) if each.kind == "note" else None
        if data and (BEGIN.encode() in data or LOST_FIELD in data):
            lines = split_lines(data)
            found_in = [*find_lost_fields(lines), *(place.first for place in find_side_by_side(lines))]
            places += [(each.path, index + 1) for index in found_in]
    return places
