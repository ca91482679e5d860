"""`tidy`: what has run out goes to the archive, what nobody used comes to rest, what is used again wakes.

Which memories these are is decided in `vault.lifecycle.decay`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from vault.api.counting import counted_since
from vault.api.writing import Writing, writing
from vault.errors import MemvaultError
from vault.files.memory_batch import Edit, change_memories, move_memories
from vault.files.memory_file import open_memories
from vault.files.memory_places import archive_path
from vault.format.memory_line import REMOVE
from vault.index.contents import memory_of
from vault.lifecycle.decay import RESTING_SINCE, Fading, fading
from vault.model.memory import MEMORY_TYPES

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.record import StoredRecord

_EVER = datetime.min.replace(tzinfo=timezone.utc)


@dataclass(frozen=True, slots=True)
class Tidied:
    """What was done, or would be.

    Attributes:
        expired: archived, their time being over.
        resting: inactive from now on.
        waking: active again.
        counted_since: since when recalls are counted on this device; nothing rests for what came before.
            None: they are not, or days before were to count, too.
        dry_run: nothing was written.
        failed: files that were left as they are, and why.
    """

    expired: tuple[StoredRecord, ...]
    resting: tuple[StoredRecord, ...]
    waking: tuple[StoredRecord, ...]
    counted_since: datetime | None
    dry_run: bool
    failed: tuple[tuple[str, MemvaultError], ...] = ()

    @property
    def any(self) -> bool:
        """Whether there was anything to do."""
        return bool(self.expired or self.resting or self.waking)


def tidy(
    resources: Resources,
    *,
    user: str | None,
    all_users: bool,
    dry_run: bool,
    all_days: bool,
    now: datetime,
) -> Tidied:
    """Archive what has run out, let rest what was not used for long, wake what is used again.

    Args:
        resources: of the open vault.
        user: whose memories; None: the configured user, or the only one.
        all_users: everybody's.
        dry_run: only say what would be done.
        all_days: count days without use from before recalls were counted here, too.
        now: aware.

    Raises:
        UserRequired: several users and none named.
        LockTimeout: another process kept writing.
        VaultVanished: the vault held memories and is empty now.
    """
    with writing(resources, now, action="tidy") as session:
        owner = None if all_users else resources.user(user)
        since = _counted_since(resources, all_days=all_days)
        fates = _fates(resources, owner, since, now)
        failed: list[tuple[str, MemvaultError]] = []
        if not dry_run:
            fates = {fate: _carry_out(session, fate, records, failed) for fate, records in fates.items()}
    return Tidied(
        expired=tuple(fates["expired"]),
        resting=tuple(fates["rests"]),
        waking=tuple(fates["wakes"]),
        counted_since=since if since != _EVER else None,
        dry_run=dry_run,
        failed=tuple(failed),
    )


def _counted_since(resources: Resources, *, all_days: bool) -> datetime | None:
    if all_days:
        return _EVER
    if not resources.settings.lifecycle.record_usage:
        return None
    return counted_since(resources.folder.settings.id)


def _fates(
    resources: Resources, owner: str | None, since: datetime | None, now: datetime
) -> dict[Fading, Sequence[StoredRecord]]:
    fates: dict[Fading, list[StoredRecord]] = {"expired": [], "rests": [], "wakes": []}
    after = timedelta(days=resources.settings.lifecycle.inactive_after_days)
    for record in resources.index.records(owner, newest_first=False):
        if record.type in MEMORY_TYPES and not record.archived:
            memory = memory_of(record)
            if record.status == "inactive":  # the mark is asked for when it matters
                memory = dataclasses.replace(memory, extra={RESTING_SINCE: ""})
            fate = fading(memory, now, inactive_after=after, counted_since=since)
            if fate is not None and (fate != "wakes" or _rests_for_want_of_use(resources, record)):
                fates[fate].append(record)
    return {**fates}


def _rests_for_want_of_use(resources: Resources, record: StoredRecord) -> bool:
    """Whether the line says so; the index does not know."""
    folder = resources.folder
    try:
        opened = open_memories(folder.root, record.path, defaults=folder.defaults)
        return RESTING_SINCE in opened.find(record.id, record.line).memory.extra
    except (MemvaultError, FileNotFoundError):
        return False


def _carry_out(
    session: Writing,
    fate: Fading,
    records: Sequence[StoredRecord],
    failed: list[tuple[str, MemvaultError]],
) -> Sequence[StoredRecord]:
    """Returns what was really done; a file that cannot be written does not stop the others."""
    changes = _changes(fate, session.now)
    done: list[StoredRecord] = []
    for path, group in groupby(sorted(records, key=attrgetter("path")), key=attrgetter("path")):
        of_file = list(group)
        try:
            of_file = [session.identified(record) for record in of_file]
            ids = _write(session, path, [_edit(record, changes) for record in of_file], fate)
        except MemvaultError as error:
            failed.append((path, error))
        except FileNotFoundError:
            continue
        else:
            done += [record for record in of_file if record.id in ids]
            for each in ids:
                session.because(each, fate)
    return done


def _write(session: Writing, path: str, edits: Sequence[Edit], fate: Fading) -> frozenset[str]:
    root, defaults = session.resources.folder.root, session.resources.folder.defaults
    session.touch(path)
    if fate != "expired":
        return frozenset(change_memories(root, path, edits, lock=session.lock, defaults=defaults))
    target = archive_path(session.device, session.now)
    session.touch(target)
    return frozenset(move_memories(root, path, target, edits, lock=session.lock, defaults=defaults))


def _changes(fate: Fading, now: datetime) -> Mapping[str, object]:
    if fate == "expired":
        return {"updated_at": now, "status": "forgotten", RESTING_SINCE: REMOVE}
    if fate == "rests":
        return {"updated_at": now, "status": "inactive", RESTING_SINCE: now}
    return {"updated_at": now, "status": "active", RESTING_SINCE: REMOVE}


def _edit(record: StoredRecord, changes: Mapping[str, object]) -> Edit:
    return Edit(record.id, record.line, record.text, changes)
