"""Memories that stand at several places of a vault under one id: made one, at the place that counts. Pure.

They come about when two devices do different things to a memory: one edits it, one archives it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from vault.files.layout import classify
from vault.files.memory_places import is_lost_version
from vault.format.decode import byte_order_mark
from vault.format.defaults import Defaults
from vault.format.memory_line import LocatedMemory, parse_memories
from vault.history.rivals import marked_rivals
from vault.history.version import Version, merge_all, version_of


@dataclass(frozen=True, slots=True)
class Place:
    """A version of a memory and where it stands."""

    path: str
    line: int
    version: Version


@dataclass(frozen=True, slots=True)
class Healed:
    """What makes one of each twin.

    Attributes:
        files: new bytes of the files that change.
        lost: versions that said something that is not said any more.
        ids: of the memories.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    lost: tuple[Version, ...] = ()
    ids: tuple[str, ...] = ()


def find_twins(
    files: Mapping[str, bytes], *, defaults: Defaults, ids: Collection[str] | None = None
) -> dict[str, list[Place]]:
    """Memories that stand at several places, by id; the place that counts comes first.

    Only those with an id of their own. Files that are not understood as a whole are passed over, as they must
    not be written.

    Args:
        files: bytes of files of memories, `archive/` included, by path.
        defaults: of the vault.
        ids: look at these only.
    """
    standing: dict[str, list[tuple[str, LocatedMemory]]] = {}
    for path, data in files.items():
        for located in _memories(path, data, defaults):
            if ids is None or located.memory.id in ids:
                standing.setdefault(located.memory.id, []).append((path, located))
    return {
        memory_id: _best_first(Place(path, each.line, _version(path, each)) for path, each in places)
        for memory_id, places in standing.items()
        if len(places) > 1
    }


def heal_twins(
    files: Mapping[str, bytes], *, defaults: Defaults, ids: Collection[str] | None = None
) -> Healed:
    """Make one of each twin: the versions are merged where the one stands that counts, the others go.

    Arguments as in `find_twins`.
    """
    twins = find_twins(files, defaults=defaults, ids=ids)
    lines: dict[str, dict[int, bytes]] = {}
    lost: list[Version] = []
    replaced_by: list[tuple[str, ...]] = []
    for places in twins.values():
        merged = merge_all([each.version for each in places], defaults=defaults)
        lost += merged.lost
        replaced_by.append(merged.version.memory.superseded_by)
        first, *others = places
        if merged.version.raw != first.version.raw:
            lines.setdefault(first.path, {})[first.line] = merged.version.raw
        for other in others:
            lines.setdefault(other.path, {})[other.line] = b""
    for place, raw in _rivals(replaced_by, files, defaults):
        lines.setdefault(place.path, {}).setdefault(place.line, raw)
    changed = {path: _edited(files[path], edits, defaults) for path, edits in lines.items()}
    return Healed(changed, tuple(lost), tuple(sorted(twins)))


def _rivals(
    replaced_by: Iterable[tuple[str, ...]], files: Mapping[str, bytes], defaults: Defaults
) -> Iterable[tuple[Place, bytes]]:
    """Lines of memories that replaced the same one on different devices, marked as contradictions."""
    several = [ids for ids in replaced_by if len(ids) > 1]
    wanted = {each for ids in several for each in ids}
    found = {
        place.version.id: place
        for path, data in files.items()
        if classify(path) == "memories" and any(each.encode() in data for each in wanted)
        for place in places_in(path, data, defaults=defaults)
        if place.version.id in wanted and not place.version.rank[1]
    }
    current = {each: place.version for each, place in found.items()}
    for memory_id, raw in marked_rivals(several, current).items():
        yield found[memory_id], raw


def places_in(path: str, data: bytes, *, defaults: Defaults) -> Iterable[Place]:
    """All memories of a file with where they stand."""
    for located in parse_memories(data, path=path, defaults=defaults).memories:
        yield Place(path, located.line, _version(path, located))


def _best_first(places: Iterable[Place]) -> list[Place]:
    by_place = sorted(places, key=lambda each: (each.path, each.line))
    return sorted(by_place, key=lambda each: each.version.rank, reverse=True)


def _memories(path: str, data: bytes, defaults: Defaults) -> Iterable[LocatedMemory]:
    """A line without an id is no twin of history: it may have been written anew."""
    file = parse_memories(data, path=path, defaults=defaults)
    if not file.usable or is_lost_version(path):
        return ()
    return (located for located in file.memories if not located.memory.provisional)


def _version(path: str, located: LocatedMemory) -> Version:
    return version_of(located.raw.raw, located.memory, archived=classify(path) == "archive")


def _edited(data: bytes, edits: Mapping[int, bytes], defaults: Defaults) -> bytes:
    lines = []
    for line in parse_memories(data, path="", defaults=defaults).lines:
        raw = line.raw
        if line.number in edits:
            end = raw[len(raw.rstrip(b"\r\n")) :]
            raw = edits[line.number] + end if edits[line.number] else b""
        lines.append(raw)
    return byte_order_mark(data) + b"".join(lines)
