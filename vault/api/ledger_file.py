"""The file of the turn ledger: one SQLite file a vault and place, in the state folder of this device.

It holds digests of turns and no word of them. Lost or broken it is begun anew: every turn then counts as new,
and the write gate recognises what it remembered before.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from vault.config.locations import cache_dir, state_dir
from vault.errors import WriteFailed
from vault.files.layout import SETTINGS_FILE
from vault.index.location import index_folder

LOCK_SECONDS = 30.0
"""How long to wait for another process that writes into the ledger; each does for milliseconds."""
_VERSION = 1
_SCHEMA = """
CREATE TABLE place (root TEXT NOT NULL);
CREATE TABLE file (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    own INTEGER NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    read INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    lines INTEGER NOT NULL
);
CREATE TABLE turn (
    number INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    file INTEGER,
    line INTEGER NOT NULL,
    session BLOB NOT NULL,
    at INTEGER,
    stage INTEGER NOT NULL
);
CREATE INDEX turn_of_file ON turn (file, line);
CREATE INDEX turn_of_session ON turn (session);
CREATE INDEX turn_under_way ON turn (stage) WHERE stage < 3;
"""


def ledger_path(vault_id: str, root: Path) -> Path:
    """Where the ledger of the vault at `root` is kept."""
    return state_dir() / "capture" / f"{index_folder(cache_dir(), vault_id, root).name}.sqlite"


def open_ledger(path: Path, root: Path) -> sqlite3.Connection:
    """The ledger at `path`, made if there is none. A vault that was moved here brings its own.

    Raises:
        WriteFailed: it cannot be made or written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _take_over(path)
        try:
            return _opened(path, root)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            _set_aside(path)
            return _opened(path, root)
    except (OSError, sqlite3.OperationalError) as error:
        raise WriteFailed(path, str(error)) from error


def ledger_failed(path: Path, error: sqlite3.DatabaseError) -> WriteFailed:
    """The fault to raise. A ledger that is damaged is set aside: whoever opens it next has a new one."""
    if isinstance(error, sqlite3.OperationalError):
        return WriteFailed(path, str(error))
    with suppress(OSError):
        _set_aside(path)
    return WriteFailed(path, f"{error}; it was set aside", "try again: everything is in the journal")


def _set_aside(path: Path) -> None:
    path.replace(path.with_suffix(".broken"))
    for beside in ("-wal", "-shm"):
        path.with_name(path.name + beside).unlink(missing_ok=True)


def _opened(path: Path, root: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # what a power cut takes away is found out again
        if connection.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
            connection.execute("BEGIN IMMEDIATE")
            if connection.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                _make(connection)
            connection.execute("COMMIT")
        if connection.execute("SELECT root FROM place").fetchone() != (str(root),):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM place")
            connection.execute("INSERT INTO place VALUES (?)", (str(root),))
            connection.execute("COMMIT")
    except BaseException:
        connection.close()
        raise
    return connection


def _make(connection: sqlite3.Connection) -> None:
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        connection.execute(f'DROP TABLE "{name}"')
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {_VERSION}")


def _take_over(path: Path) -> None:
    """A vault that was moved brings its ledger along; the old one stays, in case its drive comes back."""
    vault = path.stem.rpartition("-")[0]
    for other in sorted(path.parent.glob(f"{vault}-*.sqlite")):
        if other.stem.rpartition("-")[0] != vault:
            continue
        with suppress(sqlite3.Error, OSError), closing(sqlite3.connect(other)) as connection:
            row = connection.execute("SELECT root FROM place").fetchone()
            if row is not None and not (Path(row[0]) / SETTINGS_FILE).exists():
                _copy(connection, path)
                return


def copy_ledger(source: Path, target: Path) -> None:
    """For a copy of a vault, which then knows what was read. Nothing where there is none that can be read."""
    if not source.exists():
        return
    with (
        suppress(sqlite3.Error, OSError),
        closing(sqlite3.connect(source, timeout=LOCK_SECONDS)) as connection,
    ):
        _copy(connection, target)


def _copy(connection: sqlite3.Connection, path: Path) -> None:
    beside = path.with_suffix(f".{os.getpid()}.new")
    with closing(sqlite3.connect(beside)) as copy:
        connection.backup(copy)
    beside.replace(path)
