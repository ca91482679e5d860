"""Merging two versions of a JSONL file of memories: by id and by field, with or without their ancestor.

Lines that only one side changed come out byte for byte as they are there. Of a memory that both changed each
field is merged by the rules of `schema/FORMAT.md`; what loses is handed back, to be kept. Lines that cannot be
read are merged as the texts they are. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from vault.format.decode import byte_order_mark
from vault.format.defaults import Defaults
from vault.format.memory_line import MemoryFile, parse_memories
from vault.history.merged import CannotMerge, Merged, unchanged_on_one_side
from vault.history.sequence import merged_order, merged_set
from vault.history.version import Version, merge_all, merge_versions, version_of

_Key = tuple[str, str]
"""`("id", id)` of a memory, `("text", line)` of a line that is none."""


@dataclass(frozen=True, slots=True)
class _Item:
    """What a side has under one key.

    Attributes:
        above: blank lines above it.
        lines: its lines, line ends included; several where an id stands twice.
        versions: of the memory, one a line.
    """

    above: bytes
    lines: tuple[bytes, ...]
    versions: tuple[Version, ...] = ()

    @property
    def texts(self) -> tuple[bytes, ...]:
        return tuple(line.rstrip(b"\r\n") for line in self.lines)


@dataclass(frozen=True, slots=True)
class _Side:
    """One version of the file, by key in file order."""

    items: Mapping[_Key, _Item]
    below: bytes


def merge_records(
    ours: bytes, theirs: bytes, base: bytes | None = None, *, defaults: Defaults, archived: bool = False
) -> Merged:
    """Merge two versions of a file of memories; which is which makes no difference.

    Args:
        ours: one version.
        theirs: the other one.
        base: their common ancestor; None when it is not known.
        defaults: of the vault.
        archived: the file lies below `archive/`.

    Raises:
        CannotMerge: a version is not understood as a whole: another encoding, conflict markers.
    """
    whole = unchanged_on_one_side(ours, theirs, base)
    if whole is not None:
        return Merged(whole)
    one, other = (_side(data, defaults, archived=archived) for data in (ours, theirs))
    old = _side(base, defaults, archived=archived) if base is not None else None
    items, lost = _merged_items(one, other, old, defaults)
    order = merged_order(
        list(one.items), list(other.items), items, _place(items), list(old.items if old else ())
    )
    newline = b"\r\n" if b"\r\n" in ours[:4096] and b"\r\n" in theirs[:4096] else b"\n"
    parts = [_ended(each, newline) for key in order for each in (items[key].above, *items[key].lines)]
    mark = max(byte_order_mark(ours), byte_order_mark(theirs))
    return Merged(mark + b"".join(parts) + max(one.below, other.below), tuple(lost))


def _side(data: bytes, defaults: Defaults, *, archived: bool) -> _Side:
    file = parse_memories(data, path="", defaults=defaults)
    _require_usable(file)
    memories = {located.line: located.memory for located in file.memories}
    items: dict[_Key, _Item] = {}
    above = b""
    for line in file.lines:
        raw = line.raw
        if not raw.strip():
            above += raw
            continue
        memory = memories.get(line.number)
        version = version_of(raw, memory, archived=archived) if memory is not None else None
        key = ("id", version.id) if version else ("text", raw.strip().decode("utf-8", "surrogateescape"))
        before = items.get(key, _Item(b"", ()))
        versions = (*before.versions, version) if version else ()
        items[key] = _Item(before.above + above, (*before.lines, raw), versions)
        above = b""
    return _Side(items, above)


def _require_usable(file: MemoryFile) -> None:
    if not file.usable:
        reasons = [problem.message for problem in file.problems if problem.severity == "error"]
        raise CannotMerge(reasons[0] if reasons else "it is not understood")


def _merged_items(
    one: _Side, other: _Side, old: _Side | None, defaults: Defaults
) -> tuple[dict[_Key, _Item], list[Version]]:
    lost: list[Version] = []
    items: dict[_Key, _Item] = {}
    before = old.items if old is not None else {}
    changed = {
        key for side in (one, other) for key in side.items if _is_new(side.items[key], before.get(key))
    }
    for key in merged_set(one.items, other.items, before) | changed:
        mine, its, was = (side.get(key) for side in (one.items, other.items, before))
        if mine is None or its is None:
            present = mine or its
            if present is not None:
                items[key] = present
        elif mine.texts == its.texts:
            items[key] = _alike(mine, its, was)
        elif was is not None and its.texts == was.texts:
            items[key] = mine
        elif was is not None and mine.texts == was.texts:
            items[key] = its
        elif not mine.versions:
            items[key] = max(mine, its, key=lambda each: (len(each.lines), each.lines))
        else:
            items[key] = _merged_item(mine, its, was, lost, defaults)
    return items, lost


def _is_new(item: _Item, was: _Item | None) -> bool:
    """Whether a side added it, or changed it: then it stays, though the other one deleted it."""
    return was is None or was.texts != item.texts


def _alike(mine: _Item, its: _Item, was: _Item | None) -> _Item:
    """Lines that both sides have; of line ends and blank lines above them those that were changed."""
    old_above, old_lines = (was.above, was.lines) if was is not None else (b"", ())
    above = max({mine.above, its.above} - {old_above}, default=old_above)
    lines = max({mine.lines, its.lines} - {old_lines}, default=old_lines)
    return _Item(above, lines, mine.versions)


def _merged_item(
    mine: _Item, its: _Item, was: _Item | None, lost: list[Version], defaults: Defaults
) -> _Item:
    sides = [merge_all(each.versions, defaults=defaults) for each in (mine, its)]
    before = merge_all(was.versions, defaults=defaults).version if was is not None else None
    merged = merge_versions(sides[0].version, sides[1].version, before, defaults=defaults)
    lost += [*sides[0].lost, *sides[1].lost, *merged.lost]
    end = max(each.lines[-1][len(each.lines[-1].rstrip(b"\r\n")) :] for each in (mine, its))
    return _Item(max(mine.above, its.above), (merged.version.raw + (end or b"\n"),), (merged.version,))


def _place(items: Mapping[_Key, _Item]) -> Callable[[_Key], tuple[float, _Key]]:
    """Where neither side says what comes first: the older one."""

    def place(key: _Key) -> tuple[float, _Key]:
        versions: Sequence[Version] = items[key].versions
        times = [each.memory.created_at or each.memory.updated_at for each in versions]
        known = [when.timestamp() for when in times if when is not None]
        return min(known, default=0.0), key

    return place


def _ended(line: bytes, newline: bytes) -> bytes:
    return line + newline if line and not line.endswith(b"\n") else line
