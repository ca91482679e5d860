"""Taking the changed usage files of a vault into the index, apart from all others.

Nothing here changes a record, so that no generation comes of it and nothing is thrown away that was worked
out from the texts.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from vault.errors import OutsideVault, ReadFailed
from vault.files.file_problem import unreadable_file
from vault.files.fingerprint import FileBytes, read_file
from vault.files.scan import FileSeen, Scan
from vault.files.vault_folder import VaultFolder
from vault.format.usage_line import UsageFile, parse_usage
from vault.index.compare import USAGE_KINDS, FileRow, FileState, compare, is_racy
from vault.index.file_rows import add_problems, has_problems, put_file, read_files, remove_problems
from vault.index.usage_rows import add_up, add_usage, replace_usage


@dataclass(frozen=True, slots=True)
class UsageFiles:
    """One run over the usage files, inside the transaction of a reconcile."""

    connection: sqlite3.Connection
    vault: VaultFolder
    now: datetime

    def take_in(self, found: Scan, *, under: Sequence[str] | None) -> None:
        """Bring the stored counts in step with a scan, limited to `under`."""
        known = read_files(self.connection, USAGE_KINDS)
        plan = compare(found.files, known, under=under, unread=found.unread, kinds=USAGE_KINDS)
        ids: set[str] = set()
        for path in (*plan.suspect, *plan.new):
            ids |= self._file(found.files[path], known.get(path))
        for path in plan.gone:
            ids |= self._remove(known[path])
        add_up(self.connection, ids)

    def _file(self, seen: FileSeen, row: FileRow | None) -> set[str]:
        """Read a file; returns whose counts changed."""
        try:
            content = read_file(self.vault.root, seen.path)
        except FileNotFoundError:
            return set()  # it vanished since the scan: the next run takes it out
        except (ReadFailed, OutsideVault) as fault:
            self._unreadable(seen, row, getattr(fault, "reason", str(fault)))
            return set()
        same = row is not None and row.fingerprint == content.fingerprint
        if row is not None and same and row.state in ("good", "quarantined"):
            put_file(self.connection, FileRow.of(seen, content, row.state, self.now, row.number))
            return set()
        if row is not None and self._has_grown(row, content.data):
            added = parse_usage(content.data[row.size :], path=seen.path)
            if not added.problems:
                put_file(self.connection, FileRow.of(seen, content, "good", self.now, row.number))
                return add_usage(self.connection, row.number, added.usage)
        return self._whole(seen, content, row)

    def _has_grown(self, row: FileRow, data: bytes) -> bool:
        """Whether whole lines were added behind what was read before, in which nothing was wrong."""
        return (
            row.state == "good"
            and data[: row.size].endswith(b"\n")
            and hashlib.sha256(data[: row.size]).hexdigest() == row.fingerprint
            and not has_problems(self.connection, "file", row.path)
        )

    def _whole(self, seen: FileSeen, content: FileBytes, row: FileRow | None) -> set[str]:
        parsed = parse_usage(content.data, path=seen.path)
        second_look = row is not None and row.fingerprint == content.fingerprint
        state: FileState = "good"
        problems = parsed.problems
        if parsed.partial_last_line and not second_look and is_racy(content.mtime_ns, self.now):
            state = "partial"
            problems = tuple(each for each in problems if each.line != parsed.lines[-1].number)
        elif not _is_understood(parsed):
            state = "quarantined"
        number = put_file(
            self.connection, FileRow.of(seen, content, state, self.now, row.number if row else 0)
        )
        remove_problems(self.connection, "file", seen.path)
        add_problems(self.connection, "file", problems)
        return set() if state == "quarantined" else replace_usage(self.connection, number, parsed.usage)

    def _unreadable(self, seen: FileSeen, row: FileRow | None, reason: str) -> None:
        """Keep what is known of the file."""
        if row is not None:
            put_file(self.connection, replace(row, state="unreadable"))
        remove_problems(self.connection, "file", seen.path)
        add_problems(self.connection, "file", [unreadable_file(seen.path, reason)])

    def _remove(self, row: FileRow) -> set[str]:
        ids = replace_usage(self.connection, row.number, {})
        remove_problems(self.connection, "file", row.path)
        self.connection.execute("DELETE FROM files WHERE number = ?", (row.number,))
        return ids


def _is_understood(parsed: UsageFile) -> bool:
    return bool(parsed.usage) or not any(problem.severity == "error" for problem in parsed.problems)
