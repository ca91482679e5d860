"""Making planned edits of files on disk, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from vault.files.atomic_write import replace_file
from vault.files.fingerprint import fingerprint_of, locate, read_file
from vault.files.lock import WriteLock
from vault.files.removal import remove_file
from vault.history.file_edit import FileEdit


def make_edits(root: Path, edits: Iterable[FileEdit], *, lock: WriteLock) -> Iterator[str]:
    """Make edits in their order; what an earlier run that was cut short has made is left as it is.

    Args:
        root: of the vault.
        edits: each is made only where the file still is what it was when that was planned.
        lock: held.

    Yields:
        The path of each file just before it is written.

    Raises:
        ChangedOnDisk: a file is another one by now; the edits before it are made.
        ReadFailed, OutsideVault, WriteFailed: likewise.
    """
    for edit in edits:
        if edit.after is None:
            yield edit.path
            remove_file(root, edit.path, expected=fingerprint_of(edit.before or b""), lock=lock)
        elif not _is_made(root, edit):
            yield edit.path
            expected = None if edit.before is None else fingerprint_of(edit.before)
            replace_file(locate(root, edit.path), edit.after, expected=expected, lock=lock)


def _is_made(root: Path, edit: FileEdit) -> bool:
    try:
        present = read_file(root, edit.path).data
    except FileNotFoundError:
        return False
    return present == edit.after
