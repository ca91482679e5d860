"""What a conversation begins with: who the person is, and what is open, whatever is asked first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np

from vault.index.contents import memory_of
from vault.index.row_filter import RowFilter
from vault.lifecycle.profile import profile_text
from vault.lifecycle.trust import gives_orders, may_be_injected
from vault.model.memory import MEMORY_TYPES, RecordType

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.record import StoredRecord
    from vault.index.user_index import UserIndex

MOST_MATTERS = 3
READ = 80
"""Memories that a profile is made of: the pinned, the important and the latest; reading all may take long."""
AHEAD = timedelta(days=30)
"""How far in the future something may lie to be spoken of unasked."""
BACK = timedelta(days=30)
"""How old a summary or an undated task may be."""


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that is open, as a line of the block."""

    id: str
    type: RecordType
    content: str
    created_at: datetime | None
    occurred_at: datetime | None


@dataclass(frozen=True, slots=True)
class Opening:
    """What a conversation begins with.

    Attributes:
        profile: lines about the person, the most telling ones first.
        matters: at most three; what comes next first, the last conversation's summary last.
    """

    profile: tuple[str, ...]
    matters: tuple[Matter, ...]


def opening(resources: Resources, user_id: str, *, known: Collection[str], now: datetime) -> Opening:
    """What is worth saying of a person unasked. Nothing sensitive, nothing from outside, no orders.

    Args:
        resources: of the vault, its index in step.
        user_id: the person.
        known: ids of memories that are told anyway.
        now: aware.
    """
    user = resources.index.user(user_id)
    matters = tuple(islice(_matters(user, known, now), MOST_MATTERS))
    told = {*known, *(matter.id for matter in matters)}
    return Opening((*_written(user), *_learned(resources, user, told, now)), matters)


def _written(user: UserIndex) -> Iterator[str]:
    """What the person wrote into the profile."""
    for passage in user.profile():
        for line in passage.text.splitlines():
            plain = line.strip().lstrip("#").strip()
            if plain and not gives_orders(plain):
                yield plain.removeprefix("- ")


def _learned(resources: Resources, user: UserIndex, told: Collection[str], now: datetime) -> Iterator[str]:
    """What the profile says, from memories as they are now."""
    columns = user.columns
    ids = user.passage_ids(RowFilter(types=MEMORY_TYPES, current_at=now))
    rows = columns.rows(ids)
    keys = (columns.updated[rows], columns.importance[rows], columns.pinned[rows])
    chosen = ids[np.lexsort(keys)[::-1][:READ]]
    records = {passage.record.id: passage.record for passage in user.passages(chosen)}
    text = profile_text(
        (memory_of(record) for record in records.values() if record.type not in ("summary", "task")),
        user_id=user.user_id,
        now=now,
        zone=resources.zone,
        language=resources.settings.language,
    )
    lines = (line.removeprefix("- ") for line in text.lines if line.startswith("- "))
    return (line for line, memory in zip(lines, text.told, strict=True) if memory not in told)


def _matters(user: UserIndex, known: Collection[str], now: datetime) -> Iterator[Matter]:
    def fresh(records: Iterable[StoredRecord]) -> Iterator[Matter]:
        for record in records:
            if record.id not in known and not record.sensitive and may_be_injected(memory_of(record)):
                yield Matter(record.id, record.type, record.text, record.created_at, record.occurred_at)

    coming = fresh(_records(user, ("task", "event"), now, since=now, until=now + AHEAD, newest_first=False))
    undated = (
        record
        for record in _records(user, ("task",), now, since=now - BACK, until=now)
        if record.occurred_at is None
    )
    summary = list(islice(fresh(_records(user, ("summary",), now, since=now - BACK, until=now)), 1))
    yield from islice(chain(coming, fresh(undated)), MOST_MATTERS - len(summary))
    yield from summary


def _records(
    user: UserIndex,
    types: tuple[RecordType, ...],
    now: datetime,
    *,
    since: datetime,
    until: datetime,
    newest_first: bool = True,
) -> list[StoredRecord]:
    """A few records of these types and times, in order of time, each once."""
    ids = user.passage_ids(RowFilter(types=types, since=since, until=until, current_at=now))
    order = np.argsort(user.columns.times[user.columns.rows(ids)], kind="stable")
    chosen = ids[order[::-1] if newest_first else order][: 4 * MOST_MATTERS]
    return list({passage.record.id: passage.record for passage in user.passages(chosen)}.values())
