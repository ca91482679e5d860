"""Changing or moving many records of one file of memories in one write; every other byte stays as it was.

One record at a time is `memory_file`, which reads and writes the whole file for each. What somebody else has
changed meanwhile is left out here, not overwritten, and does not keep the others from being written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vault.errors import ChangedOnDisk
from vault.files.append import append_lines
from vault.files.atomic_write import rewrite_file
from vault.files.fingerprint import locate, read_file
from vault.files.lock import WriteLock
from vault.files.memory_file import OpenedMemories, open_memories, require_usable
from vault.format.decode import RawLine, byte_order_mark, split_lines
from vault.format.defaults import Defaults
from vault.format.memory_line import LocatedMemory, change_fields, parse_memories


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to become of one record.

    Attributes:
        memory_id: of the record; a provisional one will do.
        line: tells records with the same id apart.
        content: what the decision was made upon; a record that says something else by now is left alone.
        changes: new values by key, as in `vault.format.memory_line.change_fields`.
    """

    memory_id: str
    line: int
    content: str
    changes: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Edited:
    edit: Edit
    old: RawLine
    new: bytes


def change_memories(
    root: Path, path: str, edits: Sequence[Edit], *, lock: WriteLock, defaults: Defaults
) -> tuple[str, ...]:
    """Changes records where they stand.

    Args:
        root: of the vault.
        path: of the file, relative to it.
        edits: at most one a record.
        lock: held.
        defaults: of the vault.

    Returns:
        The ids, as in `edits`, of the records that were changed.

    Raises:
        UnparsedFile: the file is not understood as a whole.
        FileNotFoundError, ChangedOnDisk, WriteFailed, ReadFailed, OutsideVault: nothing was changed.
    """
    done: tuple[_Edited, ...] = ()

    def edit(data: bytes) -> bytes:
        nonlocal done
        done = _edited(data, path, edits, defaults)
        changed = {each.old.number: each.new for each in done}
        return _rewritten(data, lambda line: changed.get(line.number, line.raw))

    rewrite_file(root, path, edit, lock=lock)
    return tuple(each.edit.memory_id for each in done)


def move_memories(
    root: Path, source: str, target: str, edits: Sequence[Edit], *, lock: WriteLock, defaults: Defaults
) -> tuple[str, ...]:
    """Moves records to the end of another file, changing fields on the way.

    First all are added there, then all are removed here: a crash between the two leaves them in both files,
    never in none, and the same move again finishes it. Arguments and errors as in `change_memories`; after
    `ChangedOnDisk` they may be in both.

    Returns:
        The ids, as in `edits`, of the records that were moved.
    """
    if locate(root, source) == locate(root, target):
        raise ValueError(f"{source} and {target} are one file")
    moved = _edited(read_file(root, source).data, source, edits, defaults)
    if not moved:
        return ()
    there = _lines_there(root, target, defaults)
    added = [line for each in moved if (line := each.new.rstrip(b"\r\n")) not in there]
    if added:
        append_lines(locate(root, target), added, lock=lock)
    gone = {each.old.number: each.old.raw for each in moved}

    def take_out(data: bytes) -> bytes:
        lines = {line.number: line.raw for line in split_lines(data)}
        if any(lines.get(number) != raw for number, raw in gone.items()):
            raise ChangedOnDisk(Path(source))
        return _rewritten(data, lambda line: b"" if line.number in gone else line.raw)

    rewrite_file(root, source, take_out, lock=lock)
    return tuple(each.edit.memory_id for each in moved)


def _edited(data: bytes, path: str, edits: Sequence[Edit], defaults: Defaults) -> tuple[_Edited, ...]:
    opened = OpenedMemories(data, parse_memories(data, path=path, defaults=defaults))
    require_usable(opened.file)
    by_id: dict[str, list[LocatedMemory]] = {}
    for located in opened.file.memories:
        by_id.setdefault(located.memory.id, []).append(located)
    found = (_apply(by_id.get(each.memory_id, []), each, path, defaults) for each in edits)
    return tuple(each for each in found if each is not None)


def _apply(found: Sequence[LocatedMemory], edit: Edit, path: str, defaults: Defaults) -> _Edited | None:
    """None when the record is gone, is another one now, or cannot be changed."""
    if len(found) > 1:
        found = [each for each in found if each.line == edit.line]
    if len(found) != 1 or found[0].memory.content != edit.content:
        return None
    try:
        new = change_fields(found[0].raw.raw, edit.changes)
    except ValueError:
        return None
    still = parse_memories(new, path=path, defaults=defaults)
    return _Edited(edit, found[0].raw, new) if len(still.memories) == 1 else None


def _rewritten(data: bytes, line_of: Callable[[RawLine], bytes]) -> bytes:
    return byte_order_mark(data) + b"".join(line_of(line) for line in split_lines(data))


def _lines_there(root: Path, path: str, defaults: Defaults) -> frozenset[bytes]:
    try:
        opened = open_memories(root, path, defaults=defaults)
    except FileNotFoundError:
        return frozenset()
    require_usable(opened.file)
    return frozenset(line.raw.rstrip(b"\r\n") for line in opened.file.lines)
