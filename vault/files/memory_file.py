"""Changing a JSONL file of memories one record at a time; every other byte stays as it was.

Each operation reads the file under the lock, edits its bytes, and writes if the file still is what was
read; when another program was faster it starts over. Whether a record *should* be written is not
decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vault.errors import ChangedOnDisk, EditRefused, UnknownMemory, UnparsedFile
from vault.files.append import append_lines
from vault.files.atomic_write import rewrite_file
from vault.files.fingerprint import Fingerprint, fingerprint_of, locate, read_file
from vault.files.lock import WriteLock
from vault.format.decode import split_lines
from vault.format.defaults import Defaults
from vault.format.memory_line import (
    LocatedMemory,
    MemoryFile,
    change_fields,
    format_memory,
    parse_memories,
)
from vault.model.memory import Memory


@dataclass(frozen=True, slots=True)
class OpenedMemories:
    """A file of memories as it was read: its bytes and what they mean."""

    data: bytes
    file: MemoryFile

    def find(self, memory_id: str, line: int | None = None) -> LocatedMemory:
        """The record with this id; `line` tells several apart.

        Raises:
            UnknownMemory: there is none.
            EditRefused: several lines have the id and it is none of them that was given.
        """
        found = [located for located in self.file.memories if located.memory.id == memory_id]
        if not found:
            raise UnknownMemory(memory_id)
        if len(found) > 1:
            found = [located for located in found if located.line == line] or found
        if len(found) > 1:
            lines = " and ".join(str(located.line) for located in found)
            raise EditRefused(self.file.path, f"lines {lines} all have the id {memory_id}")
        return found[0]


@dataclass(frozen=True, slots=True)
class WrittenRecord:
    """Where a record is after a write.

    Attributes:
        path: of its file, relative to the vault.
        line: 1-based.
        fingerprint: of the file now.
    """

    path: str
    line: int
    fingerprint: Fingerprint


def open_memories(root: Path, path: str, *, defaults: Defaults) -> OpenedMemories:
    """Reads and parses a file of memories.

    Raises:
        FileNotFoundError, ReadFailed, OutsideVault: see `read_file`.
    """
    return _opened(read_file(root, path).data, path, defaults)


def _opened(data: bytes, path: str, defaults: Defaults) -> OpenedMemories:
    return OpenedMemories(data, parse_memories(data, path=path, defaults=defaults))


def append_memory(
    root: Path, path: str, memory: Memory, *, lock: WriteLock, defaults: Defaults
) -> WrittenRecord:
    """`append_memories` for one record."""
    return append_memories(root, path, (memory,), lock=lock, defaults=defaults)[0]


def append_memories(
    root: Path, path: str, memories: Sequence[Memory], *, lock: WriteLock, defaults: Defaults
) -> tuple[WrittenRecord, ...]:
    """Adds records as the last lines, in one write; the file and its folders are made when missing.

    Raises:
        UnparsedFile: the file is not understood as a whole; lines added to it would not be read.
        ChangedOnDisk, WriteFailed, OutsideVault: nothing was added.
    """
    lines = [format_memory(memory).encode() for memory in memories]
    return _append(root, path, lines, lock=lock, defaults=defaults)


def change_memory(
    root: Path,
    path: str,
    memory_id: str,
    changes: Mapping[str, object],
    *,
    lock: WriteLock,
    defaults: Defaults,
    line: int | None = None,
    seen: bytes | str | None = None,
) -> WrittenRecord:
    """Changes fields of one record; see `vault.format.memory_line.change_fields`.

    Args:
        root: of the vault.
        path: of the file, relative to it.
        memory_id: of the record; a provisional one will do.
        changes: new values by key; `REMOVE` takes a key out.
        lock: held.
        defaults: of the vault.
        line: tells records with the same id apart.
        seen: what the caller decided upon, the raw line or the content; another one now: `ChangedOnDisk`.

    Raises:
        UnknownMemory: no such record.
        EditRefused: several such records, or the changed line would not be a memory any more.
        UnparsedFile: the file is not understood as a whole.
        ChangedOnDisk, WriteFailed: nothing was written.
    """
    number = 0

    def edit(opened: OpenedMemories) -> bytes:
        nonlocal number
        located = _found(opened, memory_id, line, seen)
        number = located.line
        return _spliced(opened.data, located, _changed(located, changes, path, defaults))

    fingerprint = _rewrite(root, path, edit, lock=lock, defaults=defaults)
    return WrittenRecord(path, number, fingerprint)


def remove_memory(
    root: Path,
    path: str,
    memory_id: str,
    *,
    lock: WriteLock,
    defaults: Defaults,
    line: int | None = None,
    seen: bytes | str | None = None,
) -> Fingerprint:
    """Takes the line of one record out of its file. Arguments and errors as in `change_memory`.

    Returns:
        The file's new fingerprint.
    """

    def edit(opened: OpenedMemories) -> bytes:
        return _spliced(opened.data, _found(opened, memory_id, line, seen), b"")

    return _rewrite(root, path, edit, lock=lock, defaults=defaults)


def move_memory(
    root: Path,
    source: str,
    target: str,
    memory_id: str,
    *,
    lock: WriteLock,
    defaults: Defaults,
    changes: Mapping[str, object] | None = None,
    line: int | None = None,
    seen: bytes | str | None = None,
) -> WrittenRecord:
    """Moves one record to the end of another file, changing fields on the way.

    First appended there, then removed here: a crash between the two leaves the record in both files,
    never in none, and the same move again finishes it. Arguments and errors as in `change_memory`.

    Returns:
        Where the record is now.
    """
    if locate(root, source) == locate(root, target):
        raise ValueError(f"{source} and {target} are one file")
    opened = open_memories(root, source, defaults=defaults)
    require_usable(opened.file)
    located = _found(opened, memory_id, line, seen)
    moved = _changed(located, changes or {}, source, defaults).rstrip(b"\r\n")
    written = _already_there(root, target, moved, defaults)
    if written is None:
        (written,) = _append(root, target, (moved,), lock=lock, defaults=defaults)
    remove_memory(
        root, source, memory_id, lock=lock, defaults=defaults, line=located.line, seen=located.raw.raw
    )
    return written


def _append(
    root: Path, path: str, lines: Sequence[bytes], *, lock: WriteLock, defaults: Defaults
) -> tuple[WrittenRecord, ...]:
    require_usable(_open_or_empty(root, path, defaults).file)
    appended = append_lines(locate(root, path), lines, lock=lock)
    now = read_file(root, path)
    first = now.data.count(b"\n", 0, appended.start) + 1
    return tuple(WrittenRecord(path, first + place, now.fingerprint) for place in range(len(lines)))


def _open_or_empty(root: Path, path: str, defaults: Defaults) -> OpenedMemories:
    try:
        return open_memories(root, path, defaults=defaults)
    except FileNotFoundError:
        return _opened(b"", path, defaults)


def _already_there(root: Path, path: str, line: bytes, defaults: Defaults) -> WrittenRecord | None:
    opened = _open_or_empty(root, path, defaults)
    require_usable(opened.file)
    for raw in opened.file.lines:
        if raw.raw.rstrip(b"\r\n") == line:
            return WrittenRecord(path, raw.number, fingerprint_of(opened.data))
    return None


def _rewrite(
    root: Path,
    path: str,
    edit: Callable[[OpenedMemories], bytes],
    *,
    lock: WriteLock,
    defaults: Defaults,
) -> Fingerprint:
    def edit_bytes(data: bytes) -> bytes:
        opened = _opened(data, path, defaults)
        require_usable(opened.file)
        return edit(opened)

    return rewrite_file(root, path, edit_bytes, lock=lock)


def require_usable(file: MemoryFile) -> None:
    """Raises UnparsedFile when the file is not understood as a whole."""
    if not file.usable:
        reasons = [problem.message for problem in file.problems if problem.severity == "error"]
        raise UnparsedFile(file.path, reasons[0] if reasons else "it is not understood")


def _found(
    opened: OpenedMemories, memory_id: str, line: int | None, seen: bytes | str | None
) -> LocatedMemory:
    located = opened.find(memory_id, line)
    if isinstance(seen, str):
        same = located.memory.content == seen
    else:
        same = seen is None or located.raw.raw.rstrip(b"\r\n") == seen.rstrip(b"\r\n")
    if not same:
        raise ChangedOnDisk(Path(opened.file.path))
    return located


def _changed(located: LocatedMemory, changes: Mapping[str, object], path: str, defaults: Defaults) -> bytes:
    if not changes:
        return located.raw.raw
    try:
        raw = change_fields(located.raw.raw, changes)
    except ValueError as error:
        raise EditRefused(path, f"line {located.line}: {error}") from error
    still = parse_memories(raw, path=path, defaults=defaults)
    if len(split_lines(raw)) != 1 or len(still.memories) != 1 or not still.usable:
        raise EditRefused(path, f"line {located.line} would not be a memory any more")
    return raw


def _spliced(data: bytes, located: LocatedMemory, raw: bytes) -> bytes:
    start = located.raw.start
    return data[:start] + raw + data[start + len(located.raw.raw) :]
