"""`conflicts`: memories that cannot both be true, where no rule can say which one is; a person can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.forget import memories_with, unmark
from vault.api.records import is_current
from vault.api.writing import Writing, writing
from vault.errors import NoConflict
from vault.format.memory_line import REMOVE
from vault.model.identifier import permanent_id
from vault.model.memory import CONFLICT
from vault.recall.preference import opponents, preferred

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.record import StoredRecord


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two memories that contradict each other.

    Attributes:
        preferred: the one that recall goes by: the newer one, but what a person said before anything else.
        other: the one it leaves out.
    """

    preferred: StoredRecord
    other: StoredRecord


@dataclass(frozen=True, slots=True)
class Settled:
    """What came of a decision.

    Attributes:
        kept: as it was before; it counts, and nothing contradicts it any more.
        id: of it, from now on.
        archived: the others, which it supersedes.
    """

    kept: StoredRecord
    id: str
    archived: tuple[StoredRecord, ...]


def conflicts(resources: Resources, *, user: str | None, now: datetime) -> tuple[Conflict, ...]:
    """The contradictions among the memories of a user that count now, newest first.

    Args:
        resources: of the open vault.
        user: whose memories; None: the configured user, or the only one.
        now: aware.

    Raises:
        UserRequired: several users and none named.
    """
    resources.in_step.keep(now)
    marked = resources.index.with_relation(resources.user(user), CONFLICT)
    return _pairs([each for each in marked if is_current(each, now)], resources, now)


def keep(resources: Resources, ids: Sequence[str], *, user: str | None, now: datetime) -> tuple[Settled, ...]:
    """Decide for memories: those that contradict them are archived as superseded by them.

    Args:
        resources: of the open vault.
        ids: or how they begin; of this user only.
        user: whose memories; None: the configured user, or the only one.
        now: aware.

    Raises:
        NoConflict: nothing contradicts one of them, or they contradict each other; nothing was done.
        UnknownMemory, UserRequired: see `vault.api.records.show`.
        NotAMemory: one is a note or of a conversation; nothing was done.
        LockTimeout, UnparsedFile, ChangedOnDisk, WriteFailed: what came before in `ids` is done.
    """
    with writing(resources, now, action="keep") as session:
        chosen = memories_with(resources, ids, user, now)
        rivals = [_rivals(session, each) for each in chosen]
        taken = {each.id for each in chosen}
        for record, others in zip(chosen, rivals, strict=True):
            if not others or taken & {each.id for each in others}:
                raise NoConflict(record.id)
        return tuple(_settle(session, each, others) for each, others in zip(chosen, rivals, strict=True))


def _pairs(marked: Sequence[StoredRecord], resources: Resources, now: datetime) -> tuple[Conflict, ...]:
    found: dict[frozenset[str], Conflict] = {}
    for record in marked:
        for target in sorted(opponents(record)):
            other = resources.index.record(target)
            pair = frozenset((record.id, target))
            if (
                other is None
                or other.user_id != record.user_id
                or pair in found
                or not is_current(other, now)
            ):
                continue
            better = preferred(record, other)
            found[pair] = Conflict(better, other if better is record else record)
    return tuple(sorted(found.values(), key=_age))


def _age(conflict: Conflict) -> float:
    said = conflict.preferred.created_at or conflict.preferred.updated_at
    return -said.timestamp() if said else 0.0


def _rivals(session: Writing, record: StoredRecord) -> list[StoredRecord]:
    """Memories outside the archive that contradict one, whichever of the two says so."""
    if record.archived:
        return []
    index = session.resources.index
    named = (index.record(each) for each in sorted(opponents(record)))
    naming = (each for each in index.with_relation(record.user_id, CONFLICT) if record.id in opponents(each))
    rivals = {each.id: each for each in (*named, *naming) if each is not None}
    return [each for each in rivals.values() if not each.archived and each.user_id == record.user_id]


def _settle(session: Writing, kept: StoredRecord, others: Sequence[StoredRecord]) -> Settled:
    """First the one that stays says what it supersedes: cut short after that, `check` can finish it."""
    kept_id = permanent_id(kept.id)
    gone = {each.id for each in others}
    relations = [
        {"type": each.type, "target": each.target} for each in kept.relations if each.target not in gone
    ]
    supersedes = list(dict.fromkeys((*kept.supersedes, *map(permanent_id, sorted(gone)))))
    session.change(kept, {"supersedes": supersedes, "relations": relations or REMOVE})
    thirds = {third.id: third for other in others for third in _rivals(session, other)}
    for third in thirds.values():
        if third.id != kept.id and third.id not in gone:
            unmark(session, third, gone)
    for other in others:
        session.archive(other, status="superseded", superseded_by=(kept_id,))
    return Settled(kept, kept_id, tuple(others))
