"""`show` and `list`: memories as they are, without ranking."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from vault.errors import UnknownMemory

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.record import StoredRecord
    from vault.model.memory import RecordType, Status


@dataclass(frozen=True, slots=True)
class Selection:
    """Which records to list; empty conditions always hold.

    Attributes:
        everything: also what is superseded, expired, forgotten, archived or not yet valid.
        statuses: only what is in one of these states, over or not.
        since: by the time it happened, else was written down.
        until: before this instant.
    """

    now: datetime
    types: frozenset[RecordType] = frozenset()
    tags: frozenset[str] = frozenset()
    namespaces: frozenset[str] = frozenset()
    since: datetime | None = None
    until: datetime | None = None
    everything: bool = False
    statuses: frozenset[Status] = frozenset()

    def holds(self, record: StoredRecord) -> bool:
        """Whether `record` is to be listed."""
        when = record.time
        return (
            (not self.types or record.type in self.types)
            and (not self.namespaces or record.namespace in self.namespaces)
            and (not self.tags or bool(self.tags & {folded(tag) for tag in record.tags}))
            and (self.since is None or (when is not None and when >= self.since))
            and (self.until is None or (when is not None and when < self.until))
            and self._state_holds(record)
        )

    def _state_holds(self, record: StoredRecord) -> bool:
        if not self.statuses:
            return self.everything or is_current(record, self.now)
        replaced = bool(record.superseded_by) and record.status in ("active", "inactive")
        return ("superseded" if replaced else record.status) in self.statuses


def show(
    resources: Resources, ids: Sequence[str], *, user: str | None, now: datetime
) -> tuple[StoredRecord, ...]:
    """The records with these ids, or whose ids begin so, in the order asked for; history too.

    Raises:
        UnknownMemory: this user has none with such an id, or the beginning fits several.
        UserRequired: several users and none named.
    """
    resources.in_step.keep(now)
    owner = resources.user(user)
    return tuple(_one(resources, owner, each) for each in ids)


def list_records(
    resources: Resources,
    *,
    user: str | None,
    types: Sequence[RecordType],
    tags: Sequence[str],
    namespaces: Sequence[str],
    since: datetime | None,
    until: datetime | None,
    everything: bool,
    limit: int | None,
    now: datetime,
    statuses: Sequence[Status] = (),
) -> tuple[StoredRecord, ...]:
    """A user's records, newest first, those without a time last.

    Raises:
        UserRequired: several users and none named.
    """
    resources.in_step.keep(now)
    selection = Selection(
        now=now,
        types=frozenset(types),
        tags=frozenset(map(folded, resources.spellings(tags))),
        namespaces=frozenset(resources.spellings(namespaces)),
        since=since,
        until=until,
        everything=everything,
        statuses=frozenset(statuses),
    )
    found: Iterable[StoredRecord] = resources.index.records(resources.user(user))
    return tuple(islice(filter(selection.holds, found), limit))


def is_current(record: StoredRecord, now: datetime) -> bool:
    """Whether recall may return it as true now; the rules of `vault.model.validity`."""
    ends = (record.expires_at, record.valid_until)
    return (
        record.status == "active"
        and not record.archived
        and not record.superseded_by
        and (record.valid_from is None or record.valid_from <= now)
        and not any(end is not None and end <= now for end in ends)
    )


def folded(tag: str) -> str:
    """A tag as tags are compared."""
    return unicodedata.normalize("NFKC", tag).casefold()


def _one(resources: Resources, owner: str, wanted: str) -> StoredRecord:
    found = list(resources.index.records(owner, id_prefix=wanted))
    exact = [record for record in found if record.id == wanted]
    if exact:
        return exact[0]
    if len(found) != 1 or not wanted:
        raise UnknownMemory(wanted, tuple(record.id for record in found) if wanted else ())
    return found[0]
