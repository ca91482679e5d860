"""The SQLite file of the index: opening, versions, damage, transactions.

Of the tables only `meta` is known here.

Readers are never blocked (WAL); writers come one at a time because they hold the lock of
`vault.index.reconcile`. A file of another version, or a damaged one, is deleted and made anew: it holds
nothing that is not in the vault.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

from vault.errors import IndexBroken
from vault.index.schema import INDEX_VERSION, TABLES

FILE_NAME = "index.sqlite"
DAMAGE_MARK = "damaged"
_BUSY_SECONDS = 30.0
_CHECKPOINT_MILLISECONDS = 100


def is_damage(fault: sqlite3.DatabaseError) -> bool:
    """Whether an error says that the file is broken, not that a statement or the disk is."""
    return not isinstance(fault, (sqlite3.OperationalError, sqlite3.IntegrityError, sqlite3.ProgrammingError))


def read_meta(connection: sqlite3.Connection, key: str, default: str = "") -> str:
    """One value of the meta table."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return default if row is None else str(row[0])


def write_meta(connection: sqlite3.Connection, key: str, value: str) -> None:
    """Set one value of the meta table; inside a transaction."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


class Database:
    """One index database. Each thread has its own connection.

    Args:
        folder: the index folder; made when it is missing.

    Attributes:
        notices: what happened while opening that a person may want to know.

    Raises:
        IndexBroken: the file can neither be opened nor made anew.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE_NAME
        self.notices: tuple[str, ...] = ()
        self._connections = threading.local()
        self._all: list[tuple[threading.Thread, sqlite3.Connection]] = []
        self._guard = threading.Lock()
        self._file_id: tuple[int, int] | None = None
        self._open()

    def connection(self) -> sqlite3.Connection:
        """This thread's connection, made anew when another process has replaced the file."""
        current = self._current_file_id()
        connection: sqlite3.Connection | None = getattr(self._connections, "value", None)
        if connection is not None and self._connections.file_id == current:
            return connection
        if connection is not None:
            self._forget(connection)
        if current is None:
            self._open()
            current = self._current_file_id()
        connection = self._connect()
        self._connections.value = connection
        self._connections.file_id = current
        return connection

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One write transaction: committed at the end, rolled back on any exception."""
        connection = self.connection()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent view of the database, whatever others write meanwhile; may be nested."""
        connection = self.connection()
        if connection.in_transaction:
            yield connection
            return
        connection.execute("BEGIN")
        try:
            yield connection
        finally:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("COMMIT")

    def mark_damaged(self) -> None:
        """Have the next writer delete the file and build it anew."""
        with contextlib.suppress(OSError):
            (self.folder / DAMAGE_MARK).touch()

    @property
    def damaged(self) -> bool:
        """Whether a reader has met damage since the file was made."""
        return (self.folder / DAMAGE_MARK).exists()

    def reset(self, notice: str = "") -> None:
        """Delete the database and make an empty one; connections of all processes notice by themselves."""
        generation = self._last_generation()
        with self._guard:
            self._close_all()
            self._delete_files()
            self._create(generation + 1)
        if notice:
            self.notices = (*self.notices, notice)

    def checkpoint(self) -> bool:
        """Move what the write-ahead log holds into the database file, as far as readers allow.

        Returns:
            Whether the log is empty now.
        """
        connection = self.connection()
        busy = 1
        with contextlib.suppress(sqlite3.OperationalError):
            connection.execute(f"PRAGMA busy_timeout = {_CHECKPOINT_MILLISECONDS}")
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        connection.execute(f"PRAGMA busy_timeout = {int(_BUSY_SECONDS * 1000)}")
        return not busy

    def close(self) -> None:
        """Close every connection of this process."""
        with self._guard:
            self._close_all()

    def _close_all(self) -> None:
        for _, connection in self._all:
            with contextlib.suppress(sqlite3.Error):
                connection.close()
        self._all.clear()
        self._connections = threading.local()

    def _open(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                self._create(1)
                return
            version = self._stored_version()
        except sqlite3.DatabaseError as fault:
            if not is_damage(fault):
                raise IndexBroken(self.path, str(fault)) from fault
            self.reset("the index was damaged; it is built anew")
            return
        except OSError as fault:
            raise IndexBroken(self.path, fault.strerror or str(fault)) from fault
        if version != str(INDEX_VERSION):
            self.reset("the index was made by another version; it is built anew")

    def _stored_version(self) -> str:
        connection = sqlite3.connect(self.path, timeout=_BUSY_SECONDS)
        try:
            known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone()
            if known is None:
                return ""
            row = connection.execute("SELECT value FROM meta WHERE key = 'index_version'").fetchone()
            return str(row[0]) if row else ""
        finally:
            connection.close()

    def _last_generation(self) -> int:
        try:
            return int(read_meta(self.connection(), "generation", "0")) if self.path.exists() else 0
        except (sqlite3.Error, ValueError, IndexBroken):
            return 0

    def _create(self, generation: int) -> None:
        """Make the tables in a file beside, then move it into place: nobody sees half of them."""
        draft = self.folder / f"{FILE_NAME}.{os.getpid()}.new"
        draft.unlink(missing_ok=True)
        connection = sqlite3.connect(draft, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN")
            for statement in TABLES.split(";\n"):
                connection.execute(statement)
            connection.executemany(
                "INSERT INTO meta VALUES (?, ?)",
                [
                    ("index_version", str(INDEX_VERSION)),
                    ("generation", str(generation)),
                    ("identity", uuid.uuid4().hex),
                ],
            )
            connection.execute("COMMIT")
        finally:
            connection.close()
        try:
            os.link(draft, self.path)
        except FileExistsError:
            pass  # another process was faster
        except OSError:
            draft.replace(self.path)
        draft.unlink(missing_ok=True)
        (self.folder / DAMAGE_MARK).unlink(missing_ok=True)

    def _delete_files(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(FILE_NAME + suffix).unlink(missing_ok=True)

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.execute("PRAGMA cache_size = -16384")
            connection.execute("PRAGMA mmap_size = 268435456")
        except sqlite3.DatabaseError as fault:
            raise IndexBroken(self.path, str(fault)) from fault
        with self._guard:
            self._close_orphans()
            self._all.append((threading.current_thread(), connection))
        return connection

    def _close_orphans(self) -> None:
        """Close the connections of threads that have ended: a server may have a new thread a request."""
        for thread, connection in self._all:
            if not thread.is_alive():
                with contextlib.suppress(sqlite3.Error):
                    connection.close()
        self._all = [each for each in self._all if each[0].is_alive()]

    def _forget(self, connection: sqlite3.Connection) -> None:
        with contextlib.suppress(sqlite3.Error):
            connection.close()
        with self._guard:
            self._all = [each for each in self._all if each[1] is not connection]

    def _current_file_id(self) -> tuple[int, int] | None:
        try:
            seen = self.path.stat()
        except FileNotFoundError:
            return None
        return seen.st_dev, seen.st_ino
