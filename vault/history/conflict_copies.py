"""What becomes of a conflict copy: which files change, in an order in which nothing is lost by a crash. Pure.

First come the versions that lose and the copy as it was, then the file that takes it in; last the copy goes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from vault.files.layout import Kind
from vault.files.memory_places import kept_path, lost_path
from vault.format.decode import byte_order_mark
from vault.format.defaults import Defaults
from vault.format.memory_line import format_memory, parse_memories
from vault.history.file_edit import FileEdit
from vault.history.merge_file import merge_file
from vault.history.merged import CannotMerge
from vault.history.twins import heal_twins, places_in
from vault.history.undo_file import UndoFile, format_undo
from vault.history.version import Version, canonical, lost_line
from vault.model.identifier import permanent_id
from vault.model.tombstone import ERASED, is_tombstone

Way = Literal["auto", "ours", "theirs", "both"]
"""How to resolve: `auto` merges by the rules, `ours` keeps the file as it is, `theirs` takes the copy in its
place, `both` keeps what loses as well, as memories or as a note of its own."""

_PATCH = ".rej"


@dataclass(frozen=True, slots=True)
class ConflictCopy:
    """A copy that a sync tool left, and the file that it is a copy of.

    Attributes:
        path: of the copy.
        of: of the file; it need not exist.
        kind: of what is in both.
        data: bytes of the copy.
        original: of the file; None when it does not exist.
    """

    path: str
    of: str
    kind: Kind
    data: bytes
    original: bytes | None

    @property
    def identical(self) -> bool:
        """Whether the copy holds nothing that the file does not hold."""
        return self.data == self.original or not self.data.strip()


@dataclass(frozen=True, slots=True)
class Resolution:
    """What is to be done about a conflict copy, or about twins.

    Attributes:
        edits: in the order in which they are to be made; none when there is nothing to do.
        lost: versions of memories that do not count any more.
        side_by_side: sections of a note that stand in it in several versions.
    """

    edits: tuple[FileEdit, ...]
    lost: tuple[Version, ...] = ()
    side_by_side: int = 0

    @property
    def safe(self) -> bool:
        """Whether it can be done without asking: nothing loses, and nothing stands side by side after it."""
        return not self.lost and not self.side_by_side


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What files are to hold, by path."""

    files: Mapping[str, bytes]
    lost: tuple[Version, ...] = ()
    side_by_side: int = 0


def resolve_copy(
    copy: ConflictCopy, files: Mapping[str, bytes], way: Way, *, defaults: Defaults
) -> Resolution:
    """Plan what becomes of a conflict copy.

    Args:
        copy: which.
        files: all files of memories of the vault, those of `archive/` too: a memory may stand anywhere.
        way: how to resolve it.
        defaults: of the vault.

    Raises:
        CannotMerge: the copy or the file is not understood as a whole, or the copy holds a patch.
    """
    gone = FileEdit(copy.path, copy.data, None)
    copy = _without_erased(copy, files, defaults)
    if copy.identical:
        return Resolution((gone,))
    outcome = _outcome(copy, files, way, defaults)
    present = {**files, **({copy.of: copy.original} if copy.original is not None else {})}
    lost, changed = _lost_files(outcome.lost, present), _changed(outcome, present)
    if way == "auto" and not changed and not lost:
        return Resolution((gone,), outcome.lost, outcome.side_by_side)
    kept = kept_with_undo(copy, way, (*lost, *changed))
    return Resolution((*kept, *lost, *changed, gone), outcome.lost, outcome.side_by_side)


def take_in(
    of: str, kind: Kind, data: bytes, files: Mapping[str, bytes], *, defaults: Defaults
) -> Resolution:
    """Plan how memories from elsewhere get into a vault: merged as those of a conflict copy would be.

    Args:
        of: path of the file into which they belong.
        kind: of that file.
        data: their lines.
        files: all files of memories of the vault.
        defaults: of the vault.

    Raises:
        CannotMerge: the file is not understood as a whole.
    """
    outcome = _merged_memories(ConflictCopy(of, of, kind, data, files.get(of)), files, "auto", defaults)
    return Resolution((*_lost_files(outcome.lost, files), *_changed(outcome, files)), outcome.lost)


def resolve_twins(
    files: Mapping[str, bytes], *, defaults: Defaults, ids: Iterable[str] | None = None
) -> Resolution:
    """Plan how memories that stand at several places become one each; see `vault.history.twins`.

    Lines are taken out last: cut short before that, the memory still stands twice and a new plan finishes it.
    """
    healed = heal_twins(files, defaults=defaults, ids=None if ids is None else frozenset(ids))
    changed = [FileEdit(path, files[path], data) for path, data in healed.files.items()]
    changed.sort(key=lambda each: (len(each.after or b"") < len(each.before or b""), each.path))
    lost = _not_said(healed.lost, {**files, **healed.files}, defaults)
    return Resolution((*_lost_files(lost, files), *changed), lost)


def _without_erased(copy: ConflictCopy, files: Mapping[str, bytes], defaults: Defaults) -> ConflictCopy:
    """The copy without memories that were erased since: no text of theirs may be kept, nor come back."""
    if copy.kind not in {"memories", "archive"}:
        return copy
    file = parse_memories(copy.data, path=copy.of, defaults=defaults)
    erased = {
        located.memory.id
        for path, data in files.items()
        if any(mark.encode() in data for mark in ERASED.values())
        for located in parse_memories(data, path=path, defaults=defaults).memories
        if is_tombstone(located.memory)
    }
    lines = {
        located.line
        for located in file.memories
        if permanent_id(located.memory.id) in erased and not is_tombstone(located.memory)
    }
    if not lines:
        return copy
    kept = (line.raw for line in file.lines if line.number not in lines)
    return replace(copy, data=byte_order_mark(copy.data) + b"".join(kept))


def kept_with_undo(copy: ConflictCopy, way: Way, edits: tuple[FileEdit, ...]) -> tuple[FileEdit, FileEdit]:
    """The copy as it was, and what takes its resolution back, under names that only the same has."""
    name = f"{copy.path}\0".encode("utf-8", "surrogateescape")
    digest = hashlib.sha256(name + copy.data).hexdigest()
    kept = FileEdit(kept_path(copy.path, digest, ".merged"), None, copy.data)
    undo = format_undo(UndoFile(copy.path, copy.of, way, kept.path, edits))
    digest = f"{digest[:8]}.{hashlib.sha256(undo).hexdigest()}"
    return kept, FileEdit(kept_path(copy.path, digest, ".undo"), None, undo)


def _outcome(copy: ConflictCopy, files: Mapping[str, bytes], way: Way, defaults: Defaults) -> _Outcome:
    if way == "ours":
        return _Outcome({})
    if copy.path.endswith(_PATCH):
        raise CannotMerge("it holds a patch, not a version of the file")
    if way == "theirs":
        return _Outcome({copy.of: copy.data})
    if way == "both" and copy.kind == "note" and copy.original is not None:
        return _Outcome({path_beside(copy): copy.data})
    if copy.kind in {"memories", "archive"}:
        return _merged_memories(copy, files, way, defaults)
    if copy.original is None:
        return _Outcome({copy.of: copy.data})
    merged = merge_file(copy.kind, copy.original, copy.data, defaults=defaults)
    return _Outcome({copy.of: merged.data}, side_by_side=merged.side_by_side)


def _changed(outcome: _Outcome, files: Mapping[str, bytes]) -> list[FileEdit]:
    wanted = sorted(outcome.files.items())
    return [FileEdit(path, files.get(path), data) for path, data in wanted if data != files.get(path)]


def _merged_memories(
    copy: ConflictCopy, files: Mapping[str, bytes], way: Way, defaults: Defaults
) -> _Outcome:
    """Merged in the file itself first, then with the same memories wherever else they stand."""
    merged = merge_file(copy.kind, copy.original or b"", copy.data, defaults=defaults)
    ids = {each.memory.id for each in parse_memories(copy.data, path=copy.of, defaults=defaults).memories}
    healed = heal_twins({**files, copy.of: merged.data}, defaults=defaults, ids=ids)
    changed = {copy.of: merged.data, **healed.files}
    lost = _not_said((*merged.lost, *healed.lost), {**files, **changed}, defaults)
    if way == "auto":
        return _Outcome(changed, lost)
    return _Outcome({**changed, copy.of: with_living(changed[copy.of], lost, defaults)})


def _not_said(lost: Iterable[Version], files: Mapping[str, bytes], defaults: Defaults) -> tuple[Version, ...]:
    """Versions of which no memory says the same in the end, each once."""
    wanted = {each.id: each for each in lost}
    said = {
        (place.version.id, canonical(place.version.told))
        for path, data in files.items()
        if any(each.encode() in data for each in wanted)
        for place in places_in(path, data, defaults=defaults)
    }
    by_words = {(each.id, canonical(each.told)): each for each in lost}
    return tuple(each for key, each in by_words.items() if key not in said)


def with_living(data: bytes, lost: Iterable[Version], defaults: Defaults) -> bytes:
    """The file with versions that lose as memories of their own that count."""
    known = {each.memory.id for each in parse_memories(data, path="", defaults=defaults).memories}
    for memory_id, line in map(lost_line, lost):
        if memory_id in known:
            continue
        (located,) = parse_memories(line, path="", defaults=defaults).memories
        alive = replace(located.memory, status="active", superseded_by=())
        joint = b"" if not data or data.endswith(b"\n") else b"\n"
        data += joint + format_memory(alive).encode() + b"\n"
        known.add(memory_id)
    return data


def path_beside(copy: ConflictCopy) -> str:
    """A name for the copy as a note of its own, which is not taken for a conflict copy again."""
    stem, _, ending = copy.of.rpartition(".")
    return f"{stem} - {hashlib.sha256(copy.data).hexdigest()[:6]}.{ending}"


def _lost_files(lost: Iterable[Version], files: Mapping[str, bytes]) -> tuple[FileEdit, ...]:
    return tuple(FileEdit(path, None, data) for path, data in lost_files(lost).items() if path not in files)


def lost_files(lost: Iterable[Version]) -> dict[str, bytes]:
    """Where versions that lose are kept: bytes by path, the same on every device."""
    return {lost_path(memory_id): line + b"\n" for memory_id, line in map(lost_line, lost)}
