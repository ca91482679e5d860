"""Merging two versions of a JSONL file of memories: by id and by field, with or without their ancestor.

Lines that only one side changed come out byte for byte as they are there. Of a memory that both changed, each
field is merged by the rules of `schema/FORMAT.md`. What loses is handed back, to be kept. Lines that cannot
be read are merged as the texts they are. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from vault.format.decode import byte_order_mark
from vault.format.defaults import Defaults
from vault.format.memory_line import MemoryFile, parse_memories
from vault.history.merged import CannotMerge, Merged, unchanged_on_one_side
from vault.history.sequence import merged_order, merged_set
from vault.history.version import Version, is_lost, lost_line, merge_all, merge_versions, version_of
from vault.model.identifier import permanent_id
from vault.model.memory import Memory

_Key = tuple[str, str]
"""`("id", id)` of a memory, `("text", line)` of a line that is none."""


@dataclass(frozen=True, slots=True)
class _Item:
    """What a side has under one key.

    Attributes:
        above: blank lines above it.
        lines: its lines, line ends included; several where an id stands twice.
        memories: what they say, one a line.
    """

    above: bytes
    lines: tuple[bytes, ...]
    memories: tuple[Memory, ...] = ()

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
    one, other, old = (_side(data, defaults) for data in (ours, theirs, base or b""))
    merging = _Merging(defaults, archived)
    items = merging.items(one.items, other.items, old.items)
    order = merged_order(list(one.items), list(other.items), items, _place(items), list(old.items))
    newline = b"\r\n" if b"\r\n" in ours[:4096] and b"\r\n" in theirs[:4096] else b"\n"
    parts = [_ended(each, newline) for key in order for each in (items[key].above, *items[key].lines)]
    mark = max(byte_order_mark(ours), byte_order_mark(theirs))
    return Merged(mark + b"".join(parts) + max(one.below, other.below), tuple(merging.lost))


def with_lost(data: bytes, lost: Sequence[Version], *, defaults: Defaults) -> bytes:
    """A merged file with the versions that lost at its end, as history, in the order of their ids.

    Args:
        data: of the file; where it holds such versions already, these stand with the others then.
        lost: to be added.
        defaults: of the vault.
    """
    if not lost:
        return data
    end = b"\r\n" if data.endswith(b"\r\n") else b"\n"
    file = parse_memories(data, path="", defaults=defaults)
    found = ((each, version_of(each.raw.raw, each.memory)) for each in file.memories)
    there = {each.line: version for each, version in found if is_lost(version)}
    lines = dict(map(lost_line, lost)) | {each.id: each.raw for each in there.values()}
    above = [line.raw for line in file.lines if line.number not in there]
    below = [line + end for _, line in sorted(lines.items())]
    return byte_order_mark(data) + b"".join([*(_ended(each, end) for each in above), *below])


def _side(data: bytes, defaults: Defaults) -> _Side:
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
        text = raw.strip().decode("utf-8", "surrogateescape") if memory is None else ""
        key = ("text", text) if memory is None else ("id", permanent_id(memory.id))
        before = items.get(key, _Item(b"", ()))
        said = (*before.memories, memory) if memory is not None else ()
        items[key] = _Item(before.above + above, (*before.lines, raw), said)
        above = b""
    return _Side(items, above)


def _require_usable(file: MemoryFile) -> None:
    if not file.usable:
        reasons = [problem.message for problem in file.problems if problem.severity == "error"]
        raise CannotMerge(reasons[0] if reasons else "it is not understood")


@dataclass(slots=True)
class _Merging:
    """One merge: what is known for all of it, and the versions that have lost so far."""

    defaults: Defaults
    archived: bool
    lost: list[Version] = field(default_factory=list)

    def items(
        self, one: Mapping[_Key, _Item], other: Mapping[_Key, _Item], old: Mapping[_Key, _Item]
    ) -> dict[_Key, _Item]:
        """What stays, by key."""
        changed = {key for side in (one, other) for key, item in side.items() if _is_new(item, old.get(key))}
        found: dict[_Key, _Item] = {}
        for key in merged_set(one, other, old) | changed:
            item = self._item(one.get(key), other.get(key), old.get(key))
            if item is not None:
                found[key] = item
        return found

    def _item(self, mine: _Item | None, its: _Item | None, was: _Item | None) -> _Item | None:
        if mine is None or its is None:
            return mine or its
        if mine.texts == its.texts:
            return _alike(mine, its, was)
        if was is not None and was.texts in (mine.texts, its.texts):
            return mine if its.texts == was.texts else its
        if not mine.memories:
            return max(mine, its, key=lambda each: (len(each.lines), each.lines))
        sides = [merge_all(self._versions(each), defaults=self.defaults) for each in (mine, its)]
        before = merge_all(self._versions(was), defaults=self.defaults).version if was is not None else None
        merged = merge_versions(sides[0].version, sides[1].version, before, defaults=self.defaults)
        self.lost += [*sides[0].lost, *sides[1].lost, *merged.lost]
        end = max(each.lines[-1][len(each.lines[-1].rstrip(b"\r\n")) :] for each in (mine, its))
        line = merged.version.raw + (end or b"\n")
        return _Item(max(mine.above, its.above), (line,), (merged.version.memory,))

    def _versions(self, item: _Item) -> list[Version]:
        pairs = zip(item.lines, item.memories, strict=True)
        return [version_of(raw, memory, archived=self.archived) for raw, memory in pairs]


def _is_new(item: _Item, was: _Item | None) -> bool:
    """Whether a side added it, or changed it: then it stays, though the other one deleted it."""
    return was is None or was.texts != item.texts


def _alike(mine: _Item, its: _Item, was: _Item | None) -> _Item:
    """Lines that both sides have; of line ends and blank lines above them those that were changed."""
    old_above, old_lines = (was.above, was.lines) if was is not None else (b"", ())
    above = max({mine.above, its.above} - {old_above}, default=old_above)
    lines = max({mine.lines, its.lines} - {old_lines}, default=old_lines)
    return _Item(above, lines, mine.memories)


def _place(items: Mapping[_Key, _Item]) -> Callable[[_Key], tuple[float, _Key]]:
    """Where neither side says what comes first: the older one."""

    def place(key: _Key) -> tuple[float, _Key]:
        times = [each.created_at or each.updated_at for each in items[key].memories]
        known = [when.timestamp() for when in times if when is not None]
        return min(known, default=0.0), key

    return place


def _ended(line: bytes, newline: bytes) -> bytes:
    return line + newline if line and not line.endswith(b"\n") else line
