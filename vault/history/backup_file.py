"""Backups as files: one compressed tar of everything in a vault, with the digests of all its files.

It can be read with `tar` alone. Nothing is restored from one that is not whole.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from vault.errors import BackupFailed, MemvaultError
from vault.files.atomic_write import is_temporary
from vault.files.fingerprint import read_file
from vault.files.layout import is_decodable
from vault.format.instant import format_instant

MANIFEST = "memvault-backup.json"
_VERSION = 1
_LEFT_OUT = frozenset({".git", ".stfolder", ".stversions", "lost+found"})
"""A repository is a history of its own, with its own ways to be copied."""
_BLOCK = 1 << 20
_MODE = 0o600


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds.

    Attributes:
        vault_id: of the vault.
        at: when it was made, ISO 8601.
        files: SHA-256 by path.
        left_out: paths that could not be read, and symbolic links.
    """

    vault_id: str
    at: str
    files: Mapping[str, str]
    left_out: tuple[str, ...] = ()


def pack(root: Path, target: Path, *, vault_id: str, at: datetime) -> Manifest:
    """Write a plain tar of the vault at `root`. No other process of ours writes meanwhile.

    Args:
        root: of the vault.
        target: a path that does not exist.
        vault_id: of the vault.
        at: aware.

    Raises:
        BackupFailed: the file cannot be written.
    """
    files: dict[str, str] = {}
    left: list[str] = []
    try:
        with _new(target) as stream, tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for path, is_regular in _walk(root):
                data = _read(root, path) if is_regular else None
                if data is None:
                    left.append(path)
                else:
                    files[path] = hashlib.sha256(data).hexdigest()
                    _add(tar, path, data, (root / path).lstat().st_mtime)
            manifest = Manifest(vault_id, format_instant(at), files, tuple(left))
            _add(tar, MANIFEST, _as_text(manifest), at.timestamp())
    except OSError as error:
        raise BackupFailed(target, error.strerror or str(error)) from error
    return manifest


def compress(source: Path, target: Path) -> None:
    """`source` into `target`, always the same bytes for the same source."""
    try:
        with source.open("rb") as plain, _new(target) as stream:
            with gzip.GzipFile(filename="", mode="wb", fileobj=stream, compresslevel=6, mtime=0) as packed:
                shutil.copyfileobj(plain, packed, _BLOCK)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise BackupFailed(target, error.strerror or str(error)) from error


def verify(backup: Path) -> Manifest:
    """Read a backup back, and compare every file in it with its digest.

    Raises:
        BackupFailed: it is not whole, or no backup.
    """
    for _ in read_backup(backup):
        pass
    return manifest_of(backup)


def manifest_of(backup: Path) -> Manifest:
    """What a backup says that it holds.

    Raises:
        BackupFailed: it cannot be read.
    """
    found: Manifest | None = None
    for path, data in _members(backup):
        if path == MANIFEST:
            found = _manifest(backup, data)
    if found is None:
        raise BackupFailed(backup, "this is no backup of memvault, or only the beginning of one")
    return found


def read_backup(backup: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a backup, by path; each is as it was when the backup was made.

    Raises:
        BackupFailed: one is not, or one is missing, or a path leads out of the vault.
    """
    left = dict(manifest_of(backup).files)
    for path, data in _members(backup):
        if path == MANIFEST:
            continue
        if left.pop(path, None) != hashlib.sha256(data).hexdigest():
            raise BackupFailed(backup, f"{path} in it is not what was saved")
        yield path, data
    if left:
        raise BackupFailed(backup, f"{len(left)} files are missing in it: {min(left)} …")


def unpack(backup: Path, target: Path) -> Manifest:
    """Write the files of a backup into a folder that does not exist yet, or is empty.

    All or nothing: they are written beside it, and put into place when all are there.

    Raises:
        BackupFailed: the folder is not empty, the backup is not whole, or the system refuses.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise BackupFailed(target, "is not empty; nothing was restored", "name a folder that does not exist")
    manifest = manifest_of(backup)
    beside = target.with_name(f".{target.name}.memvault-restore")
    try:
        if beside.exists():
            shutil.rmtree(beside)
        beside.mkdir(parents=True, mode=0o700)
        for path, data in read_backup(backup):
            place = beside / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o755
        if target.exists():
            target.rmdir()
        beside.chmod(mode)
        beside.rename(target)
    except OSError as error:
        raise BackupFailed(target, error.strerror or str(error)) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return manifest


def _walk(root: Path) -> Iterator[tuple[str, bool]]:
    """Paths of files in order, and whether they are regular ones."""
    for folder, folders, names in os.walk(root):
        relative = Path(folder).relative_to(root)
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        folders[:] = sorted(name for name in folders if name not in _LEFT_OUT and name not in links)
        for name in sorted([*names, *links]):
            if not is_temporary(name) and name not in _LEFT_OUT:
                place = Path(folder) / name
                yield (relative / name).as_posix(), place.is_file() and not place.is_symlink()


def _read(root: Path, path: str) -> bytes | None:
    if not is_decodable(path):
        return None
    try:
        return read_file(root, path).data
    except (FileNotFoundError, MemvaultError):
        return None


def _add(tar: tarfile.TarFile, path: str, data: bytes, mtime: float) -> None:
    facts = tarfile.TarInfo(path)
    facts.size, facts.mtime, facts.mode = len(data), int(mtime), 0o644
    tar.addfile(facts, io.BytesIO(data))


def _members(backup: Path) -> Iterator[tuple[str, bytes]]:
    try:
        with tarfile.open(backup, "r:gz") as tar:
            for member in tar:
                if not member.isfile() or not _is_inside(member.name):
                    raise BackupFailed(backup, f"{member.name} in it is no file of a vault")
                stream = tar.extractfile(member)
                if stream is None:  # pragma: no cover - it is a file
                    raise BackupFailed(backup, f"{member.name} in it cannot be read")
                yield member.name, stream.read()
            while tar.fileobj is not None and tar.fileobj.read(_BLOCK):
                pass  # up to the end, where the check sum of the whole is
    except (tarfile.TarError, EOFError, gzip.BadGzipFile, OSError, ValueError) as error:
        raise BackupFailed(backup, f"cannot be read: {error}") from error
    except _zlib_error() as error:
        raise BackupFailed(backup, f"cannot be read: {error}") from error


def _zlib_error() -> type[Exception]:
    import zlib

    return zlib.error


def _is_inside(path: str) -> bool:
    parts = path.split("/")
    return (
        not path.startswith("/") and "\\" not in path and not {"..", "."} & {*parts} and ".git" not in parts
    )


def _as_text(manifest: Manifest) -> bytes:
    document = {
        "version": _VERSION,
        "vault": manifest.vault_id,
        "at": manifest.at,
        "files": dict(manifest.files),
        "left_out": [each for each in manifest.left_out if is_decodable(each)],
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _manifest(backup: Path, data: bytes) -> Manifest:
    try:
        document = json.loads(data)
        if document["version"] != _VERSION:
            raise BackupFailed(backup, "a newer version of memvault made it")
        return Manifest(
            str(document["vault"]), str(document["at"]), dict(document["files"]), tuple(document["left_out"])
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BackupFailed(backup, f"its list of files cannot be read: {error}") from error


def _new(path: Path) -> IO[bytes]:
    """A file that only its owner may read."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE)
    return os.fdopen(descriptor, "wb")
