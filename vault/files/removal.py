"""Taking a file of the vault away, if it still is what the caller has read."""

from __future__ import annotations

from pathlib import Path

from vault.errors import ChangedOnDisk
from vault.files.fingerprint import Fingerprint, locate, read_file
from vault.files.lock import WriteLock
from vault.files.system_calls import sync_folder, write_failures


def remove_file(root: Path, path: str, *, expected: Fingerprint, lock: WriteLock) -> None:
    """Remove one file; a symbolic link to it goes, its target stays. One that is gone already is no fault.

    Args:
        root: of the vault.
        path: of the file, relative to it.
        expected: its fingerprint.
        lock: held.

    Raises:
        ChangedOnDisk: it is another one by now.
        ReadFailed, OutsideVault, WriteFailed: it is as it was.
    """
    lock.require()
    place = locate(root, path)
    try:
        present = read_file(root, path).fingerprint
    except FileNotFoundError:
        return
    if present != expected:
        raise ChangedOnDisk(place)
    with write_failures(place):
        (root / path).unlink(missing_ok=True)
    sync_folder(place.parent)
