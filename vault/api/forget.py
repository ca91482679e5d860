"""`forget` and `restore`: taking memories out of recall, and putting them back. Nothing is lost on the way.

Removing a text for good is `vault.api.erase`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from vault.api.records import show
from vault.api.writing import Writing, writing
from vault.errors import MemoryErased, MemvaultError, NotAMemory
from vault.format.memory_line import REMOVE
from vault.lifecycle.decay import RESTING_SINCE
from vault.model.identifier import permanent_id
from vault.model.memory import CONFLICT, MEMORY_TYPES, Relation
from vault.model.tombstone import is_erased_text
from vault.recall.preference import opponents

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.record import StoredRecord


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of one memory.

    Attributes:
        record: as it was before.
        id: its id from now on.
        action: `forgotten`: it is in the archive now; `restored`: it counts again; `unchanged`: it was so.
        path: of its file, relative to the vault, now.
        line: 1-based, now.
        conflicts: ids of memories that took its place and are still there: both count now, and both say so.
        revived: names of fields that had ended it and were taken out.
    """

    record: StoredRecord
    id: str
    action: Literal["forgotten", "restored", "unchanged"]
    path: str
    line: int
    conflicts: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()


def forget(resources: Resources, ids: Sequence[str], *, user: str | None, now: datetime) -> tuple[Moved, ...]:
    """Move memories to the archive, out of every recall.

    Args:
        resources: of the open vault.
        ids: or how they begin; of this user only.
        user: whose memories; None: the configured user, or the only one.
        now: aware.

    Raises:
        UnknownMemory, UserRequired: see `show`.
        NotAMemory: one is a note or of a conversation; nothing was done.
        LockTimeout, UnparsedFile, ChangedOnDisk, WriteFailed: what came before in `ids` is done.
    """
    with writing(resources, now, action="forget") as session:
        records = memories_with(resources, ids, user, now)
        going = [record for record in records if not record.archived]
        staying = _contradicting(session, going)
        moved = tuple(_forget(session, record) for record in records)
        for other in staying:
            with suppress(MemvaultError):  # it contradicts what is history now, which means nothing
                unmark(session, other, [record.id for record in going])
        return moved


def restore(
    resources: Resources, ids: Sequence[str], *, user: str | None, now: datetime
) -> tuple[Moved, ...]:
    """Make memories count again that were forgotten, superseded, expired, or inactive.

    Dates that ended a memory are taken out of it. One that took its place stays, and the two are marked as
    contradicting each other. Arguments and errors as in `forget`.

    Raises:
        MemoryErased: there is nothing left of one to restore; nothing was done.
    """
    with writing(resources, now, action="restore") as session:
        records = memories_with(resources, ids, user, now)
        for record in records:
            if is_erased_text(record.text):
                raise MemoryErased(record.id)
        successors = {record.id: _successors(session, record) for record in records}
        _take_back(session, records, successors)
        return tuple(_restore(session, record, successors[record.id]) for record in records)


def memories_with(
    resources: Resources, ids: Sequence[str], user: str | None, now: datetime
) -> tuple[StoredRecord, ...]:
    """The memories with these ids, each once.

    Raises:
        NotAMemory: one is something else.
        UnknownMemory, UserRequired: see `show`.
    """
    records = tuple(dict.fromkeys(show(resources, ids, user=user, now=now)))
    for record in records:
        if record.type not in MEMORY_TYPES:
            raise NotAMemory(record.id, record.path)
    return records


def unmark(session: Writing, record: StoredRecord, others: Iterable[str]) -> None:
    """Take out of a memory what says that it contradicts these."""
    gone = frozenset(others)
    kept = [each for each in record.relations if each.type != CONFLICT or each.target not in gone]
    if len(kept) < len(record.relations):
        session.change(record, {"relations": _as_objects(kept) or REMOVE})


def _forget(session: Writing, record: StoredRecord) -> Moved:
    if record.archived:
        return Moved(record, record.id, "unchanged", record.path, record.line)
    written = session.archive(record, status="forgotten")
    return Moved(record, permanent_id(record.id), "forgotten", written.path, written.line)


def _restore(session: Writing, record: StoredRecord, successors: Sequence[StoredRecord]) -> Moved:
    ended = [
        name
        for name in ("expires_at", "valid_until")
        if (end := getattr(record, name)) is not None and end <= session.now
    ]
    if not (record.archived or record.status != "active" or record.superseded_by or ended):
        return Moved(record, record.id, "unchanged", record.path, record.line)
    changes: dict[str, object] = dict.fromkeys((*ended, RESTING_SINCE), REMOVE)
    if successors:
        known = opponents(record)
        new = [Relation(CONFLICT, each.id) for each in successors if each.id not in known]
        changes["relations"] = _as_objects((*record.relations, *new))
    written = session.restore(record, changes)
    ids = tuple(each.id for each in successors)
    return Moved(record, permanent_id(record.id), "restored", written.path, written.line, ids, tuple(ended))


def _successors(session: Writing, record: StoredRecord) -> list[StoredRecord]:
    """Memories in force that took the place of a superseded one, at the end of the chain."""
    found: dict[str, StoredRecord] = {}
    seen, ahead = {record.id}, list(record.superseded_by)
    while ahead:
        each = ahead.pop()
        other = session.resources.index.record(each)
        if each in seen or other is None or other.user_id != record.user_id:
            continue
        seen.add(each)
        if other.archived or other.superseded_by:
            ahead += other.superseded_by
        elif other.status in ("active", "inactive"):
            found[each] = other
    return list(found.values())


def _take_back(
    session: Writing, records: Sequence[StoredRecord], successors: Mapping[str, Sequence[StoredRecord]]
) -> None:
    """Nothing takes the place of a memory that is restored any more: it contradicts it now.

    Each successor is changed once, for all that are restored.
    """
    every = {other.id: other for others in successors.values() for other in others}
    for other in every.values():
        back = [each.id for each in records if other in successors[each.id]]
        kept = [each for each in other.supersedes if each not in back]
        marks = [Relation(CONFLICT, each) for each in back if each not in opponents(other)]
        relations = _as_objects((*other.relations, *marks))
        session.change(other, {"supersedes": kept or REMOVE, "relations": relations})


def _contradicting(session: Writing, records: Sequence[StoredRecord]) -> list[StoredRecord]:
    """Memories that stay, and of which these say that they contradict them."""
    going = {each.id for each in records}
    named = {target: each.user_id for each in records for target in opponents(each) if target not in going}
    found = ((session.resources.index.record(each), user) for each, user in sorted(named.items()))
    return [each for each, user in found if each and not each.archived and each.user_id == user]


def _as_objects(relations: Iterable[Relation]) -> list[dict[str, object]]:
    return [asdict(each) for each in relations]
