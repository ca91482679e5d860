"""The system calls that writes are made of, with their faults in our words."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from vault.errors import WriteFailed

BINARY: int = getattr(os, "O_BINARY", 0)
"""Keeps Windows from changing line ends."""


_HINTS = {
    errno.ENOSPC: "free some space, then try again",
    errno.EDQUOT: "free some space, then try again",
    errno.EROFS: "the disk is mounted read-only",
    errno.EACCES: "check the permissions of the file and of its folder",
    errno.EPERM: "check the permissions of the file and of its folder",
}


@contextmanager
def write_failures(path: Path) -> Iterator[None]:
    """Turns what the operating system says into `WriteFailed`."""
    try:
        yield
    except OSError as error:
        raise write_failed(path, error) from error


def write_failed(path: Path, error: OSError) -> WriteFailed:
    """What to raise for a write that the system refused."""
    return WriteFailed(path, error.strerror or str(error), _HINTS.get(error.errno or 0, ""))


def regular_stat(path: Path) -> os.stat_result | None:
    """Of a regular file, or None when there is nothing; anything else is refused, unopened."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise WriteFailed(path, "it is not a regular file")
    return found


def write_all(descriptor: int, data: bytes) -> None:
    """Writes until everything is written; the system may take less at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read_part(descriptor: int, offset: int, length: int) -> bytes:
    """The bytes from `offset` on; fewer than `length` at the end of the file."""
    os.lseek(descriptor, offset, os.SEEK_SET)
    parts = []
    while length > 0:
        part = os.read(descriptor, length)
        if not part:
            break
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def unlink_quietly(path: str | Path) -> None:
    """Removes a file if it is there and the system lets us."""
    with suppress(OSError):
        os.unlink(path)


def sync_folder(folder: Path) -> None:
    """Makes the rename itself durable; Windows cannot and need not."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
