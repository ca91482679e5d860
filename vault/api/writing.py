"""Changing a vault: one writer at a time, the index in step before and after.

Which memories to add, change or archive is decided by the verbs (`remember`, `forget`, `feedback`, …).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from vault.api.own_writes import device_to_write, note_own
from vault.errors import LockTimeout, NotAMemory, VaultVanished
from vault.files.layout import SETTINGS_FILE
from vault.files.lock import WriteLock, write_lock
from vault.files.memory_file import WrittenRecord, append_memories, change_memory, move_memory
from vault.files.memory_places import archive_path, facts_path
from vault.format.memory_line import REMOVE
from vault.model.identifier import new_id, permanent_id
from vault.model.memory import MEMORY_TYPES

if TYPE_CHECKING:
    from vault.api.auto_commit import Recorder
    from vault.api.resources import Resources
    from vault.index.progress import Step
    from vault.index.record import StoredRecord
    from vault.model.memory import Memory

MOST_ALONG = 8
"""So many texts of others, less one, are embedded along with a write."""
LOCK_SECONDS = 60.0
"""How long to wait for other writers; each holds the lock for a fraction of a second."""
INDEX_SECONDS = 10.0
"""How long to wait, with the write lock held, for another process that is indexing: it may take many minutes,
and other writers must not give up meanwhile."""


@dataclass(slots=True)
class Writing:
    """What may be done while the vault's write lock is held. Made by `writing` only.

    Attributes:
        resources: of the vault.
        lock: held.
        device: whose files are added to.
        now: aware; the time of all that is written.
    """

    resources: Resources
    lock: WriteLock
    device: str
    now: datetime
    _touched: dict[str, None] = field(default_factory=dict)
    _recorder: Recorder | None = None
    _reasons: dict[str, str] = field(default_factory=dict)

    def append(self, memories: Sequence[Memory], *, archived: bool = False) -> tuple[WrittenRecord, ...]:
        """Add memories, all in one write, to this device's file of the month; `archived`: to that of history.

        Raises:
            UnparsedFile, ChangedOnDisk, WriteFailed: nothing was added.
        """
        if not memories:
            return ()
        path = (archive_path if archived else facts_path)(self.device, self.now)
        self.touch(path)
        if not archived:
            note_own(self.resources, self.device, [each.id for each in memories], self.now)
        folder = self.resources.folder
        return append_memories(folder.root, path, memories, lock=self.lock, defaults=folder.defaults)

    def change(self, record: StoredRecord, changes: Mapping[str, object]) -> WrittenRecord:
        """Change fields of one memory where it stands; sets `updated_at` unless that is given.

        Args:
            record: as the index knows it.
            changes: new values by key, times as datetimes; `REMOVE` takes a key out.

        Raises:
            NotAMemory: it is a note or a piece of a conversation.
            UnknownMemory: the line is gone.
            ChangedOnDisk: it says something else by now.
            EditRefused, UnparsedFile, WriteFailed: nothing was changed.
        """
        _require_memory(record)
        self.touch(record.path)
        folder = self.resources.folder
        return change_memory(
            folder.root,
            record.path,
            record.id,
            {**self._identity(record), "updated_at": self.now, **changes},
            lock=self.lock,
            defaults=folder.defaults,
            line=record.line,
            seen=record.text,
        )

    def archive(
        self,
        record: StoredRecord,
        *,
        status: Literal["superseded", "forgotten"],
        superseded_by: Sequence[str] = (),
        changes: Mapping[str, object] | None = None,
    ) -> WrittenRecord:
        """Move a memory to this device's file in `archive/`. Errors as in `change`.

        One that lies in `archive/` already is changed where it is.
        """
        fields: dict[str, object] = {"status": status, **(changes or {})}
        if superseded_by:
            fields["superseded_by"] = list(superseded_by)
        if record.archived:
            return self.change(record, fields)
        return self._move(record, archive_path(self.device, self.now), fields)

    def restore(
        self, record: StoredRecord, changes: Mapping[str, object] = MappingProxyType({})
    ) -> WrittenRecord:
        """Move a memory from `archive/` back to this device's facts, active again. Errors as in `change`."""
        fields = {"status": "active", "superseded_by": REMOVE, **changes}
        if not record.archived:
            return self.change(record, fields)
        note_own(self.resources, self.device, [permanent_id(record.id)], self.now)
        return self._move(record, facts_path(self.device, self.now), fields)

    def identified(self, record: StoredRecord) -> StoredRecord:
        """The memory under an id of its own: a line without one gets it now. Errors as in `change`."""
        identity = self._identity(record)
        if not identity:
            return record
        self.change(record, identity)
        return replace(record, id=identity["id"])

    def touch(self, path: str) -> None:
        """Note that a file (relative to the vault) is to be written: in the end it is taken into the index.

        Said before it is written, so that a commit tells the program's lines from the person's.
        """
        if self._recorder is not None:
            self._recorder.before(path)
        self._touched[path] = None
        self.resources.in_step.in_hand |= {path}

    def because(self, memory_id: str, reason: str) -> None:
        """Note why something becomes of a memory, in a word; a commit of it says so."""
        if reason:
            self._reasons[memory_id] = reason

    @property
    def touched(self) -> tuple[str, ...]:
        """What was written so far."""
        return tuple(self._touched)

    def _move(self, record: StoredRecord, target: str, changes: Mapping[str, object]) -> WrittenRecord:
        _require_memory(record)
        # Without an id a crash on the way would leave two memories, not one in two places.
        record = self.identified(record)
        self.touch(target)
        self.touch(record.path)
        folder = self.resources.folder
        return move_memory(
            folder.root,
            record.path,
            target,
            record.id,
            lock=self.lock,
            defaults=folder.defaults,
            changes={"updated_at": self.now, **changes},
            line=record.line,
            seen=record.text,
        )

    def _identity(self, record: StoredRecord) -> dict[str, str]:
        """A line without an id gets one before anything points at it; another one if that is history's."""
        real = permanent_id(record.id)
        if real == record.id:
            return {}
        taken = self.resources.index.record(real) is not None
        return {"id": new_id("mem", self.now) if taken else real}


@contextmanager
def writing(
    resources: Resources,
    now: datetime,
    *,
    action: str = "",
    committed: bool = False,
    progress: Step | None = None,
    lock_timeout: float = LOCK_SECONDS,
) -> Iterator[Writing]:
    """Hold the vault's write lock, with an index in step; on leaving take in what was written.

    What was written is in the index when this is left, after an exception too: the very next recall finds it.
    Where another process keeps indexing, the first recall after that does.

    Args:
        resources: of the vault.
        now: aware.
        action: the verb, for the commit that is made of it where the person wants commits.
        committed: make one in any case.
        progress: told how far bringing the index in step is.
        lock_timeout: seconds to wait for other writers.

    Raises:
        LockTimeout: another process kept writing for so long.
        VaultVanished: the vault is gone, or held memories and is empty now.
    """
    _get_in_step(resources, now, progress)
    root = resources.folder.root
    with write_lock(resources.write_lock, lock_timeout) as lock:
        if not (root / SETTINGS_FILE).is_file():  # never begin a new vault where a drive was mounted
            raise VaultVanished(root, 0)
        resources.commits.give_back(lock)
        device = device_to_write(resources, now)
        session = Writing(
            resources, lock, device, now, _recorder=resources.commits.recorder(wanted=committed)
        )
        try:
            yield session
        finally:
            try:
                _take_in(resources, session)
            finally:
                resources.in_step.in_hand -= set(session.touched)
                _commit(resources, session, action)


def _get_in_step(resources: Resources, now: datetime, progress: Step | None) -> None:
    """Nothing new is judged beside an index that is only being made."""
    until = time.monotonic() + INDEX_SECONDS
    resources.in_step.keep_to_answer(now, progress)
    while resources.in_step.is_being_built:
        if time.monotonic() >= until:
            raise LockTimeout(resources.index_folder, INDEX_SECONDS)
        resources.in_step.keep_to_answer(now, progress)


def _take_in(resources: Resources, session: Writing) -> None:
    """Index what was written; where another process is indexing, the next recall does it."""
    if session.touched:
        try:
            resources.in_step.reconcile(
                session.now,
                under=session.touched,
                words_only=_is_behind(resources, session.now),
                lock_timeout=INDEX_SECONDS,
            )
        except LockTimeout:
            resources.in_step.wrote()


def _is_behind(resources: Resources, now: datetime) -> bool:
    """Whether a watcher of this process has so much to embed that nobody should do it along with a write."""
    return resources.watching is not None and len(resources.to_embed(MOST_ALONG, now)) >= MOST_ALONG


def _commit(resources: Resources, session: Writing, action: str) -> None:
    if session._recorder is None:
        return
    from vault.api.commit_message import Action

    writes = session._recorder.writes()
    if writes:
        resources.commits.done(Action(action, session.now, session.device, writes, reasons=session._reasons))


def _require_memory(record: StoredRecord) -> None:
    if record.type not in MEMORY_TYPES:
        raise NotAMemory(record.id, record.path)
