"""What happened to memories and notes between two states of a vault's files. Pure: no disk, no git."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from vault.files.layout import NOTE_FOLDERS, Kind, classify, ignored, is_decodable
from vault.format.decode import split_lines
from vault.format.defaults import Defaults
from vault.format.memory_line import parse_memories
from vault.model.identifier import permanent_id
from vault.model.memory import Memory
from vault.model.tombstone import is_tombstone

What = Literal[
    "learned",
    "changed",
    "superseded",
    "forgotten",
    "erased",
    "restored",
    "rested",
    "woken",
    "confirmed",
    "moved",
    "filed",
    "removed",
]
"""`filed`: it came as history at once. `confirmed`: nothing but its `updated_at` is another one. `moved`: it
is the same in another file. `removed`: its line is gone; a memory that is forgotten keeps one."""

_OVER = ("superseded", "forgotten")
_NEVER_TOLD = frozenset({"id", "provisional", "updated_at", "extra", "last_hit_at", "hit_count", "vector_id"})
_ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class Standing:
    """A memory and where it stands: a file below `facts/`, or (archived) below `archive/`."""

    memory: Memory
    path: str
    archived: bool = False

    @property
    def over(self) -> bool:
        """Whether it is history."""
        return self.archived or self.memory.status in _OVER or bool(self.memory.superseded_by)


@dataclass(frozen=True, slots=True)
class RecordChange:
    """What happened to one memory.

    Attributes:
        what: in one word.
        id: by which it is called now.
        before: None when it was not there.
        after: None when it is gone.
        fields: that are different, in the order of the format.
    """

    what: What
    id: str
    before: Standing | None
    after: Standing | None
    fields: tuple[str, ...] = ()

    @property
    def memory(self) -> Memory:
        """As it is now, else as it was last."""
        standing = self.after or self.before
        if standing is None:  # pragma: no cover - one of the two is there
            raise ValueError(self.id)
        return standing.memory


@dataclass(frozen=True, slots=True)
class FileTold:
    """A note, or `vault.yaml`, that was added, changed or removed."""

    path: str
    what: Literal["added", "changed", "removed"]


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything between two states.

    Attributes:
        records: in the order in which they stand in the files, the files by name.
        notes: by path.
        turns: lines of conversations that were added, less those that were taken out.
        settings: whether `vault.yaml` is another one.
    """

    records: tuple[RecordChange, ...] = ()
    notes: tuple[FileTold, ...] = ()
    turns: int = 0
    settings: bool = False

    def __bool__(self) -> bool:
        return bool(self.records or self.notes or self.turns or self.settings)


def changes_between(
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
    *,
    defaults: Defaults,
    note_folders: Sequence[str] = NOTE_FOLDERS,
) -> Changes:
    """What became of what.

    Args:
        before: files by path. Those that are the same in both may be left out.
        after: likewise.
        defaults: of the vault.
        note_folders: of the vault.
    """
    different = sorted(
        path
        for path in {*before, *after}
        if before.get(path) != after.get(path) and is_decodable(path) and not ignored(path)
    )
    kinds = {path: classify(path, note_folders) for path in different}
    lines = [path for path in different if kinds[path] in ("memories", "archive")]
    old = _standings(lines, before, after, kinds, defaults)
    new = _standings(lines, after, before, kinds, defaults)
    turns = sum(
        after.get(path, b"").count(b"\n") - before.get(path, b"").count(b"\n")
        for path in different
        if kinds[path] == "turns"
    )
    return Changes(
        tuple(_record_changes(old, new)),
        tuple(_told(path, before, after) for path in different if kinds[path] == "note"),
        turns,
        any(kind == "settings" for kind in kinds.values()),
    )


def standings_of(path: str, data: bytes, defaults: Defaults) -> list[Standing]:
    """The memories of one file below `facts/` or `archive/`, with conflict markers: of both sides."""
    archived = classify(path) == "archive"
    parsed = parse_memories(data, path=path, defaults=defaults)
    return [Standing(each.memory, path, archived) for each in parsed.memories]


def differing_fields(old: Memory, new: Memory) -> tuple[str, ...]:
    """Names of the fields in which two states of a memory differ, unknown ones behind the known."""
    known = [
        each.name
        for each in fields(Memory)
        if each.name not in _NEVER_TOLD and getattr(old, each.name) != getattr(new, each.name)
    ]
    extra = {key for key in {*old.extra, *new.extra} if old.extra.get(key) != new.extra.get(key)}
    return (*known, *sorted(extra))


def _standings(
    paths: Iterable[str],
    files: Mapping[str, bytes],
    others: Mapping[str, bytes],
    kinds: Mapping[str, Kind | None],
    defaults: Defaults,
) -> dict[str, Standing]:
    """The memories of lines that the other state does not have, by id; what is over counts first."""
    found: dict[str, Standing] = {}
    for path in paths:
        known = Counter(each.raw.strip() for each in split_lines(others.get(path, b"")))
        lines = []
        for each in split_lines(files.get(path, b"")):
            text = each.raw.strip()
            if known[text] > 0:
                known[text] -= 1
            elif text:
                lines.append(text)
        parsed = parse_memories(b"\n".join(lines), path=path, defaults=defaults)
        for located in parsed.memories:
            standing = Standing(located.memory, path, kinds[path] == "archive")
            key = permanent_id(located.memory.id)
            if key not in found or (standing.over and not found[key].over):
                found[key] = standing
    return found


def _record_changes(old: dict[str, Standing], new: dict[str, Standing]) -> Iterable[RecordChange]:
    rewritten = _rewritten(old, new)
    order = dict.fromkeys([*new, *(key for key in old if key not in rewritten.values())])
    for key in order:
        before = old.get(rewritten.get(key, key))
        yield _change(key, before, new.get(key))


def _rewritten(old: Mapping[str, Standing], new: Mapping[str, Standing]) -> dict[str, str]:
    """Lines without an id are called by what they say: which new one is which old one, changed by hand."""
    pairs: dict[str, str] = {}
    gone = [key for key, each in old.items() if key not in new and each.memory.provisional]
    for key, standing in new.items():
        if key in old or not standing.memory.provisional:
            continue
        rated = [
            (_likeness(old[other].memory, standing.memory), other)
            for other in gone
            if old[other].path == standing.path
        ]
        best = max(rated, default=(0.0, ""))
        if best[0] >= _ALIKE:
            pairs[key] = best[1]
            gone.remove(best[1])
    return pairs


def _likeness(old: Memory, new: Memory) -> float:
    if old.key and (old.key, old.scene) == (new.key, new.scene):
        return 1.0
    return difflib.SequenceMatcher(None, old.content, new.content, autojunk=False).ratio()


def _change(key: str, before: Standing | None, after: Standing | None) -> RecordChange:
    if after is None:
        named = before.memory.id if before else key
        return RecordChange("removed", named, before, None)
    named = after.memory.id
    if before is None:
        what: What = "learned"
        if after.over:
            what = "erased" if is_tombstone(after.memory) else "filed"
        return RecordChange(what, named, None, after)
    different = differing_fields(before.memory, after.memory)
    return RecordChange(_what(before, after, different), named, before, after, different)


def _what(before: Standing, after: Standing, different: tuple[str, ...]) -> What:
    if is_tombstone(after.memory) and not is_tombstone(before.memory):
        return "erased"
    if after.over and not before.over:
        replaced = after.memory.status == "superseded" or bool(after.memory.superseded_by)
        return "superseded" if replaced else "forgotten"
    if before.over and not after.over:
        return "restored"
    if not after.over and before.memory.status != after.memory.status:
        return "rested" if after.memory.status == "inactive" else "woken"
    if different:
        return "changed"
    return "moved" if before.path != after.path else "confirmed"


def _told(path: str, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> FileTold:
    if path not in before:
        return FileTold(path, "added")
    return FileTold(path, "changed" if path in after else "removed")
