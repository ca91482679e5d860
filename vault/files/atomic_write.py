"""Putting bytes on disk so that a reader, or a crash at any point, sees the old file or the new one.

The new content is written beside, synced, and renamed into place. Which bytes to write is decided
elsewhere (`memory_file`, `note_file`, `repair`); adding lines to the end is `vault.files.append`.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from vault.errors import ChangedOnDisk, WriteFailed
from vault.files.fingerprint import Fingerprint, fingerprint_of, locate, read_at, read_file
from vault.files.lock import WriteLock
from vault.files.parent_folder import make_parent_folder
from vault.files.system_calls import (
    BINARY,
    regular_stat,
    sync_folder,
    unlink_quietly,
    write_all,
    write_failures,
)

_TEMPORARY_PREFIX = ".memvault-"
_TEMPORARY_SUFFIX = ".tmp"
TEMPORARY_PATTERN = f"{_TEMPORARY_PREFIX}*{_TEMPORARY_SUFFIX}"
"""What the files written beside are called; `.gitignore` and `.stignore` of a vault name it."""

_STALE_SECONDS = 3600
_TRIES = 3


def is_temporary(name: str) -> bool:
    """Whether a file called so was written beside another one: it is left when a process is killed."""
    return name.startswith(_TEMPORARY_PREFIX) and name.endswith(_TEMPORARY_SUFFIX)


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
        VaultVanished: the vault was moved away or unmounted.
        WriteFailed: the system refuses; the file is as it was.
    """
    lock.require()
    target = Path(os.path.realpath(path))
    with write_failures(target):
        before = regular_stat(target)
        present = _fingerprint(target)
        if present != expected:
            raise ChangedOnDisk(path)
        if present == fingerprint_of(data):
            return present
        if before is not None and not _may_write(target):
            raise WriteFailed(target, "it is write-protected")
        make_parent_folder(target)
        temporary = _write_beside(target, data, before)
        try:
            _put_in_place(temporary, target, before)
        finally:
            unlink_quietly(temporary)
        sync_folder(target.parent)
    return fingerprint_of(data)


def write_new(path: Path, data: bytes) -> bool:
    """Makes a file that does not exist yet; one that exists is left alone. Folders are made.

    Needs no lock: where there is no vault yet, there is nothing to lock.

    Returns:
        Whether it was made.

    Raises:
        VaultVanished: its folder is missing, and what is there of the way to it is in no vault.
        WriteFailed: the system refuses.
    """
    with write_failures(path):
        if os.path.lexists(path):
            return False
        make_parent_folder(path)
        temporary = _write_beside(path, data, None)
        try:
            _put_new(temporary, path)
        except ChangedOnDisk:
            return False
        finally:
            unlink_quietly(temporary)
        sync_folder(path.parent)
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


def _may_write(target: Path) -> bool:
    """A rename needs no right to the file itself, but write protection says what a person wants."""
    return os.access(target, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _fingerprint(target: Path) -> Fingerprint | None:
    try:
        return read_at(target).fingerprint
    except FileNotFoundError:
        return None


def _write_beside(target: Path, data: bytes, like: os.stat_result | None) -> Path:
    temporary = target.with_name(f"{_TEMPORARY_PREFIX}{secrets.token_hex(8)}{_TEMPORARY_SUFFIX}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o666)
    try:
        try:
            write_all(descriptor, data)
            if like is not None:
                _copy_attributes(target, temporary, like)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        unlink_quietly(temporary)
        raise
    return temporary


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
    now = regular_stat(target)
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
            if is_temporary(entry.name) and entry.stat(follow_symlinks=False).st_mtime < older_than:
                unlink_quietly(entry.path)
