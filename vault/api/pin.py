"""`pin` and `unpin`: memories that never fade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.records import show
from vault.api.writing import Writing, writing
from vault.errors import NotAMemory
from vault.format.memory_line import REMOVE
from vault.lifecycle.decay import RESTING_SINCE
from vault.model.memory import MEMORY_TYPES

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.record import StoredRecord


@dataclass(frozen=True, slots=True)
class Pinning:
    """What became of one memory.

    Attributes:
        record: as it was before, under the id that it has from now on.
        changed: False when it was so already.
    """

    record: StoredRecord
    pinned: bool
    changed: bool

    @property
    def id(self) -> str:
        """Of the memory."""
        return self.record.id


def pin(
    resources: Resources, ids: Sequence[str], *, pinned: bool, user: str | None, now: datetime
) -> tuple[Pinning, ...]:
    """Pin memories, or take the pin out. A pinned one does not age, and wakes if it was inactive.

    Args:
        resources: of the open vault.
        ids: or how they begin; of this user only.
        pinned: False: unpin.
        user: whose memories; None: the configured user, or the only one.
        now: aware.

    Raises:
        UnknownMemory, UserRequired: see `show`.
        NotAMemory: one is a note (write `pinned: true` into its front matter) or of a conversation; nothing
            was done.
        LockTimeout, UnparsedFile, ChangedOnDisk, WriteFailed: what came before in `ids` is done.
    """
    with writing(resources, now, action="pin" if pinned else "unpin") as session:
        records = dict.fromkeys(show(resources, ids, user=user, now=now))
        for record in records:
            if record.type not in MEMORY_TYPES:
                raise NotAMemory(record.id, record.path)
        return tuple(_pin(session, record, pinned=pinned) for record in records)


def _pin(session: Writing, record: StoredRecord, *, pinned: bool) -> Pinning:
    changes: dict[str, object] = {}
    if record.pinned != pinned:
        changes["pinned"] = True if pinned else REMOVE
    if pinned and record.status == "inactive" and not record.archived:
        changes |= {"status": "active", RESTING_SINCE: REMOVE}
    if not changes:
        return Pinning(record, pinned, changed=False)
    record = session.identified(record)
    session.change(record, changes)
    return Pinning(record, pinned, changed=True)
