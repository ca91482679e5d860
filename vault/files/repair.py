"""Repairs that cannot change what a vault says: missing ids, a missing final newline, doubled lines.

First planned as values, so that a person can look at the differences; applied only to files that still
are what they were then. Lines that are not understood stay as they are, and so do whole files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vault.errors import ChangedOnDisk, MemvaultError, OutsideVault, ReadFailed, WriteFailed
from vault.files.atomic_write import replace_file
from vault.files.file_change import FileChange
from vault.files.fingerprint import FileBytes, locate, read_file
from vault.files.lock import WriteLock
from vault.files.scan import FileSeen
from vault.format.decode import RawLine, byte_order_mark
from vault.format.defaults import Defaults
from vault.format.memory_line import LocatedMemory, MemoryFile, change_fields, parse_memories
from vault.format.turn_line import parse_turns
from vault.model.identifier import new_id, permanent_id


@dataclass(frozen=True, slots=True)
class Repairs:
    """What can be repaired, file by file, sorted by path."""

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


def plan_repairs(root: Path, files: Iterable[FileSeen], *, defaults: Defaults, now: datetime) -> Repairs:
    """Works out every safe repair; writes nothing.

    Args:
        root: of the vault.
        files: of a scan.
        defaults: of the vault.
        now: for ids; timezone-aware.
    """
    memories: list[tuple[FileBytes, MemoryFile]] = []
    changes: list[FileChange] = []
    for seen in sorted(files, key=lambda seen: seen.path):
        try:
            found = read_file(root, seen.path)
        except (FileNotFoundError, ReadFailed, OutsideVault):
            continue
        if seen.kind in {"memories", "archive"}:
            memories.append((found, parse_memories(found.data, path=seen.path, defaults=defaults)))
        elif seen.kind == "turns":
            changes += _journal_repairs(found, seen.path, defaults)
    taken = {located.memory.id for _, file in memories for located in file.memories}
    for found, file in memories:
        if file.usable:
            changes += _memory_repairs(found, file, taken, now)
    return Repairs(tuple(sorted(changes, key=lambda change: change.path)))


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
        replace_file(locate(root, change.path), change.after, expected=change.expected, lock=lock)
    except (ChangedOnDisk, WriteFailed, ReadFailed, OutsideVault) as error:
        return error
    return None


def _memory_repairs(found: FileBytes, file: MemoryFile, taken: set[str], now: datetime) -> list[FileChange]:
    reasons: list[str] = []
    doubled = _doubled_lines(file)
    by_line = {located.line: located for located in file.memories}
    pieces = [byte_order_mark(found.data)]
    for line in file.lines:
        located = by_line.get(line.number)
        if line.number in doubled:
            reasons.append(f"line {line.number} is the same as line {doubled[line.number]}: removed")
        elif located is not None and _has_no_id(located):
            memory_id = _permanent_id(located.memory.id, taken, now)
            reasons.append(f"line {line.number} has no id: given {memory_id}")
            pieces.append(change_fields(line.raw, {"id": memory_id}))
        else:
            pieces.append(line.raw)
    after = b"".join(pieces)
    if _lacks_newline(after) and not file.partial_last_line:
        after += _newline(file.lines)
        reasons.append("the last line has no newline: added")
    return _change(file.path, found, after, reasons)


def _journal_repairs(found: FileBytes, path: str, defaults: Defaults) -> list[FileChange]:
    file = parse_turns(found.data, path=path, defaults=defaults)
    if not file.usable or file.partial_last_line or not _lacks_newline(found.data):
        return []
    after = found.data + _newline(file.lines)
    return _change(path, found, after, ["the last line has no newline: added"])


def _change(path: str, found: FileBytes, after: bytes, reasons: list[str]) -> list[FileChange]:
    if after == found.data:
        return []
    return [FileChange(path, found.data, after, found.fingerprint, tuple(reasons))]


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
