"""Leaving nothing of what was taken out of an index: no free pages, no dead words, no old vectors.

SQLite and FTS5 only mark what is deleted; the graph of a large user keeps vectors of passages that are gone.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from vault.index.accelerate import accelerate
from vault.index.database import FILE_NAME, Database, read_meta, write_meta
from vault.index.passages import embedded_text
from vault.index.progress import Step
from vault.index.snapshot_files import remove_snapshot

_PATIENCE = 20.0
"""Seconds to wait for readers of an older state to finish; each reads for a fraction of a second."""
_PAUSE = 0.05


def purge(database: Database, user_id: str, step: Step) -> bool:
    """Write the whole database anew, without what was deleted, and a user's graph too; under the index lock.

    Args:
        database: in step with the vault.
        user_id: whose vectors were deleted.
        step: told how far it is.

    Returns:
        False when other processes kept reading an older state, which therefore is still in the file.

    Raises:
        sqlite3.Error: it cannot be written.
    """
    connection = database.connection()
    connection.execute("PRAGMA secure_delete = ON")
    with database.transaction():
        connection.execute("DELETE FROM terms WHERE passages <= 0")
        for table in _word_tables(connection):
            connection.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")
    for (user,) in connection.execute("SELECT number FROM users WHERE user_id = ?", (user_id,)).fetchall():
        remove_snapshot(database.folder, user)
    connection.execute("PRAGMA temp_store = FILE")
    connection.execute("VACUUM")
    connection.execute("PRAGMA temp_store = MEMORY")
    emptied = _empty_log(database)
    for draft in database.folder.glob(f"{FILE_NAME}.*.new"):
        draft.unlink(missing_ok=True)
    if accelerate(connection, database.folder, step).written:
        with database.transaction():
            generation = int(read_meta(connection, "generation", "0"))
            write_meta(connection, "generation", str(generation + 1))
    return emptied


def embedded_texts(folder: Path) -> Iterator[str]:
    """The text of each passage of the index in `folder` as it is turned into a vector.

    Nothing where there is no index that can be read.
    """
    path = folder / FILE_NAME
    if not path.is_file():
        return
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path, timeout=5)) as index:
        for context, text in index.execute("SELECT context, text FROM passages"):
            yield embedded_text(context, text)


def _word_tables(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
    )
    return [row[0] for row in rows]


def _empty_log(database: Database) -> bool:
    """Move the write-ahead log into the database file and cut it to nothing, once nobody reads from it."""
    until = time.monotonic() + _PATIENCE
    while not database.checkpoint():
        if time.monotonic() > until:
            return False
        time.sleep(_PAUSE)
    return True
