"""Which turns the journal holds, and how far each has come: extracted, summed up.

The journal is the queue of what is still to be extracted; this is its cursor. It goes by what turns say and
not by where they stand, so that neither an edited file nor a replayed conversation disturbs it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from pathlib import Path
from types import TracebackType
from typing import Any

from vault.api.ledger_file import ledger_failed, open_ledger
from vault.errors import OutsideVault, ReadFailed, WriteFailed
from vault.files.fingerprint import fingerprint_of, read_file
from vault.files.layout import comparable
from vault.files.scan import FileSeen
from vault.files.vault_folder import VaultFolder
from vault.format.turn_line import LocatedTurn, parse_turns
from vault.index.instants import optional_instant, to_microseconds
from vault.model.turn import Turn, place_digest, session_digest, turn_digest

JOURNAL = "journal"


class Stage(IntEnum):
    """How far a turn has come."""

    JOURNALLED = 0
    EXTRACTED = 1
    CLOSING = 2
    """It belongs to the window of its session that is being summed up."""
    DONE = 3
    ELSEWHERE = 4
    """It stands in the journal of another device, which sees to it."""


@dataclass(frozen=True, slots=True)
class LedgerTurn:
    """A turn as the ledger knows it.

    Attributes:
        digest: `turn_digest`.
        session: `session_digest`.
        path: of its file, relative to the vault.
        line: for the order only.
        at: aware, or None.
        stage: how far it has come.
    """

    digest: bytes
    session: bytes
    path: str
    line: int
    at: datetime | None
    stage: Stage


_SELECT = (
    "SELECT turn.digest, turn.session, file.path, turn.line, turn.at, turn.stage"
    " FROM turn JOIN file ON file.number = turn.file"
)
_IN_ORDER = " ORDER BY file.path, turn.line"


class TurnLedger:
    """An open ledger, for one thread at a time. Several processes may have the same one open.

    Args:
        path: see `vault.api.ledger_file`.
        folder: the vault.
        device: this one; only its own journal is a queue.

    Raises:
        WriteFailed: it cannot be made or written; also from every method.
    """

    def __init__(self, path: Path, folder: VaultFolder, device: str) -> None:
        self.folder = folder
        self.device = device
        self._own = comparable(f"{JOURNAL}/{device}/")
        self._path = path
        self._connection = open_ledger(path, folder.root)

    def __enter__(self) -> TurnLedger:  # noqa: PYI034 - `Self` came with Python 3.11
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """It cannot be used afterwards."""
        self._connection.close()

    def refresh(self) -> None:
        """Take in what the journal says now. Of a file that only grew, what is new is read.

        Raises:
            VaultVanished: the vault is gone.
        """
        found = self.folder.scan((JOURNAL,))
        files = {path: seen for path, seen in found.files.items() if seen.kind == "turns"}
        known = dict(self._run("SELECT path, size || ' ' || mtime_ns FROM file"))
        changed = [seen for path, seen in files.items() if known.get(path) != f"{seen.size} {seen.mtime_ns}"]
        gone = [path for path in known if path not in files and not _below(path, found.unread)]
        if changed or gone:
            with self._transaction():
                for path in gone:
                    self._forget(path)
                for seen in changed:
                    self._read(seen)

    def known(self, turns: Sequence[Turn]) -> list[bool]:
        """For each turn whether the journal has it, or had it before its text was erased."""
        query = "SELECT 1 FROM turn WHERE digest IN (?, ?) AND file IS NOT NULL"
        digests = ((turn_digest(turn), place_digest(turn)) for turn in turns)
        return [bool(self._run(query, pair)) for pair in digests]

    def pending(self, limit: int = -1) -> tuple[LedgerTurn, ...]:
        """Turns of this device that are still to be extracted, in the order of the journal."""
        query = f"{_SELECT} WHERE turn.stage = 0 AND file.own {_IN_ORDER} LIMIT ?"
        return self._turns(query, (limit,))

    def pending_count(self) -> int:
        """How many there are."""
        query = "SELECT count(*) FROM turn JOIN file ON file.number = turn.file WHERE stage = 0 AND file.own"
        return int(self._run(query)[0][0])

    def before(self, turn: LedgerTurn, limit: int) -> tuple[LedgerTurn, ...]:
        """The last turns of its session in front of it that were extracted, in order."""
        query = (
            f"{_SELECT} WHERE turn.session = ? AND turn.stage > 0 AND file.own"
            " AND (file.path, turn.line) < (?, ?) ORDER BY file.path DESC, turn.line DESC LIMIT ?"
        )
        return self._turns(query, (turn.session, turn.path, turn.line, limit))[::-1]

    def not_summed_up(self) -> tuple[LedgerTurn, ...]:
        """Turns of this device that were extracted and belong to no summary yet, in order."""
        return self._turns(f"{_SELECT} WHERE turn.stage IN (1, 2) AND file.own {_IN_ORDER}")

    def advance(self, turns: Iterable[LedgerTurn], stage: Stage) -> None:
        """Write down how far turns have come, all of them or none."""
        with self._transaction():
            for turn in turns:
                self._run("UPDATE turn SET stage = ? WHERE digest = ?", (int(stage), turn.digest))

    def drop(self, digests: Iterable[bytes]) -> None:
        """Let go of turns that no file has any more, down to their digests; those that a file has stay."""
        self._run("PRAGMA secure_delete = ON")
        with self._transaction():
            for digest in digests:
                self._run("DELETE FROM turn WHERE digest = ? AND file IS NULL", (digest,))
        self._run("PRAGMA wal_checkpoint(TRUNCATE)")

    def _turns(self, query: str, values: Sequence[object] = ()) -> tuple[LedgerTurn, ...]:
        return tuple(
            LedgerTurn(digest, session, path, line, optional_instant(at), Stage(stage))
            for digest, session, path, line, at, stage in self._run(query, values)
        )

    def _forget(self, path: str) -> None:
        """The file is gone. How far its turns had come is kept, in case they turn up again."""
        for row in self._run("SELECT number FROM file WHERE path = ?", (path,)):
            self._run("UPDATE turn SET file = NULL WHERE file = ?", row)
            self._run("DELETE FROM file WHERE number = ?", row)

    def _read(self, seen: FileSeen) -> None:
        try:
            content = read_file(self.folder.root, seen.path)
        except (FileNotFoundError, ReadFailed, OutsideVault):
            return
        data, start, lines = content.data, *self._position(seen.path, content.data)
        if not start:
            self._forget(seen.path)
        parsed = parse_turns(b"\n" * lines + data[start:], path=seen.path, defaults=self.folder.defaults)
        whole = parsed.lines[:-1] if parsed.partial_last_line else parsed.lines
        end = len(data) - sum(len(line.raw) for line in parsed.lines[len(whole) :])
        own = comparable(seen.path).startswith(self._own)
        number = self._put_file(
            (seen.path, own, content.size, content.mtime_ns, end, fingerprint_of(data[:end]), len(whole))
        )
        for located in parsed.turns:
            self._put_turn(located, number, Stage.JOURNALLED if own else Stage.ELSEWHERE)

    def _position(self, path: str, data: bytes) -> tuple[int, int]:
        """How many bytes and lines of a file were read before and are as they were."""
        query = "SELECT read, lines, fingerprint FROM file WHERE path = ?"
        read, lines, fingerprint = next(iter(self._run(query, (path,))), (0, 0, ""))
        same = read <= len(data) and fingerprint_of(data[:read]) == fingerprint
        return (read, lines) if same else (0, 0)

    def _put_file(self, row: tuple[object, ...]) -> int:
        query = (
            "INSERT INTO file (path, own, size, mtime_ns, read, fingerprint, lines)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (path) DO UPDATE SET own = excluded.own, size = excluded.size,"
            " mtime_ns = excluded.mtime_ns, read = excluded.read, fingerprint = excluded.fingerprint,"
            " lines = excluded.lines"
        )
        self._run(query, row)
        return int(self._run("SELECT number FROM file WHERE path = ?", row[:1])[0][0])

    def _put_turn(self, located: LocatedTurn, file: int, stage: Stage) -> None:
        """What stands in several journals is this device's if it stands in its own."""
        turn = located.turn
        query = (
            "INSERT INTO turn (digest, file, line, session, at, stage) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (digest) DO UPDATE SET file = excluded.file, line = excluded.line,"
            " at = excluded.at, stage = CASE turn.stage WHEN 4 THEN excluded.stage ELSE turn.stage END"
            " WHERE turn.file IS NULL OR (turn.stage = 4 AND excluded.stage != 4)"
        )
        at = None if turn.at is None else to_microseconds(turn.at)
        values = (turn_digest(turn), file, located.line, session_digest(turn), at, int(stage))
        self._run(query, values)

    def _run(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise ledger_failed(self._path, error) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._run("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with suppress(WriteFailed):
                self._run("ROLLBACK")
            raise
        self._run("COMMIT")


def _below(path: str, folders: Iterable[str]) -> bool:
    return any(not folder or path.startswith(f"{folder}/") for folder in folders)
