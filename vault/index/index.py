"""The index of one vault: opened, brought in step, asked. The work is done in the modules beside."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
import threading
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.embedding.provider import EmbeddingModel, ModelFacts
from vault.errors import IndexBroken, WriteFailed
from vault.files.lock import write_lock
from vault.index.accelerate import accelerate
from vault.index.database import Database, is_damage, read_meta, write_meta
from vault.index.embed import texts_without_vector
from vault.index.file_rows import read_problems
from vault.index.hnsw import hnswlib
from vault.index.note_reading import NoteReading
from vault.index.progress import Step, silent
from vault.index.purge import purge
from vault.index.reconcile import Request, reconcile
from vault.index.record import StoredRecord
from vault.index.record_rows import select_records, select_session
from vault.index.report import IndexReport, IndexStatus
from vault.index.segmenter import Segmenter
from vault.index.status import is_in_step, read_status
from vault.index.tokens import Tokeniser
from vault.index.user_index import UserIndex
from vault.index.user_state import follow_user, load_user, read_stamp
from vault.index.vocabulary import read_vocabulary
from vault.index.words import Fts5Words
from vault.problem import Problem

if TYPE_CHECKING:
    from vault.embedding.vector_cache import VectorCache
    from vault.files.vault_folder import VaultFolder

LOCK_NAME = "index.lock"
LOCK_SECONDS = 600.0
MOST_USERS = 32
"""Whose indexes are held in memory: those asked last."""


class Index:
    """The derived state of a vault. Safe to use from several threads and processes."""

    def __init__(
        self, database: Database, model_facts: ModelFacts | None, notes: NoteReading | None = None
    ) -> None:
        self._notes = notes or NoteReading()
        self._database = database
        self._model_facts = model_facts
        self._guard = threading.Lock()
        self._users: dict[str, UserIndex] = {}
        self._tokeniser: tuple[str, Tokeniser] | None = None

    @classmethod
    def open(cls, folder: Path, *, model_facts: ModelFacts | None, notes: NoteReading | None = None) -> Index:
        """Open the index in `folder`; an absent, damaged or outdated one starts empty.

        Args:
            folder: see `vault.index.location`.
            model_facts: of the model whose vectors are wanted; None: words only.
            notes: what else is read out of notes; None: nothing.

        Raises:
            IndexBroken: the folder cannot be used.
        """
        return cls(Database(folder), model_facts, notes)

    @property
    def generation(self) -> int:
        """Goes up with every change, by any process."""
        with self._reading() as connection:
            return int(read_meta(connection, "generation", "0"))

    @property
    def is_filled(self) -> bool:
        """Whether a run over the whole vault has been here before; a part alone would look like all."""
        with self._reading() as connection:
            return read_meta(connection, "reading") != ""

    @property
    def model_fingerprint(self) -> str:
        """Of the model that made the stored vectors; empty when there are none."""
        with self._reading() as connection:
            return read_meta(connection, "model")

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person may want to know about the index itself."""
        if hnswlib() is None:
            return (
                *self._database.notices,
                "hnswlib is not installed: large vaults are searched exactly, slowly",
            )
        return self._database.notices

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
        talk_before: datetime | None = None,
    ) -> IndexReport:
        """Bring the index in step with the vault, in one transaction.

        Args:
            vault_folder: the vault.
            model: embeds new passages; None: they are found by words only until a later run has one. Another
                model than before embeds everything; the old vectors serve until it is done.
            cache: vectors of texts seen before; None: every new text is embedded.
            now: aware.
            progress: told how far it is.
            under: look only at these files and folders (relative to the vault); None, or an index that is
                still empty: at everything.
            allow_empty: accept that a vault that held memories holds none any more.
            lock_timeout: seconds to wait for another process that writes.
            talk_before: leave conversations for later in which something was said since; see
                `vault.index.embed.embed_missing`. None: leave none.

        Raises:
            VaultVanished: see `allow_empty`.
            LockTimeout: another process was writing for too long.
            WriteFailed: the disk is full or read-only.
            IndexBroken: the index is damaged and cannot be made anew.
        """
        step = progress or silent
        with write_lock(self._database.folder / LOCK_NAME, lock_timeout):
            if self._database.damaged:
                self._database.reset("the index was damaged; it is built anew")
            step("scan", 0, 0)
            request = Request(
                vault_folder, model, cache, now, under, allow_empty, step, self._notes, talk_before
            )
            try:
                report = self._run(request)
            except sqlite3.DatabaseError as fault:
                if not is_damage(fault):
                    raise WriteFailed(self._database.path, str(fault)) from fault
                self._database.reset("the index was damaged; it is built anew")
                report = self._run(request)
        return report

    def purge(
        self, user_id: str, progress: Step | None = None, *, lock_timeout: float = LOCK_SECONDS
    ) -> bool:
        """Leave nothing of what was taken out of a user's records; see `vault.index.purge.purge`.

        Raises:
            LockTimeout, WriteFailed: it was not done.
        """
        with write_lock(self._database.folder / LOCK_NAME, lock_timeout):
            try:
                return purge(self._database, user_id, progress or silent)
            except sqlite3.Error as fault:
                raise WriteFailed(self._database.path, str(fault)) from fault

    def status(self, vault_folder: VaultFolder, talk_before: datetime | None = None) -> IndexStatus:
        """How the index stands against the disk, by a scan; only files whose hints prove nothing are read.

        What is left for later as in `reconcile` is not missed.

        Raises:
            VaultVanished: the vault's folder is gone.
        """
        with self._reading() as connection:
            return read_status(connection, vault_folder, self._model_facts, talk_before)

    def is_in_step(self, vault_folder: VaultFolder, paths: Collection[str]) -> bool:
        """Whether these files are indexed as they are; see `vault.index.status.is_in_step`.

        Raises:
            VaultVanished: the vault's folder is gone.
        """
        with self._reading() as connection:
            return is_in_step(connection, vault_folder, paths)

    def problems(self) -> tuple[Problem, ...]:
        """What is known to be wrong in the vault, sorted."""
        with self._reading() as connection:
            return read_problems(connection)

    def users(self) -> tuple[str, ...]:
        """Ids of the users who have records, sorted; the empty id stands for records of nobody."""
        with self._reading() as connection:
            rows = connection.execute(
                "SELECT user_id FROM users u "
                "WHERE EXISTS (SELECT 1 FROM records r WHERE r.user = u.number) ORDER BY user_id"
            )
            return tuple(row[0] for row in rows)

    def record(self, record_id: str) -> StoredRecord | None:
        """The record with this id that counts, or None."""
        with self._reading() as connection:
            found = select_records(connection, "r.id = ? AND r.served", (record_id,))
        return found[0] if found else None

    def texts_to_embed(
        self, most: int, model: ModelFacts, talk_before: datetime | None = None
    ) -> tuple[str, ...]:
        """The first texts that wait for a vector of this model; none where the vectors are of another one.

        `talk_before`: as in `reconcile`.
        """
        with self._reading() as connection:
            if read_meta(connection, "model") != model.fingerprint:
                return ()
            return texts_without_vector(connection, most, talk_before)

    def records(
        self, user_id: str | None = None, *, id_prefix: str = "", newest_first: bool = True
    ) -> list[StoredRecord]:
        """Records that count, archived and ended ones too.

        Args:
            user_id: of this user only.
            id_prefix: whose ids start like this.
            newest_first: by time, newest first; else in file order.
        """
        condition = "r.served AND (:user IS NULL OR u.user_id = :user) AND substr(r.id, 1, :length) = :prefix"
        order = "coalesce(r.occurred_at, r.created_at) DESC, r.number" if newest_first else "f.path, r.line"
        parameters = {"user": user_id, "length": len(id_prefix), "prefix": id_prefix}
        with self._reading() as connection:
            return select_records(connection, f"{condition} ORDER BY {order}", parameters)

    def of_session(
        self,
        user_id: str,
        session_id: str,
        *,
        since: datetime | None = None,
        messages: Collection[str] | None = None,
    ) -> list[StoredRecord]:
        """Memories that a user's session gave, history too; no slices of the session itself.

        `since`: said then or later; `messages`: from one of these. A session may last for years: who asks
        often says which ones are wanted.
        """
        with self._reading() as connection:
            return select_session(connection, user_id, session_id, since=since, messages=messages)

    def with_relation(self, user_id: str, relation: str) -> list[StoredRecord]:
        """A user's records outside the archive with a relation of this type, in file order."""
        condition = "u.user_id = ? AND r.served AND NOT r.archived AND instr(r.relations, ?) "
        with self._reading() as connection:
            named = (user_id, json.dumps(relation, ensure_ascii=False))
            return select_records(connection, f"{condition} ORDER BY f.path, r.line", named)

    def user(self, user_id: str) -> UserIndex:
        """The index of one user as it is now; a user without records has an empty one."""
        with self._reading() as connection:
            stamp = read_stamp(connection)
            with self._guard:
                held = self._users.pop(user_id, None)
                if held is None or held.state.stamp != stamp:
                    held = self._new_user(connection, user_id, held)
                self._users[user_id] = held
                while len(self._users) > MOST_USERS:
                    del self._users[next(iter(self._users))]
        return held

    @property
    def segmenter(self) -> Segmenter:
        """Cuts Chinese into words, those of the vault included."""
        with self._reading() as connection:
            return self._current_tokeniser(connection).segmenter

    def close(self) -> None:
        """Close the database; the index cannot be used afterwards."""
        self._database.close()

    def _run(self, request: Request) -> IndexReport:
        started = time.perf_counter()
        if not self.is_filled:
            request = dataclasses.replace(request, under=None)
        found = request.vault.scan(request.under)
        with self._database.transaction() as connection:
            report = reconcile(connection, request, found, lambda: self._current_tokeniser(connection))
        accelerated = accelerate(self._database.connection(), self._database.folder, request.step)
        if accelerated.written:
            with self._database.transaction() as connection:
                write_meta(connection, "generation", str(report.generation + 1))
        if request.under is None:  # after a few files SQLite does it itself, once there is something to move
            self._database.checkpoint()
        return dataclasses.replace(
            report,
            generation=self.generation,
            seconds=time.perf_counter() - started,
            notices=(*self.notices, *report.notices, *filter(None, [accelerated.notice])),
        )

    def _new_user(self, connection: sqlite3.Connection, user_id: str, held: UserIndex | None) -> UserIndex:
        folder = self._database.folder
        if held is None:
            state = load_user(connection, folder, user_id)
        else:
            state = follow_user(connection, folder, user_id, held.state)
            if state.generation == held.generation and state.vectors is held.state.vectors:
                return held.counted(state)
        return UserIndex(
            connect=self._database.connection,
            user_id=user_id,
            state=state,
            words=Fts5Words(self._database.connection, state.number),
            tokeniser=self._current_tokeniser(connection),
        )

    def _current_tokeniser(self, connection: sqlite3.Connection) -> Tokeniser:
        version = read_meta(connection, "dictionary")
        held = self._tokeniser
        if held is None or held[0] != version:
            held = self._tokeniser = (version, Tokeniser(Segmenter(read_vocabulary(connection))))
        return held[1]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """One consistent view of the database.

        Raises:
            IndexBroken: it is damaged; the next reconcile makes it anew.
        """
        try:
            with self._database.reading() as connection:
                yield connection
        except sqlite3.DatabaseError as fault:
            if is_damage(fault):
                self._database.mark_damaged()
            raise IndexBroken(self._database.path, str(fault)) from fault
