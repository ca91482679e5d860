"""Putting bytes on disk so that a reader, or a crash at any point, sees the old file or the new one.

Replacing writes beside, syncs, then renames. Appending adds whole lines to the end; a line that a
crash has cut short is closed with a newline by the next append, so it never swallows a good one.
Which bytes to write is decided elsewhere (`memory_file`, `note_file`, `journal_file`, `repair`).
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from vault.errors import ChangedOnDisk, MemvaultError, UnparsedFile, WriteFailed
from vault.files.fingerprint import Fingerprint, fingerprint_of, locate, read_at, read_file
from vault.files.lock import WriteLock
from vault.format.decode import BOM, foreign_encoding

_TEMPORARY_PREFIX = ".memvault-"
_TEMPORARY_SUFFIX = ".tmp"
TEMPORARY_PATTERN = f"{_TEMPORARY_PREFIX}*{_TEMPORARY_SUFFIX}"
"""What the files written beside are called; `.gitignore` and `.stignore` of a vault name it."""

_STALE_SECONDS = 3600
_HEAD = 8192
_TAIL = 4096
_TRIES = 3
_BINARY = getattr(os, "O_BINARY", 0)


@dataclass(frozen=True, slots=True)
class Appended:
    """Where lines went.

    Attributes:
        start: byte offset of the first new line in the file.
        size: of the file afterwards, in bytes.
    """

    start: int
    size: int


def replace_file(path: Path, data: bytes, *, expected: Fingerprint | None, lock: WriteLock) -> Fingerprint:
    """Gives `path` the content `data`, if it still is what the caller has read.

    Permissions, owner and extended attributes are kept; a symbolic link stays one, its target changes.

    Args:
        path: absolute; see `vault.files.fingerprint.locate`. Folders are made.
        data: the whole new content.
        expected: fingerprint of the present content; None: the file must not exist yet.
        lock: held.

    Returns:
        The fingerprint of `data`.

    Raises:
        ChangedOnDisk: the file is another one; nothing was written.
        WriteFailed: the system refuses; the file is as it was.
    """
    lock.require()
    target = Path(os.path.realpath(path))
    with _failures(target):
        before = _stat(target)
        present = None if before is None else read_at(target).fingerprint
        if present != expected:
            raise ChangedOnDisk(path)
        if present == fingerprint_of(data):
            return present
        if before is not None and not os.access(target, os.W_OK):
            raise WriteFailed(target, "it is write-protected")
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = _write_beside(target, data, before)
        try:
            _put_in_place(temporary, target, before)
        finally:
            _unlink_quietly(temporary)
        _sync_folder(target.parent)
    return fingerprint_of(data)


def write_new(path: Path, data: bytes) -> bool:
    """Makes a file that does not exist yet; one that exists is left alone. Folders are made.

    Needs no lock: where there is no vault yet, there is nothing to lock.

    Returns:
        Whether it was made.

    Raises:
        WriteFailed: the system refuses.
    """
    with _failures(path):
        if os.path.lexists(path):
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = _write_beside(path, data, None)
        try:
            _put_new(temporary, path)
        except ChangedOnDisk:
            return False
        finally:
            _unlink_quietly(temporary)
        _sync_folder(path.parent)
    return True


def rewrite_file(root: Path, path: str, edit: Callable[[bytes], bytes], *, lock: WriteLock) -> Fingerprint:
    """Reads a file, edits its bytes and puts them back; starts over when another program was faster.

    Args:
        root: of the vault.
        path: of the file, relative to it.
        edit: from the present bytes to the new ones; called again for each try; what it raises is passed
            on and nothing is written.
        lock: held.

    Returns:
        The new fingerprint.

    Raises:
        ChangedOnDisk: it changed each time.
        FileNotFoundError, ReadFailed, OutsideVault, WriteFailed: as in `read_file` and `replace_file`.
    """
    place = locate(root, path)
    for _ in range(_TRIES):
        present = read_file(root, path)
        data = edit(present.data)
        try:
            return replace_file(place, data, expected=present.fingerprint, lock=lock)
        except ChangedOnDisk:
            continue
    raise ChangedOnDisk(place)


def append_line(path: Path, line: bytes, *, lock: WriteLock) -> Appended:
    """`append_lines` for one line."""
    return append_lines(path, (line,), lock=lock)


def append_lines(path: Path, lines: Sequence[bytes], *, lock: WriteLock) -> Appended:
    """Adds whole lines to the end of a file, in one write, with the newline style the file has.

    A missing final newline is added first. What was written is read back.

    Args:
        path: absolute; the file and its folders are made when missing.
        lines: without their newlines; none may be empty or contain one.
        lock: held.

    Raises:
        ChangedOnDisk: another program kept replacing the file; the lines are not in it.
        UnparsedFile: it is not UTF-8 (but UTF-16, say); a line in UTF-8 would spoil it.
        WriteFailed: the system refuses; a part that was written is taken back.
    """
    lock.require()
    if not lines or any(not line or b"\n" in line or b"\r" in line for line in lines):
        raise ValueError("only whole, non-empty lines can be appended")
    with _failures(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(_TRIES):
            new = _stat(path) is None
            appended = _append_once(path, lines)
            if appended is not None:
                if new:
                    _sync_folder(path.parent)
                return appended
    raise ChangedOnDisk(path)


@contextmanager
def _failures(path: Path) -> Iterator[None]:
    """Turns what the operating system says into `WriteFailed`."""
    try:
        yield
    except MemvaultError:
        raise
    except OSError as error:
        raise WriteFailed(path, error.strerror or str(error)) from error


def _stat(path: Path) -> os.stat_result | None:
    """Of a regular file, or None when there is nothing; anything else is refused, unopened."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        raise WriteFailed(path, "it is not a regular file")
    return found


def _write_beside(target: Path, data: bytes, like: os.stat_result | None) -> Path:
    temporary = target.with_name(f"{_TEMPORARY_PREFIX}{secrets.token_hex(8)}{_TEMPORARY_SUFFIX}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    try:
        try:
            _write_all(descriptor, data)
            if like is not None:
                _copy_attributes(target, temporary, like)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        _unlink_quietly(temporary)
        raise
    return temporary


def _unlink_quietly(path: str | Path) -> None:
    with suppress(OSError):
        os.unlink(path)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _copy_attributes(source: Path, target: Path, like: os.stat_result) -> None:
    """Owner first: changing it clears permission bits. Not every file system can do all of it."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(target, like.st_uid, like.st_gid)
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for name in os.listxattr(source):
                os.setxattr(target, name, os.getxattr(source, name))
    with suppress(OSError):
        target.chmod(stat.S_IMODE(like.st_mode))


def _put_in_place(temporary: Path, target: Path, before: os.stat_result | None) -> None:
    """The last look before the rename keeps the moment small in which an editor's save is overwritten."""
    if before is None:
        _put_new(temporary, target)
        return
    now = _stat(target)
    if now is None or _identity(now) != _identity(before):
        raise ChangedOnDisk(target)
    written = os.stat(temporary).st_mtime
    os.replace(temporary, target)
    _sweep(target.parent, older_than=written - _STALE_SECONDS)


def _put_new(temporary: Path, target: Path) -> None:
    """A hard link never overwrites; where there are none, look first."""
    try:
        os.link(temporary, target)
    except FileExistsError as error:
        raise ChangedOnDisk(target) from error
    except OSError as error:
        if os.path.lexists(target):
            raise ChangedOnDisk(target) from error
        os.replace(temporary, target)


def _identity(found: os.stat_result) -> tuple[int, int, int, int]:
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _sweep(folder: Path, older_than: float) -> None:
    """Removes what a killed process left beside; by the file system's clock, so ours does not matter."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            ours = entry.name.startswith(_TEMPORARY_PREFIX) and entry.name.endswith(_TEMPORARY_SUFFIX)
            if ours and entry.stat(follow_symlinks=False).st_mtime < older_than:
                _unlink_quietly(entry.path)


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself durable; Windows cannot and need not."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _append_once(path: Path, lines: Sequence[bytes]) -> Appended | None:
    """None when the file was swapped for another one meanwhile, and the lines are not in that."""
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | _BINARY, 0o666)
    try:
        size = os.fstat(descriptor).st_size
        opening, newline = _joint(path, descriptor, size)
        block = opening + b"".join(line + newline for line in lines)
        try:
            _write_all(descriptor, block)
            os.fsync(descriptor)
        except OSError:
            _take_back(descriptor, size, block)
            raise
        end = os.lseek(descriptor, 0, os.SEEK_CUR)
        start = end - len(block)
        if _read_at(descriptor, start, len(block)) != block or not _still_at(path, descriptor):
            return None
        return Appended(start + len(opening), end)
    finally:
        os.close(descriptor)


def _joint(path: Path, descriptor: int, size: int) -> tuple[bytes, bytes]:
    """What must come before the first new line, and the newline that the file uses."""
    if foreign_encoding(_read_at(descriptor, 0, _HEAD)):
        raise UnparsedFile(str(path), "it is not UTF-8 text")
    tail = _read_at(descriptor, max(0, size - _TAIL), _TAIL)
    last = tail.rfind(b"\n")
    newline = b"\r\n" if last > 0 and tail[last - 1 : last] == b"\r" else b"\n"
    complete = not tail or tail.endswith(b"\n") or tail == BOM
    return (b"" if complete else newline), newline


def _read_at(descriptor: int, offset: int, length: int) -> bytes:
    os.lseek(descriptor, offset, os.SEEK_SET)
    parts = []
    while length > 0:
        part = os.read(descriptor, length)
        if not part:
            break
        parts.append(part)
        length -= len(part)
    return b"".join(parts)


def _take_back(descriptor: int, size: int, block: bytes) -> None:
    """Removes a part of `block` after a failure, unless something else has been written behind it."""
    with suppress(OSError):
        written = _read_at(descriptor, size, len(block) + 1)
        if written and block.startswith(written):
            os.ftruncate(descriptor, size)


def _still_at(path: Path, descriptor: int) -> bool:
    found = _stat(path)
    opened = os.fstat(descriptor)
    return found is not None and os.path.samestat(found, opened)
