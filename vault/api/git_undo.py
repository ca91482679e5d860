"""`git undo`: take back what one commit did, or the last thing that happened to one memory, as a new commit.

Only what still is as the commit left it is taken back; what has been changed since is left and named. Nothing
is lost: what was learned goes to the archive, what was forgotten comes back from there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from vault.api.git_history import audit_log, of_user
from vault.api.git_words import told_text
from vault.api.records import show
from vault.api.writing import LOCK_SECONDS, Writing, writing
from vault.errors import CannotUndo, MemvaultError, UnknownCommit, UnknownMemory
from vault.files.atomic_write import replace_file, write_new
from vault.files.fingerprint import locate, read_file
from vault.files.lock import write_lock
from vault.files.memory_file import open_memories
from vault.format.memory_line import REMOVE, format_memory
from vault.history.audit_log import AuditLog, Told
from vault.history.commit import merge_text, refuse_when_busy
from vault.history.index_swap import finish_interrupted
from vault.history.record_changes import Changes, FileTold, RecordChange
from vault.model.identifier import permanent_id
from vault.model.memory import Memory
from vault.model.tombstone import is_tombstone

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.record import StoredRecord

Why = Literal[
    "changed-since", "gone", "back-already", "erased", "history", "new-note", "conflict", "settings"
]

_STATE = frozenset({"status", "superseded_by", "supersedes"})
_QUIET = ("moved", "confirmed")


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back.

    Attributes:
        taken_back: ids of memories, and paths of notes, with what they say now.
        left: what was not, and why.
        undone: the commit whose change it was; empty: it had not been committed.
        commit: the new commit; empty: there was nothing to commit, or it has to wait (`fault` says why).
        fault: of git, in making the commit.
    """

    taken_back: tuple[tuple[str, str], ...]
    left: tuple[tuple[str, Why], ...]
    undone: str
    commit: str = ""
    fault: MemvaultError | None = None


def undo(resources: Resources, name: str, *, user: str | None, now: datetime) -> Undone:
    """Take one change back.

    Args:
        resources: of the open vault.
        name: a commit, or a memory, of which the last change is meant.
        user: whose memories; None: the configured user, or the only one.
        now: aware.

    Raises:
        UnknownCommit: it is neither.
        CannotUndo: nothing in it can be taken back; nothing was done.
        RepositoryBusy: the person is in the middle of a merge or a rebase; nothing was done.
        NotUnderGit, GitMissing, GitFailed: there is no history.
    """
    resources.in_step.keep(now)
    history = audit_log(resources)
    with write_lock(resources.write_lock, LOCK_SECONDS):
        finish_interrupted(history.repository)
        refuse_when_busy(history.repository)
    told, changes = _chosen(resources, history, name, user, now)
    commit = told.commit.id if told.commit else ""
    with writing(resources, now, action=f"undo {commit[:12]}".strip(), committed=True) as session:
        work = _Undoing(resources, session, history, commit)
        work.records(changes.records)
        work.notes(changes.notes)
        if changes.settings:
            work.left.append(("vault.yaml", "settings"))
    if not work.done:
        reasons: list[str] = sorted({why for _, why in work.left}) or ["nothing-to-undo"]
        raise CannotUndo(name, ", ".join(reasons))
    made = resources.commits.last
    return Undone(
        tuple(work.done), tuple(work.left), commit, made.id if made else "", resources.commits.fault
    )


def _chosen(
    resources: Resources, history: AuditLog, name: str, user: str | None, now: datetime
) -> tuple[Told, Changes]:
    """The change that is meant, as far as it is of this user's memories."""
    owner = resources.user(user)
    if history.repository.commit_id(name):
        told = history.commit(name)
        return told, of_user(resources, told.changes, owner)
    try:
        (record,) = show(resources, [name], user=user, now=now)
    except UnknownMemory as error:
        if error.candidates:
            raise
        record = None
    events = history.life(record.id if record else name, record.text if record else "")
    events = [each for each in events if each[1].what not in _QUIET and each[1].memory.user_id == owner]
    if not events:
        raise UnknownCommit(name)
    told, change = _in_effect(events, record.text if record else None)
    return told, Changes(tuple(_with_partners(told.changes.records, change)))


def _in_effect(events: Sequence[tuple[Told, RecordChange]], text: str | None) -> tuple[Told, RecordChange]:
    """The last change of which something is to be seen: what another branch did may have lost in a merge.

    Args:
        events: oldest first; at least one.
        text: what the memory says now; None when it is gone.
    """
    for told, change in reversed(events):
        if (change.after.memory.content if change.after else None) == text:
            return told, change
    return events[-1]


def _with_partners(records: Sequence[RecordChange], change: RecordChange) -> Iterator[RecordChange]:
    """A memory that took the place of others goes together with their return, and the other way round."""
    wanted = {change.id, *change.memory.supersedes, *change.memory.superseded_by}
    return (each for each in records if each.id in wanted)


class _Undoing:
    """Takes changes back, one after the other, within one `writing` block."""

    def __init__(self, resources: Resources, session: Writing, history: AuditLog, commit: str) -> None:
        self._resources = resources
        self._session = session
        self._history = history
        self._commit = commit
        self.done: list[tuple[str, str]] = []
        self.left: list[tuple[str, Why]] = []

    def records(self, changes: Sequence[RecordChange]) -> None:
        """What was learned goes first, so that nothing takes the place any more of what comes back."""
        for change in sorted(changes, key=lambda each: each.what != "learned"):
            if change.what in _QUIET:
                continue
            why = self._record(change)
            if why is None:
                shown = change.before or change.after
                self.done.append((change.id, told_text(shown.memory) if shown else ""))
            else:
                self.left.append((change.id, why))

    def notes(self, notes: Sequence[FileTold]) -> None:
        """Their text of before, merged into what they say now."""
        for note in notes:
            why = self._note(note)
            if why is None:
                self.done.append((note.path, ""))
            else:
                self.left.append((note.path, why))

    def _record(self, change: RecordChange) -> Why | None:
        if change.what == "erased" or (change.before and is_tombstone(change.before.memory)):
            return "erased"
        if change.what == "filed":
            return "history"
        index = self._resources.index
        record = index.record(change.id) or index.record(permanent_id(change.id))
        if change.what == "removed":
            return self._put_back(change) if record is None else "back-already"
        return self._change_back(change, record) if record is not None else "gone"

    def _change_back(self, change: RecordChange, record: StoredRecord) -> Why | None:
        present = self._present(record)
        if is_tombstone(present):
            return "erased"
        if change.what == "learned":
            return self._take_out(change, record, present)
        return self._turn_back(change, record, present)

    def _take_out(self, change: RecordChange, record: StoredRecord, present: Memory) -> Why | None:
        if record.archived:
            return "gone"
        if change.after is None or present.content != change.after.memory.content:
            return "changed-since"
        self._session.archive(record, status="forgotten")
        return None

    def _put_back(self, change: RecordChange) -> Why | None:
        before = change.before
        if before is None:  # pragma: no cover - what was removed was there
            return "gone"
        memory = replace(before.memory, id=permanent_id(before.memory.id), provisional=False)
        self._session.append([memory], archived=before.archived)
        return None

    def _turn_back(self, change: RecordChange, record: StoredRecord, present: Memory) -> Why | None:
        """Fields as they were, and the place in which the memory was: facts or archive."""
        before, after = change.before, change.after
        if before is None or after is None:  # pragma: no cover - it was changed
            return "gone"
        if after.over != (record.archived or present.status in ("superseded", "forgotten")):
            return "back-already"
        was, became, now = (_plain(each) for each in (before.memory, after.memory, present))
        names = [each for each in change.fields if each not in _STATE]
        if any(now.get(each) != became.get(each) for each in names):
            return "changed-since"
        changes: dict[str, object] = {each: was.get(each, REMOVE) for each in names}
        if before.over == after.over:
            changes |= {each: was.get(each, REMOVE) for each in _STATE & {*change.fields}}
            self._session.change(record, changes)
        elif after.over:
            self._session.restore(record, changes)
        else:
            status = "superseded" if before.memory.status == "superseded" else "forgotten"
            by = before.memory.superseded_by
            self._session.archive(record, status=status, superseded_by=by, changes=changes)  # type: ignore[arg-type]
        return None

    def _present(self, record: StoredRecord) -> Memory:
        """As its line is now, with what the index does not keep."""
        folder = self._resources.folder
        opened = open_memories(folder.root, record.path, defaults=folder.defaults)
        return opened.find(record.id, record.line).memory

    def _note(self, note: FileTold) -> Why | None:
        if note.what == "added":
            return "new-note"
        before, after = self._versions(note.path)
        root = self._resources.folder.root
        self._session.touch(note.path)
        if note.what == "removed":
            return None if write_new(Path(root) / note.path, before) else "back-already"
        try:
            present = read_file(root, note.path)
        except FileNotFoundError:
            return "gone"
        merged = merge_text(self._history.repository.git, after, present.data, before)
        if merged is None or merged == present.data:
            return "conflict" if merged is None else "back-already"
        replace_file(locate(root, note.path), merged, expected=present.fingerprint, lock=self._session.lock)
        return None

    def _versions(self, path: str) -> tuple[bytes, bytes]:
        """A note before the change and after it."""
        repository = self._history.repository
        if not self._commit:
            before, after = self._history.files_since(repository.head())
            return before.get(path, b""), after.get(path, b"")
        parent = repository.commit_id(f"{self._commit}^")
        both = [repository.files(each).get(path) for each in (parent, self._commit)]
        old, new = (repository.contents({path: each} if each else {}).get(path, b"") for each in both)
        return old, new


def _plain(memory: Memory) -> dict[str, object]:
    """The fields as they stand in a line."""
    found: dict[str, object] = json.loads(format_memory(memory))
    return found
