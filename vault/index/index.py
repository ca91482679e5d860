"""The index of one vault: opened, brought in step, asked. The work is done in the modules beside."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from vault.embedding.provider import EmbeddingModel, ModelFacts
from vault.files.lock import write_lock
from vault.files.scan import scan
from vault.index.columns import load_columns
from vault.index.compare import compare
from vault.index.database import Database
from vault.index.embed import Embedded
from vault.index.file_rows import read_files, read_problems
from vault.index.progress import Step, silent
from vault.index.reconcile import Reconcile
from vault.index.record import StoredRecord
from vault.index.record_rows import select_records
from vault.index.report import IndexReport, IndexStatus
from vault.index.segmenter import Segmenter
from vault.index.store import Store
from vault.index.tokens import Tokeniser
from vault.index.user_index import UserIndex
from vault.index.vector_rows import count_without_vector, read_user_vectors
from vault.index.vectors import ExactVectors
from vault.index.words import Fts5Words
from vault.problem import Problem

if TYPE_CHECKING:
    from vault.embedding.vector_cache import VectorCache
    from vault.files.vault_folder import VaultFolder

LOCK_NAME = "index.lock"
LOCK_SECONDS = 600.0


class Index:
    """The derived state of a vault. Safe to use from several threads and processes."""

    def __init__(self, database: Database, model_facts: ModelFacts | None) -> None:
        self._database = database
        self._model_facts = model_facts
        self._tokeniser = Tokeniser(Segmenter())
        self._users: dict[str, UserIndex] = {}

    @classmethod
    def open(cls, folder: Path, *, model_facts: ModelFacts | None) -> Index:
        """Open the index in `folder`; an absent, damaged or outdated one starts empty.

        Args:
            folder: see `vault.index.location`.
            model_facts: of the model whose vectors are wanted; None: words only.

        Raises:
            IndexBroken: the folder cannot be used.
        """
        return cls(Database(folder), model_facts)

    @property
    def generation(self) -> int:
        """Goes up with every change, by any process."""
        return self._database.generation

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person may want to know about the index itself."""
        return self._database.notices

    @property
    def model_fingerprint(self) -> str:
        """Of the model that made the stored vectors; empty when there are none."""
        return self._database.meta("model")

    def reconcile(
        self,
        vault_folder: VaultFolder,
        model: EmbeddingModel | None,
        cache: VectorCache | None,
        *,
        now: datetime,
        progress: Step | None = None,
        under: Sequence[str] | None = None,
        allow_empty: bool = False,
        lock_timeout: float = LOCK_SECONDS,
    ) -> IndexReport:
        """Bring the index in step with the vault, in one transaction.

        Args:
            vault_folder: the vault.
            model: embeds new passages; None: they are found by words only until a later run has one.
            cache: vectors of texts seen before; None: every new text is embedded.
            now: aware.
            progress: told how far it is.
            under: look only at these files and folders (relative to the vault); None: at everything.
            allow_empty: accept that a vault that held memories holds none any more.
            lock_timeout: seconds to wait for another process that writes.

        Raises:
            VaultVanished: see `allow_empty`.
            LockTimeout: another process was writing for too long.
            IndexBroken: the index cannot be written.
        """
        started = time.perf_counter()
        step = progress or silent
        with write_lock(self._database.folder / LOCK_NAME, lock_timeout):
            found = scan(vault_folder.root, under, note_folders=getattr(vault_folder.settings, "note_folders", ("notes",)))
            generation = self._database.generation + 1
            with self._database.transaction() as connection:
                store = Store(connection, generation, self._tokeniser, self._words)
                run = Reconcile(
                    vault_folder.root, connection, store, vault_folder.defaults,
                    vault_folder.settings.language, now, step,
                )  # fmt: skip
                run.files(found, under=under, allow_empty=allow_empty)
                store.flush()
                embedded = run.vectors(model, cache) if model is not None else Embedded()
                connection.execute(
                    "INSERT OR REPLACE INTO meta VALUES ('generation', ?)", (str(generation),)
                )
                connection.execute("UPDATE users SET changed = ?", (generation,))
                problems = read_problems(connection)
                records, passages = _totals(connection)
        counts = run.counts
        return IndexReport(
            counts.added, counts.changed, counts.removed, counts.moved, counts.unchanged, records, passages,
            embedded.embedded, embedded.reused, problems, time.perf_counter() - started, generation,
            tuple(run.unsettled), self.notices,
        )  # fmt: skip

    def status(self, vault_folder: VaultFolder) -> IndexStatus:
        """How the index stands against the disk, by a scan without reading."""
        connection = self._database.connection()
        found = scan(vault_folder.root)
        known = read_files(connection)
        plan = compare(found.files, known, unread=found.unread)
        records, passages = _totals(connection)
        without = count_without_vector(connection) if self._model_facts else 0
        quarantined = sum(known[path].state == "quarantined" for path in plan.unchanged)
        behind = len(plan.suspect) + len(plan.new) + len(plan.gone) + without
        return IndexStatus(
            on_disk=len(plan.unchanged) + len(plan.suspect) + len(plan.new),
            indexed=len(plan.unchanged) - quarantined,
            quarantined=quarantined,
            behind=behind,
            records=records,
            passages=passages,
            without_vector=without,
            problems=len(read_problems(connection)),
        )

    def problems(self) -> tuple[Problem, ...]:
        """What the last reconciles found wrong in the vault, sorted."""
        return read_problems(self._database.connection())

    def users(self) -> tuple[str, ...]:
        """Ids of the users who have records, sorted; the empty id stands for records of nobody."""
        rows = self._database.connection().execute(
            "SELECT user_id FROM users u WHERE EXISTS (SELECT 1 FROM records r WHERE r.user = u.number) "
            "ORDER BY user_id"
        )
        return tuple(row[0] for row in rows)

    def record(self, record_id: str) -> StoredRecord | None:
        """The record with this id that counts, or None."""
        found = select_records(self._database.connection(), "r.id = ? AND r.served", (record_id,))
        return found[0] if found else None

    def records(
        self, user_id: str | None = None, *, id_prefix: str = "", newest_first: bool = True
    ) -> Iterable[StoredRecord]:
        """Records that count, archived and ended ones too.

        Args:
            user_id: of this user only.
            id_prefix: whose ids start like this.
            newest_first: by time, newest first; else in file order.
        """
        condition, parameters = "r.served", []
        if user_id is not None:
            condition, parameters = condition + " AND u.user_id = ?", [user_id]
        if id_prefix:
            condition, parameters = condition + " AND substr(r.id, 1, ?) = ?", [*parameters, len(id_prefix), id_prefix]
        order = "coalesce(r.occurred_at, r.created_at) DESC, r.number" if newest_first else "f.path, r.line, r.number"
        return select_records(self._database.connection(), f"{condition} ORDER BY {order}", parameters)

    def user(self, user_id: str) -> UserIndex:
        """The index of one user as it is now; a user without records has an empty one."""
        generation = self.generation
        held = self._users.get(user_id)
        if held is None or held.generation != generation:
            held = self._users[user_id] = self._load(user_id, generation)
        return held

    def close(self) -> None:
        """Close the database; the index cannot be used afterwards."""
        self._database.close()

    def _load(self, user_id: str, generation: int) -> UserIndex:
        connection = self._database.connection()
        row = connection.execute("SELECT number FROM users WHERE user_id = ?", (user_id,)).fetchone()
        number = row[0] if row else -1
        chunks = list(read_user_vectors(connection, number))
        dimension = int(self._database.meta("dimension", "0"))
        ids = np.concatenate([each[0] for each in chunks]) if chunks else np.empty(0, dtype=np.int64)
        rows = (
            np.concatenate([each[1] for each in chunks])
            if chunks
            else np.empty((0, dimension), dtype=np.float32)
        )
        return UserIndex(
            connect=self._database.connection,
            number=number,
            user_id=user_id,
            generation=generation,
            model_fingerprint=self.model_fingerprint,
            dimension=dimension,
            columns=load_columns(connection, number),
            words=self._words(number),
            vectors=ExactVectors(ids, rows),
            tokeniser=self._tokeniser,
        )

    def _words(self, user: int) -> Fts5Words:
        return Fts5Words(self._database.connection, user)


def _totals(connection: sqlite3.Connection) -> tuple[int, int]:
    row = connection.execute(
        "SELECT (SELECT count(*) FROM records WHERE served), (SELECT count(*) FROM passages)"
    ).fetchone()
    return row[0], row[1]
