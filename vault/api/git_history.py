"""`git log`, `git blame` and `diff`: how the memories came to be what they are, out of git's history.

Only what belongs to the user who asks is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING

from vault.api.git_origin import Origin, by_hand, origin_of
from vault.api.git_words import Deed, Tale, summary, tales_of, told_text
from vault.api.period import begin_of
from vault.api.records import show
from vault.errors import ConfigError, UnknownCommit, UnknownMemory
from vault.files.layout import comparable
from vault.format.memory_line import format_memory
from vault.history.audit_log import AuditLog, Told
from vault.history.git import open_repository
from vault.history.record_changes import Changes, RecordChange
from vault.model.memory import Memory

if TYPE_CHECKING:
    from vault.api.resources import Resources


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A commit, and what it did to the memories of one person."""

    origin: Origin
    summary: str
    tales: tuple[Tale, ...]
    notes: tuple[str, ...] = ()
    turns: int = 0


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """Something that happened to one memory.

    Attributes:
        origin: by whom, when, from which conversation.
        deed: what.
        text: what it says since, or `old → new`.
        fields: that were changed.
        path: of its file since; empty when it is gone.
        replaced_by: ids of memories that took its place with this event.
    """

    origin: Origin
    deed: Deed
    text: str
    fields: tuple[str, ...]
    path: str
    replaced_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BlamedField:
    """A field of a memory as it is now, and where that comes from."""

    field: str
    value: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class DiffReport:
    """What is different now.

    Attributes:
        since: the commit it is compared with; empty: git knows nothing of then, so that only the dates of
            the memories tell.
        at: of that commit, or the date that was asked for.
        summary: in a sentence.
        tales: one a memory.
        notes: that were added, changed or removed.
    """

    since: str
    at: datetime | None
    summary: str
    tales: tuple[Tale, ...]
    notes: tuple[str, ...] = ()


def audit_log(resources: Resources) -> AuditLog:
    """The history of the vault.

    Raises:
        NotUnderGit, GitMissing, GitFailed: there is none to read.
    """
    folder = resources.folder
    return AuditLog(open_repository(folder.root), folder.defaults, folder.settings.note_folders)


def log(
    resources: Resources, *, user: str | None, limit: int, since: datetime | None, now: datetime
) -> tuple[LogEntry, ...]:
    """The latest commits that did something to the vault, newest first.

    Args:
        resources: of the open vault.
        user: whose memories; None: the configured user, or the only one.
        limit: commits at most.
        since: only from then on.
        now: aware.

    Raises:
        NotUnderGit, GitMissing, GitFailed: there is no history.
        UserRequired: several users and none named.
    """
    resources.in_step.keep(now)
    owner = resources.user(user)
    entries = []
    for told in audit_log(resources).latest(limit=limit, since=since):
        changes = of_user(resources, told.changes, owner)
        sources = [each.memory for each in changes.records if each.before is None]
        notes = tuple(each.path for each in changes.notes)
        text = summary(changes, resources.settings.language)
        origin = origin_of(told.commit, sources)
        if told.commit and changes.records and all(by_hand(told.commit, each) for each in changes.records):
            origin = replace(origin, by="person")
        entries.append(LogEntry(origin, text, tales_of(changes), notes, changes.turns))
    return tuple(entries)


def life(resources: Resources, memory_id: str, *, user: str | None, now: datetime) -> tuple[LifeEvent, ...]:
    """What happened to one memory, oldest first; what is not committed yet comes last.

    Raises:
        UnknownMemory: this user never had one with such an id.
        NotUnderGit, GitMissing, GitFailed: there is no history.
    """
    return tuple(_event(told, change) for told, change in _life(resources, memory_id, user, now))


def blame(
    resources: Resources, memory_id: str, *, user: str | None, now: datetime
) -> tuple[BlamedField, ...]:
    """Of each field of a memory, as it is now: who wrote it, when, in which conversation.

    A merge, and a line that comes again, have written only what nobody wrote before.

    Raises:
        UnknownMemory: this user never had one with such an id.
        NotUnderGit, GitMissing, GitFailed: there is no history.
    """
    origins: dict[str, Origin] = {}
    writers: dict[tuple[str, str], Origin] = {}
    latest: Memory | None = None
    for told, change in _life(resources, memory_id, user, now):
        if change.after is None:
            continue
        latest = change.after.memory
        origin = _event(told, change).origin
        brought = change.before is None or (told.commit is not None and len(told.commit.parents) > 1)
        said = json.loads(format_memory(latest))
        for name in said if change.before is None else change.fields:
            what = (name, json.dumps(said.get(name), sort_keys=True))
            writers[what] = origins[name] = writers.get(what, origin) if brought else origin
    if latest is None:
        return ()
    return tuple(
        BlamedField(name, value, origins[name]) for name, value in _values(latest) if name in origins
    )


def difference(resources: Resources, point: str, *, user: str | None, now: datetime) -> DiffReport:
    """What has been learned, changed or forgotten since.

    Args:
        resources: of the open vault.
        point: a commit, or a date or time in the vault's zone.
        user: whose memories; None: the configured user, or the only one.
        now: aware.

    Raises:
        UnknownCommit: it is neither.
        NotUnderGit, GitMissing, GitFailed: a commit was named, and there is no history.
    """
    resources.in_step.keep(now)
    owner = resources.user(user)
    when = date_of(point, resources.zone)
    if when is not None:
        from vault.api.as_of import changes_since

        commit, changes = changes_since(resources, when)
    else:
        history = audit_log(resources)
        commit = history.repository.commit_id(point)
        if not commit:
            raise UnknownCommit(point)
        when = told.at if (told := history.commit(commit).commit) else None
        changes = history.since(commit)
    changes = of_user(resources, changes, owner)
    text = summary(changes, resources.settings.language)
    return DiffReport(commit, when, text, tales_of(changes), tuple(each.path for each in changes.notes))


def of_user(resources: Resources, changes: Changes, owner: str) -> Changes:
    """Without what belongs to somebody else."""
    others = {each for each in (*resources.folder.settings.users, *resources.index.users()) if each != owner}
    places = tuple(f"notes/{comparable(each)}/" for each in others if each)
    return replace(
        changes,
        records=tuple(each for each in changes.records if each.memory.user_id == owner),
        notes=tuple(each for each in changes.notes if not comparable(each.path).startswith(places)),
    )


def date_of(point: str, zone: tzinfo) -> datetime | None:
    """The instant that is named; None: it is no date but, perhaps, a commit."""
    if not ("-" in point or "/" in point or "年" in point):
        return None
    try:
        return begin_of(point, zone, "DATE")
    except ConfigError:
        return None


def _life(
    resources: Resources, memory_id: str, user: str | None, now: datetime
) -> Sequence[tuple[Told, RecordChange]]:
    history = audit_log(resources)
    resources.in_step.keep(now)
    owner = resources.user(user)
    content = ""
    try:
        (record,) = show(resources, [memory_id], user=user, now=now)
        memory_id, content = record.id, record.text
    except UnknownMemory as error:
        if error.candidates:
            raise
    events = [
        (told, change) for told, change in history.life(memory_id, content) if change.memory.user_id == owner
    ]
    if not events:
        raise UnknownMemory(memory_id)
    return events


def _event(told: Told, change: RecordChange) -> LifeEvent:
    origin = origin_of(told.commit, [change.memory] if change.before is None else [])
    if told.commit is not None and by_hand(told.commit, change):
        origin = replace(origin, by="person", device="")
    elif told.commit is not None:
        source = change.memory.source
        device = origin.device or (source.device if source else "")
        origin = replace(origin, by="program", device=device)
    (tale,) = tales_of(Changes((change,)))
    replaced = change.after.memory.superseded_by if change.what == "superseded" and change.after else ()
    path = change.after.path if change.after else ""
    return LifeEvent(origin, tale.deed, tale.text, change.fields, path, replaced)


def _values(memory: Memory) -> Iterator[tuple[str, str]]:
    """What stands in a line, by field, as text; what is sensitive is covered."""
    for name, value in json.loads(format_memory(memory)).items():
        if name in ("id", "updated_at"):
            continue
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if memory.sensitive and name in ("content", "value"):
            text = told_text(memory) if name == "content" else "••••••"
        yield name, text
