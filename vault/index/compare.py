"""What has to be done so that the index is in step with a scan of the vault. Pure: no disk, no clock.

Size, time and inode are hints about which files to read; the SHA-256 of what was read is the proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vault.files.fingerprint import FileBytes, Fingerprint
from vault.files.layout import Kind
from vault.files.scan import FileSeen

FileState = Literal["good", "partial", "quarantined", "unreadable"]
"""`good`: read and served. `partial`: its last line is perhaps still being written: looked at again.
`quarantined`: not understood; its last good version is served. `unreadable`: likewise, because the system
refuses to read it; tried again every time, because permissions show in no hint."""

INDEXED_KINDS: frozenset[Kind] = frozenset(("memories", "archive", "note", "turns"))
USAGE_KINDS: frozenset[Kind] = frozenset(("usage",))
"""Taken in apart from the others; see `vault.index.usage_files`."""
RACY_SECONDS = 2.0
"""A file whose last change is younger than this when it is read may change again within the same tick of
its clock, so that no hint shows it: it is read once more. Also how old a broken last line without a line end
must be to be called bad at first sight."""

_READ_AS: Mapping[Kind, str] = {
    "memories": "memories",
    "archive": "memories",
    "note": "note",
    "turns": "turns",
    "usage": "",
    "settings": "",
}


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file as the index knows it.

    `racy`: it was read so soon after its last change that a later change may not show in any hint.
    """

    number: int
    path: str
    kind: Kind
    size: int
    mtime_ns: int
    inode: tuple[int, int]
    fingerprint: Fingerprint
    state: FileState
    racy: bool = False

    @classmethod
    def of(cls, seen: FileSeen, content: FileBytes, state: FileState, now: datetime, number: int) -> FileRow:
        """A file as it was read just now.

        Args:
            seen: by the scan.
            content: as it was read.
            state: what was made of it.
            now: aware.
            number: of its row; 0 for a new one.
        """
        return cls(
            number=number,
            path=seen.path,
            kind=seen.kind,
            size=content.size,
            mtime_ns=content.mtime_ns,
            inode=seen.inode,
            fingerprint=content.fingerprint,
            state=state,
            racy=is_racy(content.mtime_ns, now),
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths by what is known before anything is read; each tuple is sorted.

    Attributes:
        unchanged: size, time and inode are as they were.
        suspect: known, but a hint differs, or hints prove nothing: to be read.
        new: not known under this path: to be read.
        gone: known, and not found; a new file with the same content is the same file, moved.
        twins: further names of a file that is read under another name.
    """

    unchanged: tuple[str, ...] = ()
    suspect: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    twins: tuple[tuple[str, str], ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing has to be read or removed."""
        return not (self.suspect or self.new or self.gone)


def compare(
    seen: Mapping[str, FileSeen],
    known: Mapping[str, FileRow],
    *,
    under: Sequence[str] | None = None,
    unread: Collection[str] = (),
    kinds: Collection[Kind] = INDEXED_KINDS,
) -> Plan:
    """Compare a scan with the files of the index.

    Args:
        seen: what the scan found, by path.
        known: what the index holds, by path, of the same kinds.
        under: the scan was limited to these paths; None: it saw everything.
        unread: folders that exist but could not be listed: what is known from there is not gone.
        kinds: of files that are looked at.
    """
    names, twins = _one_name_each(file for file in seen.values() if file.kind in kinds)
    unchanged, suspect, new = [], [], []
    for path in sorted(names):
        row = known.get(path)
        if row is None:
            new.append(path)
        elif looks_unchanged(names[path], row):
            unchanged.append(path)
        else:
            suspect.append(path)
    gone = [
        path
        for path in sorted(known.keys() - names.keys())
        if (under is None or is_below(path, under)) and not is_below(path, unread)
    ]
    return Plan(tuple(unchanged), tuple(suspect), tuple(new), tuple(gone), twins)


def looks_unchanged(file: FileSeen, row: FileRow) -> bool:
    """Whether a file need not be read again."""
    return same_hints(file, row) and not row.racy and row.state in {"good", "quarantined"}


def same_hints(file: FileSeen, row: FileRow) -> bool:
    """Whether kind, size, time and inode are as they were."""
    return file.kind == row.kind and (file.size, file.mtime_ns, file.inode) == (
        row.size,
        row.mtime_ns,
        row.inode,
    )


def is_racy(mtime_ns: int, now: datetime) -> bool:
    """Whether a file that was last changed then is so young that its hints prove nothing."""
    return abs(now.timestamp() - mtime_ns / 1e9) < RACY_SECONDS


def is_below(path: str, folders: Iterable[str]) -> bool:
    """Whether `path` is one of `folders` or lies in one; the empty name is the vault itself."""
    return any(folder in {"", "."} or path == folder or path.startswith(folder + "/") for folder in folders)


class Moves:
    """Finds the old row of a file that appears under a new path.

    Args:
        gone: rows of files that were not found where they were.
    """

    def __init__(self, gone: Iterable[FileRow]) -> None:
        self._gone: dict[Fingerprint, list[FileRow]] = {}
        for row in gone:
            self._gone.setdefault(row.fingerprint, []).append(row)

    @property
    def left(self) -> tuple[FileRow, ...]:
        """Rows nobody has claimed: these files are deleted."""
        return tuple(row for rows in self._gone.values() for row in rows)

    def claim(self, fingerprint: Fingerprint, seen: FileSeen) -> FileRow | None:
        """The row of a gone file with the same bytes, preferably the same inode; it is given out once.

        A file that is read in another way where it is now, is another file.
        """
        same = [row for row in self._gone.get(fingerprint, ()) if _READ_AS[row.kind] == _READ_AS[seen.kind]]
        if not same:
            return None
        chosen = next((row for row in same if row.inode == seen.inode and any(seen.inode)), same[0])
        self._gone[fingerprint].remove(chosen)
        return chosen


def _one_name_each(files: Iterable[FileSeen]) -> tuple[dict[str, FileSeen], tuple[tuple[str, str], ...]]:
    names: dict[str, FileSeen] = {}
    first: dict[tuple[int, int], str] = {}
    twins: list[tuple[str, str]] = []
    for file in sorted(files, key=lambda each: each.path):
        original = first.setdefault(file.inode, file.path) if any(file.inode) else file.path
        if original == file.path:
            names[file.path] = file
        else:
            twins.append((file.path, original))
    return names, tuple(twins)
