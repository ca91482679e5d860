"""Adding lines to the end of a file. Nothing that is in it is written again.

A line that a crash has cut short is closed with a newline by the next append, so it never swallows a
good one. Which lines to add is decided elsewhere (`memory_file`, `journal_file`).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from vault.errors import ChangedOnDisk, UnparsedFile
from vault.files.lock import WriteLock
from vault.files.parent_folder import make_parent_folder
from vault.files.system_calls import BINARY, read_part, regular_stat, sync_folder, write_all, write_failures
from vault.format.decode import BOM, foreign_encoding

_HEAD = 8192
_TAIL = 4096
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Appended:
    """Where lines went.

    Attributes:
        start: byte offset of the first new line in the file.
        size: of the file afterwards, in bytes.
    """

    start: int
    size: int


def append_lines(path: Path, lines: Sequence[bytes], *, lock: WriteLock) -> Appended:
    """Adds whole lines to the end of a file, in one write, with the newline style the file has.

    A missing final newline is added first. What was written is read back.

    Args:
        path: absolute; in a vault; the file and its folders are made when missing.
        lines: without their newlines; none may be empty or contain one.
        lock: held.

    Raises:
        ChangedOnDisk: another program kept replacing the file; the lines are not in it.
        VaultVanished: the vault was moved away or unmounted.
        UnparsedFile: it is not UTF-8 (but UTF-16, say); a line in UTF-8 would spoil it.
        WriteFailed: the system refuses; a part that was written is taken back.
    """
    lock.require()
    if not lines or any(not line or b"\n" in line or b"\r" in line for line in lines):
        raise ValueError("only whole, non-empty lines can be appended")
    with write_failures(path):
        make_parent_folder(path)
        for _ in range(_TRIES):
            new = regular_stat(path) is None
            appended = _append_once(path, lines)
            if appended is not None:
                if new:
                    sync_folder(path.parent)
                return appended
    raise ChangedOnDisk(path)


def _append_once(path: Path, lines: Sequence[bytes]) -> Appended | None:
    """None when the file was swapped for another one meanwhile, and the lines are not in that."""
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | BINARY, 0o666)
    try:
        size = os.fstat(descriptor).st_size
        opening, newline = _joint(path, descriptor, size)
        block = opening + b"".join(line + newline for line in lines)
        try:
            write_all(descriptor, block)
            os.fsync(descriptor)
        except OSError:
            _take_back(descriptor, size, block)
            raise
        end = os.lseek(descriptor, 0, os.SEEK_CUR)
        start = end - len(block)
        if read_part(descriptor, start, len(block)) != block or not _still_at(path, descriptor):
            return None
        return Appended(start + len(opening), end)
    finally:
        os.close(descriptor)


def _joint(path: Path, descriptor: int, size: int) -> tuple[bytes, bytes]:
    """What must come before the first new line, and the newline that the file uses."""
    if foreign_encoding(read_part(descriptor, 0, _HEAD)):
        raise UnparsedFile(str(path), "it is not UTF-8 text")
    tail = read_part(descriptor, max(0, size - _TAIL), _TAIL)
    last = tail.rfind(b"\n")
    newline = b"\r\n" if last > 0 and tail[last - 1 : last] == b"\r" else b"\n"
    complete = not tail or tail.endswith(b"\n") or tail == BOM
    return (b"" if complete else newline), newline


def _take_back(descriptor: int, size: int, block: bytes) -> None:
    """Removes a part of `block` after a failure, unless something else has been written behind it."""
    with suppress(OSError):
        written = read_part(descriptor, size, len(block) + 1)
        if written and block.startswith(written):
            os.ftruncate(descriptor, size)


def _still_at(path: Path, descriptor: int) -> bool:
    found = regular_stat(path)
    opened = os.fstat(descriptor)
    return found is not None and os.path.samestat(found, opened)
