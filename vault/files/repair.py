"""Repairs that cannot change what a vault says: missing ids and final newlines, doubled and half-moved lines.

First planned as values, so that a person can look at the differences; applied only to files that still
are what they were then. Lines that are not understood stay as they are, and so do whole files.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from vault.errors import ChangedOnDisk, MemvaultError, OutsideVault, ReadFailed, WriteFailed
from vault.files.archiving import Archiving, plan_archiving
from vault.files.atomic_write import replace_file
from vault.files.file_change import FileChange
from vault.files.fingerprint import FileBytes, Fingerprint, fingerprint_of, locate, read_file
from vault.files.lock import WriteLock
from vault.files.memory_places import archive_path
from vault.files.scan import FileSeen
from vault.format.decode import RawLine, byte_order_mark
from vault.format.defaults import Defaults
from vault.format.half_archived import Standing, find_half_archived
from vault.format.memory_line import LocatedMemory, MemoryFile, change_fields, parse_memories
from vault.format.turn_line import parse_turns
from vault.model.identifier import new_id, permanent_id

_NOTHING = FileBytes(b"", fingerprint_of(b""), 0, 0)
"""A file that does not exist yet."""


@dataclass(frozen=True, slots=True)
class Repairs:
    """What can be repaired, file by file, in the order in which it must be done."""

    changes: tuple[FileChange, ...]


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of planned changes.

    Attributes:
        written: paths of the changed files.
        failed: changes that were not made, and why; those files are as they were.
    """

    written: tuple[str, ...]
    failed: tuple[tuple[str, MemvaultError], ...]


def plan_repairs(
    root: Path, files: Iterable[FileSeen], *, defaults: Defaults, now: datetime, device: str
) -> Repairs:
    """Works out every safe repair; writes nothing.

    Args:
        root: of the vault.
        files: of a scan.
        defaults: of the vault.
        now: for ids and for what is archived; timezone-aware.
        device: whose file in `archive/` gets what has to go there.
    """
    memories: list[_Read] = []
    changes: list[FileChange] = []
    for seen in sorted(files, key=lambda seen: seen.path):
        try:
            found = read_file(root, seen.path)
        except (FileNotFoundError, ReadFailed, OutsideVault):
            continue
        if seen.kind in {"memories", "archive"}:
            parsed = parse_memories(found.data, path=seen.path, defaults=defaults)
            memories.append(_Read(found, parsed, archived=seen.kind == "archive"))
        elif seen.kind == "turns":
            changes += _journal_repairs(found, seen.path, defaults)
    return Repairs((*changes, *_memory_changes(memories, now, archive_path(device, now))))


@dataclass(frozen=True, slots=True)
class _Read:
    """A file of memories."""

    found: FileBytes
    file: MemoryFile
    archived: bool

    @property
    def standings(self) -> Iterable[Standing]:
        for located in self.file.memories:
            yield Standing(located.memory, self.file.path, located.line, self.archived)


@dataclass(slots=True)
class _Run:
    """What one planning knows while it goes from file to file, archives first."""

    now: datetime
    taken: set[str]
    shared: frozenset[str]
    archiving: Archiving
    later: dict[str, Fingerprint] = field(default_factory=dict)


def _memory_changes(memories: list[_Read], now: datetime, target: str) -> list[FileChange]:
    half = find_half_archived(standing for read in memories for standing in read.standings)
    archiving = plan_archiving(half, [read.file for read in memories], target, now)
    taken = {located.memory.id for read in memories for located in read.file.memories}
    run = _Run(now, taken, _in_several_files(memories), archiving)
    changes: list[FileChange] = []
    if archiving.lines and all(read.file.path != target for read in memories):
        new = parse_memories(b"", path=target, defaults=Defaults())
        memories = [*memories, _Read(_NOTHING, new, archived=True)]
    for read in sorted(memories, key=lambda read: (not read.archived, read.file.path)):
        if read.file.usable:
            planned = _memory_repairs(read, run)
            changes += planned
            after = planned[0].after if planned else read.found.data
            run.later[read.file.path] = fingerprint_of(after)
    return changes


def _in_several_files(memories: Iterable[_Read]) -> frozenset[str]:
    """Provisional ids that lines of several files have: one memory, copied. Two ids would make it two."""
    files = Counter(
        memory_id
        for read in memories
        for memory_id in {each.memory.id for each in read.file.memories if each.memory.provisional}
    )
    return frozenset(memory_id for memory_id, count in files.items() if count > 1)


def apply_repairs(root: Path, repairs: Repairs, *, lock: WriteLock) -> Applied:
    """Makes the planned changes. A file that changed since, or cannot be written, does not stop the rest."""
    written: list[str] = []
    failed: list[tuple[str, MemvaultError]] = []
    for change in repairs.changes:
        error = _apply(root, change, lock)
        if error is None:
            written.append(change.path)
        else:
            failed.append((change.path, error))
    return Applied(tuple(written), tuple(failed))


def _apply(root: Path, change: FileChange, lock: WriteLock) -> MemvaultError | None:
    try:
        for path, fingerprint in change.relies_on.items():
            if read_file(root, path).fingerprint != fingerprint:
                return ChangedOnDisk(locate(root, path))
        replace_file(locate(root, change.path), change.after, expected=change.expected, lock=lock)
    except FileNotFoundError as error:
        return ChangedOnDisk(Path(error.filename or change.path))
    except (ChangedOnDisk, WriteFailed, ReadFailed, OutsideVault) as error:
        return error
    return None


def _memory_repairs(read: _Read, run: _Run) -> list[FileChange]:
    found, file = read.found, read.file
    reasons: list[str] = []
    doubled, leaving = _doubled_lines(file), run.archiving.leaving.get(file.path, {})
    by_line = {located.line: located for located in file.memories}
    pieces = [byte_order_mark(found.data)]
    for line in file.lines:
        located = by_line.get(line.number)
        if line.number in doubled:
            reasons.append(f"line {line.number} is the same as line {doubled[line.number]}: removed")
        elif line.number in leaving:
            reasons.append(f"line {line.number} {leaving[line.number].reason}: removed")
        elif located is not None and _has_no_id(located) and located.memory.id not in run.shared:
            memory_id = _permanent_id(located.memory.id, run.taken, run.now)
            reasons.append(f"line {line.number} has no id: given {memory_id}")
            pieces.append(change_fields(line.raw, {"id": memory_id}))
        else:
            pieces.append(line.raw)
    after = b"".join(pieces)
    if _lacks_newline(after) and not file.partial_last_line:
        after += _newline(file.lines)
        reasons.append("the last line has no newline: added")
    if file.path == run.archiving.target:
        after = run.archiving.added_to(after, _newline(file.lines))
        reasons += run.archiving.reasons
    elsewhere = {line.stands_in for line in leaving.values()} - {file.path}
    relies_on = {path: run.later[path] for path in sorted(elsewhere & run.later.keys())}
    return _change(file.path, found, after, reasons, relies_on)


def _journal_repairs(found: FileBytes, path: str, defaults: Defaults) -> list[FileChange]:
    file = parse_turns(found.data, path=path, defaults=defaults)
    if not file.usable or file.partial_last_line or not _lacks_newline(found.data):
        return []
    after = found.data + _newline(file.lines)
    return _change(path, found, after, ["the last line has no newline: added"])


def _change(
    path: str,
    found: FileBytes,
    after: bytes,
    reasons: list[str],
    relies_on: Mapping[str, Fingerprint] = MappingProxyType({}),
) -> list[FileChange]:
    if after == found.data:
        return []
    expected = None if found is _NOTHING else found.fingerprint
    return [FileChange(path, found.data, after, expected, tuple(reasons), relies_on)]


def _doubled_lines(file: MemoryFile) -> dict[int, int]:
    """Lines that repeat an earlier memory of the same file byte for byte, and which."""
    first: dict[bytes, int] = {}
    doubled: dict[int, int] = {}
    for located in file.memories:
        earlier = first.setdefault(located.raw.raw.strip(), located.line)
        if earlier != located.line:
            doubled[located.line] = earlier
    return doubled


def _has_no_id(located: LocatedMemory) -> bool:
    """Whether the key is absent or empty; an id of the wrong type is somebody's and stays."""
    if not located.memory.provisional:
        return False
    try:
        return json.loads(located.raw.raw).get("id") in {None, ""}
    except (ValueError, TypeError):
        return False


def _permanent_id(provisional: str, taken: set[str], now: datetime) -> str:
    """Made from the content, so that two devices which repair the same line write the same id."""
    memory_id = permanent_id(provisional)
    if memory_id in taken:
        memory_id = new_id("mem", now)
    taken.add(memory_id)
    return memory_id


def _lacks_newline(data: bytes) -> bool:
    return data != byte_order_mark(data) and not data.endswith(b"\n")


def _newline(lines: tuple[RawLine, ...]) -> bytes:
    return b"\r\n" if lines and lines[0].raw.endswith(b"\r\n") else b"\n"
