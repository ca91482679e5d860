"""Reading a file of the vault whole, with the fingerprint that a later write must state."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from vault.errors import OutsideVault, ReadFailed

Fingerprint = str
"""SHA-256 of a file's bytes, in hexadecimal."""

MAX_FILE_BYTES = 256 * 2**20
"""Larger files are reported, not read: reading takes several times the size in memory."""
_TRIES = 3
_ONLY_FILES = "replace it with a plain file"
# A named pipe must not block even if it takes the place of a file between the check and the opening.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


@dataclass(frozen=True, slots=True)
class FileBytes:
    """A file as it was read.

    Attributes:
        data: all bytes.
        fingerprint: of `data`.
        size: in bytes, from before the reading: a file that grew meanwhile looks changed next time.
        mtime_ns: likewise.
    """

    data: bytes
    fingerprint: Fingerprint
    size: int
    mtime_ns: int


def fingerprint_of(data: bytes) -> Fingerprint:
    """The fingerprint of these bytes."""
    return hashlib.sha256(data).hexdigest()


def locate(root: Path, path: str) -> Path:
    """The real place of `path`, with symbolic links followed; it need not exist.

    Args:
        root: of the vault.
        path: relative to it, with `/`.

    Raises:
        OutsideVault: it is absolute, climbs with `..`, or a link leads out of the vault.
    """
    parts = path.split("/")
    if not path or ".." in parts or "\x00" in path or Path(path).is_absolute():
        raise OutsideVault(path)
    real_root = os.path.realpath(root)
    real = os.path.realpath(os.path.join(real_root, *parts))
    if os.path.commonpath([real, real_root]) != real_root:
        raise OutsideVault(path)
    return Path(real)


def read_file(root: Path, path: str) -> FileBytes:
    """Reads a file of the vault. Read again when it changes meanwhile, at most three times.

    Args:
        root: of the vault.
        path: relative to it, with `/`.

    Raises:
        FileNotFoundError: it does not exist (any more).
        ReadFailed: not a regular file (a named pipe is never opened), or the system refuses.
        OutsideVault: it is not inside the vault.
    """
    return read_at(locate(root, path), name=path)


def read_or_none(root: Path, path: str) -> bytes | None:
    """The bytes of a file of the vault; None where there is none that can be read."""
    try:
        return read_file(root, path).data
    except (FileNotFoundError, ReadFailed, OutsideVault):
        return None


def read_at(place: Path, *, name: str = "") -> FileBytes:
    """`read_file` for a place that `locate` has found. `name` is what errors call it."""
    name = name or str(place)
    try:
        for _ in range(_TRIES):
            before, data, after = _read_once(place, name)
            if _same(before, after):
                break
    except FileNotFoundError:
        raise
    except NotADirectoryError as error:
        raise FileNotFoundError(*error.args) from error
    except OSError as error:
        raise ReadFailed(name, error.strerror or str(error)) from error
    return FileBytes(data, fingerprint_of(data), before.st_size, before.st_mtime_ns)


def _read_once(place: Path, name: str) -> tuple[os.stat_result, bytes, os.stat_result]:
    if not stat.S_ISREG(os.lstat(place).st_mode):
        raise ReadFailed(name, "it is not a regular file", _ONLY_FILES)
    with open(os.open(place, _OPEN_FLAGS), "rb", buffering=0) as file:
        before = os.fstat(file.fileno())
        if not stat.S_ISREG(before.st_mode):
            raise ReadFailed(name, "it is not a regular file", _ONLY_FILES)
        if before.st_size > MAX_FILE_BYTES:
            raise ReadFailed(
                name, f"it is larger than {MAX_FILE_BYTES // 2**20} MB", "split it into smaller ones"
            )
        return before, file.read(), os.fstat(file.fileno())


def _same(before: os.stat_result, after: os.stat_result) -> bool:
    return (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
