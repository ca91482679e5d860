"""Taking a file of the vault away, if it still is what the caller has read."""

from __future__ import annotations

from pathlib import Path

from vault.errors import ChangedOnDisk
from vault.files.fingerprint import Fingerprint, locate, read_file
from vault.files.lock import WriteLock
from vault.files.system_calls import sync_folder, write_failures


def remove_file(
    root: Path, path: str, *, expected: Fingerprint, lock: WriteLock, missing_ok: bool = True
) -> None:
    """Remove one file; a symbolic link to it goes, its target stays.

    Args:
        root: of the vault.
        path: of the file, relative to it.
        expected: its fingerprint.
        lock: held.
        missing_ok: one that is gone already is no fault.

    Raises:
        ChangedOnDisk: it is another one by now, or gone.
        ReadFailed, OutsideVault, WriteFailed: it is as it was.
    """
    lock.require()
    place = locate(root, path)
    try:
        present = read_file(root, path).fingerprint
    except FileNotFoundError as error:
        if missing_ok:
            return
        raise ChangedOnDisk(place) from error
    if present != expected:
        raise ChangedOnDisk(place)
    with write_failures(place):
        (root / path).unlink(missing_ok=missing_ok)
    sync_folder(place.parent)
