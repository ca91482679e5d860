"""Vectors of texts that were embedded before: one SQLite file a model, shared by all vaults and processes.

A key is the sha256 of the text with its spaces folded, a value the vector in float32. (float16 would halve
the file, but moves cosines by up to 0.00003, and those of e5 lie so close together that one list of ten in
ten changes.) The cache holds nothing that cannot be computed again: damaged, it is made anew; where it
cannot be written, the work is done without it.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import threading
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from vault.embedding.provider import EmbeddingModel, ModelFacts, Progress, Vectors

VERSION = 1
MOST_ENTRIES = 200_000
"""About 330 MB at 384 dimensions."""
KEPT_SHARE = 0.8
"""Of the most entries, when there are more: pruning is rare, not constant."""
_AT_ONCE = 256
_BUSY_SECONDS = 30.0
_SCHEMA = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS meta (
    one INTEGER PRIMARY KEY, version INTEGER NOT NULL, fingerprint TEXT NOT NULL, round INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS vectors (
    key BLOB PRIMARY KEY, vector BLOB NOT NULL, used INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS vectors_used ON vectors (used);
COMMIT;
"""
_PRUNE = "DELETE FROM vectors WHERE key IN (SELECT key FROM vectors ORDER BY used LIMIT ?)"

_log = logging.getLogger(__name__)
_T = TypeVar("_T")


class VectorCache:
    """The cache of one model; safe to use from several threads and processes. Opened on first use.

    Args:
        path: of the SQLite file; made when it is missing, made anew when it is damaged or of another model.
        facts: of the model.
        most_entries: beyond this many, those that were not asked for the longest leave, at the next opening.

    Attributes:
        recreated: whether the file was found damaged and made anew.
    """

    def __init__(self, path: Path, facts: ModelFacts, *, most_entries: int = MOST_ENTRIES) -> None:
        self.path = path
        self.facts = facts
        self.recreated = False
        self._most_entries = most_entries
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._round = 0
        self._given_up = False

    def embed_passages(
        self, model: EmbeddingModel, texts: Sequence[str], progress: Progress | None = None
    ) -> tuple[Vectors, int]:
        """Vectors of stored texts; only new ones go through the model, each once.

        Args:
            model: the one this cache is of.
            texts: in any order, duplicates allowed.
            progress: called with the number of further texts that are done.

        Returns:
            `(len(texts), dimension)` float32, L2-normalised, in order; and how many texts were embedded.

        Raises:
            ValueError: the model is another one.
            ModelBroken: it cannot be loaded.
        """
        if model.facts.fingerprint != self.facts.fingerprint:
            raise ValueError(f"this cache is of another model than {model.facts.name}")
        vectors = np.empty((len(texts), self.facts.dimension), np.float32)
        places: dict[bytes, list[int]] = {}
        for place, text in enumerate(texts):
            places.setdefault(key_of(text), []).append(place)
        embedded = 0
        for keys in _batched(places, _AT_ONCE):
            nothing: dict[bytes, Vectors] = {}
            found = self._guarded(partial(self._read, keys), nothing)
            new = [key for key in keys if key not in found]
            if new:
                made = model.embed_passages([texts[places[key][0]] for key in new])
                found.update(zip(new, made, strict=True))
                self._guarded(partial(self._write, new, made), None)
                embedded += len(new)
            for key in keys:
                vectors[places[key]] = found[key]
            if progress is not None:
                progress(sum(len(places[key]) for key in keys))
        return vectors, embedded

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._lock:
            self._close()

    def _read(self, keys: Sequence[bytes], connection: sqlite3.Connection) -> dict[bytes, Vectors]:
        marks = ",".join("?" * len(keys))
        query = f"SELECT key, vector, used FROM vectors WHERE key IN ({marks})"  # noqa: S608 - only marks
        rows = connection.execute(query, keys).fetchall()
        stale = [(self._round, key) for key, _, used in rows if used < self._round]
        with connection:
            connection.executemany("UPDATE vectors SET used = ? WHERE key = ?", stale)
        size = 4 * self.facts.dimension
        return {key: np.frombuffer(blob, "<f4") for key, blob, _ in rows if len(blob) == size}

    def _write(self, keys: Sequence[bytes], vectors: Vectors, connection: sqlite3.Connection) -> None:
        blobs = (vector.astype("<f4").tobytes() for vector in vectors)
        with connection:
            connection.executemany(
                "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                [(key, blob, self._round) for key, blob in zip(keys, blobs, strict=True)],
            )

    def _guarded(self, action: Callable[[sqlite3.Connection], _T], otherwise: _T) -> _T:
        """What the action returns; the cache is made anew if it is damaged, else done without."""
        with self._lock:
            if self._given_up:
                return otherwise
            try:
                return action(self._open())
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    return self._give_up(error, otherwise)
            except OSError as error:
                return self._give_up(error, otherwise)
            _log.warning("the vector cache %s was damaged and is made anew", self.path)
            self.recreated = True
            try:
                self._remove()
                return action(self._open())
            except (OSError, sqlite3.DatabaseError) as error:
                return self._give_up(error, otherwise)

    def _give_up(self, error: Exception, otherwise: _T) -> _T:
        _log.warning("the vector cache %s cannot be used: %s", self.path, error)
        self._given_up = True
        self._close()
        return otherwise

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self._begin_round():
                self._remove()
                self._begin_round()
        if self._connection is None:  # pragma: no cover - `_begin_round` opened it
            raise sqlite3.OperationalError("not open")
        return self._connection

    def _begin_round(self) -> bool:
        """Open the file, count this opening, prune; False when the file is of another model or version.

        The number of openings serves as the clock that tells which entries were not used for long.
        """
        self._connection = connection = sqlite3.connect(
            self.path, timeout=_BUSY_SECONDS, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.executescript(_SCHEMA)
        with connection:
            connection.execute(
                "INSERT INTO meta VALUES (1, ?, ?, 1) ON CONFLICT (one) DO UPDATE SET round = round + 1",
                (VERSION, self.facts.fingerprint),
            )
            row = connection.execute("SELECT version, fingerprint, round FROM meta").fetchone()
            (count,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
            if count > self._most_entries:
                connection.execute(_PRUNE, (count - int(self._most_entries * KEPT_SHARE),))
        self._round = row[2]
        return bool(row[:2] == (VERSION, self.facts.fingerprint))

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _remove(self) -> None:
        self._close()
        for ending in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + ending).unlink(missing_ok=True)


def key_of(text: str) -> bytes:
    """What texts with the same vector have in common, 32 bytes.

    Differences that no tokenizer sees (composed characters, the kind and number of spaces) are folded.
    """
    folded = " ".join(unicodedata.normalize("NFC", text).split())
    return hashlib.sha256(folded.encode("utf-8", "surrogatepass")).digest()


def keep_only(path: Path, texts: Iterable[str]) -> int:
    """Delete from a cache what is of no text of these, so that nothing of it stays in the file.

    Args:
        path: of the file of any model; nothing is done where there is none.
        texts: every text whose vector is still wanted.

    Returns:
        How many vectors were deleted.

    Raises:
        sqlite3.Error: it cannot be written, or other processes are at it for too long.
    """
    if not path.is_file():
        return 0
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("CREATE TEMP TABLE wanted (key BLOB PRIMARY KEY) WITHOUT ROWID")
        connection.execute("BEGIN IMMEDIATE")
        keys = ((key_of(text),) for text in texts)
        connection.executemany("INSERT OR IGNORE INTO wanted VALUES (?)", keys)
        deleted = connection.execute("DELETE FROM vectors WHERE key NOT IN (SELECT key FROM wanted)").rowcount
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise sqlite3.OperationalError("other processes are reading it")
    finally:
        connection.close()
    return deleted


def _batched(keys: dict[bytes, list[int]], size: int) -> Iterator[list[bytes]]:
    remaining = iter(keys)
    while batch := list(islice(remaining, size)):
        yield batch


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file itself is at fault, not that it is busy, full or read-only."""
    return not isinstance(error, sqlite3.OperationalError) or "no such" in str(error)
