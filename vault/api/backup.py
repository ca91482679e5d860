"""`backup`: everything in a vault as one file, consistent while others write, and read back before it counts.

Restoring is `vault.api.backup_restore`.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.writing import LOCK_SECONDS
from vault.errors import BackupFailed, ConfigError
from vault.files.lock import write_lock
from vault.files.system_calls import unlink_quietly
from vault.history.backup_file import Manifest, compress, manifest_of, pack, verify
from vault.history.encryption import SUFFIX, Keys, decrypt, encrypt, is_encrypted
from vault.model.identifier import random_letters

if TYPE_CHECKING:
    from vault.api.resources import Resources

_STALE_SECONDS = 3600
ENDING = ".tar.gz"
_WHEN = "%Y-%m-%dT%H%M%SZ"
_NAME = re.compile(r"memvault-(?P<vault>.+)-(?P<when>\d{4}-\d{2}-\d{2}T\d{6}Z)\.tar\.gz(\.age)?")


@dataclass(frozen=True, slots=True)
class BackedUp:
    """A backup that was made.

    Attributes:
        path: of the file.
        files: how many are in it.
        bytes: its size.
        encrypted: with age.
        read_back: the file on disk was opened and every file in it compared. False: it is encrypted for a key
            that is not here, so that it was compared before that, and its bytes on disk afterwards.
        left_out: paths of the vault that are not in it: links, and what cannot be read.
        removed: older backups that were thrown away.
    """

    path: Path
    files: int
    bytes: int
    encrypted: bool
    read_back: bool
    left_out: tuple[str, ...]
    removed: tuple[Path, ...] = ()


def back_up(
    resources: Resources, target: Path, *, keys: Keys | None = None, keep: int = 0, now: datetime
) -> BackedUp:
    """Make a backup. Writers wait while files are read; the packing does not keep them waiting.

    Args:
        resources: of the open vault.
        target: a folder, in which it gets a name with the date; or the path of the file itself.
        keys: to encrypt it; None: as it is.
        keep: of the backups of this vault in the folder, the last ones of so many days stay; 0: all.
        now: aware.

    Raises:
        BackupFailed: it cannot be written, is not what was to be saved, or would lie in the vault; nothing
            was thrown away.
        LockTimeout: another process kept writing.
        ConfigError: a key is none, or pyrage is missing.
    """
    keys = keys or Keys()
    root = resources.folder.root
    path = _place(target, resources.folder.settings.id, keys, now)
    if path.resolve().is_relative_to(root.resolve()):
        raise BackupFailed(path, "a backup inside the vault would be lost with it", "name a place outside")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BackupFailed(path.parent, error.strerror or str(error)) from error
    beside = f".{path.name}.{random_letters(6)}"
    plain, packed = path.with_name(f"{beside}.tar"), path.with_name(f"{beside}.packed")
    _sweep(path.parent, resources.folder.settings.id)
    try:
        with _nobody_writes(resources):
            manifest = pack(root, plain, vault_id=resources.folder.settings.id, at=now)
        compress(plain, packed)
        read_back = _finish(packed, manifest, keys)
        size = packed.stat().st_size
        packed.replace(path)
    except OSError as error:
        raise BackupFailed(path, error.strerror or str(error)) from error
    finally:
        unlink_quietly(plain)
        unlink_quietly(packed)
    removed = _thin_out(path, resources.folder.settings.id, keep) if keep else ()
    return BackedUp(path, len(manifest.files), size, keys.encrypts, read_back, manifest.left_out, removed)


def keys_of(
    recipients: Sequence[str] = (), passphrase_file: Path | None = None, identities: Sequence[Path] = ()
) -> Keys:
    """Keys as a person names them.

    Raises:
        ConfigError: the file of the passphrase cannot be read, or is empty; or there are recipients, too.
    """
    if passphrase_file is None:
        return Keys(tuple(recipients), "", tuple(identities))
    try:
        passphrase = passphrase_file.read_text(encoding="utf-8").strip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError("--passphrase-file", f"{passphrase_file} cannot be read: {error}") from error
    if not passphrase or recipients:
        what = "cannot be used with --recipient" if passphrase else f"{passphrase_file} is empty"
        raise ConfigError("--passphrase-file", what)
    return Keys((), passphrase, tuple(identities))


@contextmanager
def opened_backup(path: Path, keys: Keys) -> Iterator[Path]:
    """A backup as one that is not encrypted; a decrypted one is gone afterwards.

    Raises:
        BackupFailed: it cannot be read, or not with these keys.
    """
    if not is_encrypted(path):
        yield path
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="memvault-backup-") as folder:
        plain = Path(folder) / "backup.tar.gz"
        plain.write_bytes(decrypt(path, keys))
        yield plain


def verify_backup(path: Path, keys: Keys) -> Manifest:
    """Read a backup, and compare every file in it with what was saved.

    Raises:
        BackupFailed: it is not whole, or cannot be read with these keys.
    """
    with opened_backup(path.expanduser(), keys) as plain:
        return verify(plain)


def backups_in(folder: Path, vault_id: str) -> tuple[Path, ...]:
    """The backups of one vault that have their names from us, oldest first."""
    found = ((each, _NAME.fullmatch(each.name)) for each in folder.iterdir())
    ours = [(match["when"], each) for each, match in found if match and match["vault"] == vault_id]
    return tuple(each for _, each in sorted(ours))


def made_at(path: Path) -> datetime | None:
    """When a backup was made that has its name from us, aware; None for other files."""
    match = _NAME.fullmatch(path.name)
    if match is None:
        return None
    return datetime.strptime(match["when"], _WHEN).replace(tzinfo=timezone.utc)


def _place(target: Path, vault_id: str, keys: Keys, now: datetime) -> Path:
    target = target.expanduser().absolute()
    ending = ENDING + (SUFFIX if keys.encrypts else "")
    if target.is_dir() or not re.search(r"\.(?:tar\.gz|tgz|age)\Z", target.name):
        return target / f"memvault-{vault_id}-{now.astimezone(timezone.utc).strftime(_WHEN)}{ending}"
    if target.exists():
        raise BackupFailed(target, "there is a file already; nothing was written")
    return target


@contextmanager
def _nobody_writes(resources: Resources) -> Iterator[None]:
    with (
        write_lock(resources.write_lock, LOCK_SECONDS),
        write_lock(resources.journal_lock, LOCK_SECONDS),
        write_lock(resources.usage_lock, LOCK_SECONDS),
    ):
        yield


def _sweep(folder: Path, vault_id: str) -> None:
    """What a killed process left half made."""
    for pattern in ("tar", "packed"):
        for each in folder.glob(f".memvault-{vault_id}-*.{pattern}"):
            if each.stat().st_mtime < time.time() - _STALE_SECONDS:
                unlink_quietly(each)


def _finish(packed: Path, manifest: Manifest, keys: Keys) -> bool:
    """Read it back, encrypt it, read that back; whether the last could be done."""
    if verify(packed) != manifest:
        raise BackupFailed(packed, "it does not say what was saved")
    if not keys.encrypts:
        return True
    data = encrypt(packed.read_bytes(), keys)
    packed.write_bytes(data)
    if hashlib.sha256(packed.read_bytes()).digest() != hashlib.sha256(data).digest():
        raise BackupFailed(packed, "what was written is not what is there")
    if not keys.opens:
        return False
    with opened_backup(packed, keys) as again:
        if manifest_of(again) != manifest:
            raise BackupFailed(packed, "it does not say what was saved")
    return True


def _thin_out(made: Path, vault_id: str, keep: int) -> tuple[Path, ...]:
    """The last backup of each of the latest days stays; the one just made in any case."""
    last_of_day: dict[date, Path] = {}
    every = backups_in(made.parent, vault_id)
    for each in every:
        at = made_at(each)
        if at is not None:
            last_of_day[at.date()] = each
    kept = {last_of_day[day] for day in sorted(last_of_day)[-keep:]} | {made}
    removed = [each for each in every if each not in kept]
    for each in removed:
        unlink_quietly(each)
    return tuple(removed)
