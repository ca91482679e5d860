"""Counting in the usage file of a device: lines are added, and added up when there are many of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from vault.errors import MemvaultError, UnparsedFile, VaultVanished
from vault.files.append import append_lines
from vault.files.atomic_write import replace_file
from vault.files.fingerprint import FileBytes, locate, read_file
from vault.files.layout import SETTINGS_FILE, folder_name
from vault.files.lock import WriteLock
from vault.format.usage_line import format_usage, parse_usage
from vault.format.usage_sum import is_worth_summing, summed_usage
from vault.model.usage import Usage

SUM_BYTES = 64 * 1024
"""Smaller files are left as they are."""
_CONFLICT = b"<<<<<<<"


def usage_path(device: str) -> str:
    """`usage/<device>.jsonl`, relative to the vault; only that device ever writes there."""
    return f"usage/{folder_name(device)}.jsonl"


def add_usage(root: Path, path: str, counts: Sequence[Usage], *, lock: WriteLock) -> None:
    """Adds counts, one line each, in one write; adds the file up when it has grown.

    Args:
        root: of the vault. It is not made anew where it has gone: a drive may not be mounted.
        path: see `usage_path`.
        counts: further counts of memories and notes.
        lock: held.

    Raises:
        VaultVanished: the vault is not there.
        UnparsedFile: the file is not understood as a whole.
        ChangedOnDisk, WriteFailed, ReadFailed, OutsideVault: nothing was added.
    """
    if not counts:
        return
    if not (root / SETTINGS_FILE).is_file():
        raise VaultVanished(root, 0)
    present = _read(root, path)
    if present is not None and _CONFLICT in present.data and not parse_usage(present.data, path=path).usable:
        raise UnparsedFile(path, "it holds a conflict that git left")
    appended = append_lines(locate(root, path), [format_usage(each).encode() for each in counts], lock=lock)
    if appended.size > SUM_BYTES:
        # What was added is on disk: a file that could not be added up is no failure.
        with suppress(MemvaultError, FileNotFoundError):
            _add_up(root, path, lock)


def _add_up(root: Path, path: str, lock: WriteLock) -> None:
    present = read_file(root, path)
    if is_worth_summing(present.data):
        data = summed_usage(present.data, path=path)
        if len(data) < len(present.data):
            replace_file(locate(root, path), data, expected=present.fingerprint, lock=lock)


def _read(root: Path, path: str) -> FileBytes | None:
    try:
        return read_file(root, path)
    except FileNotFoundError:
        return None
