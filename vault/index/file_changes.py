"""Taking the changed files of a vault into the index: compare with a scan, read, write the difference.

Everything here happens inside one transaction of `vault.index.reconcile`. Nothing writes into the vault, and
whatever is wrong with one file stops no other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from vault.errors import OutsideVault, ReadFailed, VaultVanished
from vault.files.file_problem import unreadable_file
from vault.files.fingerprint import FileBytes, read_file
from vault.files.scan import FileSeen, Scan
from vault.files.vault_folder import VaultFolder
from vault.index.compare import INDEXED_KINDS, FileRow, FileState, Moves, Plan, compare, is_racy
from vault.index.contents import read_contents
from vault.index.file_rows import add_problems, put_file, read_files, remove_problems
from vault.index.progress import Step
from vault.index.store import Store
from vault.model.note import Note
from vault.problem import Problem


@dataclass(slots=True)
class Counts:
    """Files, by what happened to them."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    unchanged: int = 0

    @property
    def any(self) -> bool:
        """Whether any file was not as it was."""
        return bool(self.added or self.changed or self.removed or self.moved)


@dataclass(slots=True)
class FileChanges:
    """One run over the files of a vault.

    Attributes:
        counts: what happened to files so far.
        unsettled: paths to look at again soon.
    """

    vault: VaultFolder
    connection: sqlite3.Connection
    store: Store
    now: datetime
    step: Step
    read_note: Callable[[Note], Note]
    counts: Counts = field(default_factory=Counts)
    unsettled: list[str] = field(default_factory=list)

    def take_in(self, found: Scan, *, under: Sequence[str] | None, allow_empty: bool, read_all: bool) -> None:
        """Bring the stored files, records and problems in step with a scan.

        Args:
            found: of the whole vault, or of `under`.
            under: what the scan was limited to.
            allow_empty: accept that nothing is left.
            read_all: read known files again, whatever their hints say (the vault's defaults changed).

        Raises:
            VaultVanished: the vault held something and nothing of it is left.
        """
        known = read_files(self.connection, INDEXED_KINDS)
        plan = compare(found.files, known, under=under, unread=found.unread)
        if known and len(plan.gone) == len(known) and not plan.new and not allow_empty:
            raise VaultVanished(self.vault.root, len(known))
        to_read = [*plan.suspect, *plan.new]
        if read_all:
            to_read += plan.unchanged
        else:
            self.counts.unchanged = len(plan.unchanged)
        moves = Moves(known[path] for path in plan.gone)
        for done, path in enumerate(sorted(to_read)):
            self.step("read", done, len(to_read))
            self._file(found.files[path], known.get(path), moves, again=read_all)
        self.step("read", len(to_read), len(to_read))
        for row in moves.left:
            self._remove(row)
        self._note_problems(plan, found, under)

    def _file(self, seen: FileSeen, row: FileRow | None, moves: Moves, *, again: bool) -> None:
        try:
            content = read_file(self.vault.root, seen.path)
        except FileNotFoundError:
            return  # it vanished since the scan: the next run takes it out
        except (ReadFailed, OutsideVault) as fault:
            self._unreadable(seen, row, getattr(fault, "reason", str(fault)))
            return
        same = row is not None and (row.fingerprint, row.kind) == (content.fingerprint, seen.kind)
        if row is not None and same and not again and row.state != "partial":
            self.counts.unchanged += 1
            put_file(self.connection, FileRow.of(seen, content, row.state, self.now, row.number))
            return
        moved = moves.claim(content.fingerprint, seen) if row is None else None
        self._count(row, moved, same=same)
        if moved is not None:
            remove_problems(self.connection, "file", moved.path)
        self._take_in(seen, content, moved or row, second_look=same)

    def _count(self, row: FileRow | None, moved: FileRow | None, *, same: bool) -> None:
        if moved is not None:
            self.counts.moved += 1
        elif row is None:
            self.counts.added += 1
        elif same:
            self.counts.unchanged += 1
        else:
            self.counts.changed += 1

    def _take_in(self, seen: FileSeen, content: FileBytes, row: FileRow | None, *, second_look: bool) -> None:
        contents = read_contents(
            seen.kind,
            content.data,
            path=seen.path,
            defaults=self.vault.defaults,
            language=self.vault.settings.language,
            read_note=self.read_note,
        )
        state: FileState = "good" if contents.understood else "quarantined"
        problems = contents.problems
        if contents.partial_line and not second_look and is_racy(content.mtime_ns, self.now):
            state = "partial"
            problems = tuple(each for each in problems if each.line != contents.partial_line)
            self.unsettled.append(seen.path)
        number = put_file(
            self.connection, FileRow.of(seen, content, state, self.now, row.number if row else 0)
        )
        remove_problems(self.connection, "file", seen.path)
        add_problems(self.connection, "file", problems)
        if contents.understood:
            self.store.put(number, contents.records, contents.broken_lines)

    def _unreadable(self, seen: FileSeen, row: FileRow | None, reason: str) -> None:
        """Keep what is known of the file; remember that it is there."""
        lost = FileRow(row.number if row else 0, seen.path, seen.kind, 0, 0, (0, 0), "", "unreadable")
        put_file(self.connection, replace(row, state="unreadable") if row else lost)
        remove_problems(self.connection, "file", seen.path)
        add_problems(self.connection, "file", [unreadable_file(seen.path, reason)])

    def _remove(self, row: FileRow) -> None:
        self.store.remove_file(row.number)
        remove_problems(self.connection, "file", row.path)
        self.counts.removed += 1

    def _note_problems(self, plan: Plan, found: Scan, under: Sequence[str] | None) -> None:
        """Replace the problems of the places that the scan looked at."""
        twins = tuple(twin_problem(path, original) for path, original in plan.twins)
        remove_problems(self.connection, "scan", under=under)
        add_problems(self.connection, "scan", (*found.problems, *twins))
        remove_problems(self.connection, "settings")
        add_problems(self.connection, "settings", self.vault.problems)


def twin_problem(path: str, original: str) -> Problem:
    """A second name of a file that is read under its first one."""
    return Problem(
        path,
        0,
        0,
        "hard-link-twin",
        f"is the same file on disk as {original} and is read once",
        "delete one of the two names",
        "warning",
    )
