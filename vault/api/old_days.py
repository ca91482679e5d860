"""Days long past: each summed up in one memory; when its time is over, the raw conversation goes.

The texts of a file of the journal are taken out only when each of its days has a summary on disk, for each
person in it, that covers what is in the journals now. That something was said there stays known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING

from vault.api.day_of_user import DayOfUser, DayReader
from vault.api.reflection import Part
from vault.api.remember import remember
from vault.api.writing import Writing, writing
from vault.errors import MemvaultError, UnparsedFile
from vault.files.journal_days import JournalDays, JournalFile, named_day
from vault.files.journal_file import take_texts_out
from vault.files.lock import write_lock
from vault.files.memory_file import open_memories
from vault.lifecycle.day_summary import turn_ids
from vault.lifecycle.topics import day_session
from vault.model.tombstone import ERASED

if TYPE_CHECKING:
    from datetime import datetime

    from vault.api.reflection_state import ReflectionState
    from vault.api.remembered import Remembered
    from vault.api.resources import Resources
    from vault.files.fingerprint import Fingerprint
    from vault.files.lock import WriteLock
    from vault.index.record import StoredRecord
    from vault.model.memory import Memory, SourceKind
    from vault.model.turn import Turn

ARRIVED: SourceKind = "summary"
AT_ONCE = 50
"""Summaries handed to the gate in one batch."""
LOCK_SECONDS = 30.0
_NOT_WHOLE = "lines in it cannot be read, so that nobody knows what would go with it"


@dataclass(slots=True)
class SummedUp:
    """What was summed up for one person: the summaries, and what the gate made of them."""

    summaries: list[Memory] = field(default_factory=list)
    remembered: list[Remembered] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Going:
    """A file that is to go, as it was read, and the summaries that stay."""

    path: str
    fingerprint: Fingerprint
    summaries: tuple[StoredRecord, ...]


def first_recent_day(resources: Resources, today: date) -> date:
    """The first day that is not summed up yet. Nothing goes before it was summed up."""
    settings = resources.settings.lifecycle
    kept = settings.journal_retention_days or settings.summarise_after_days
    return today - timedelta(days=min(settings.summarise_after_days, kept))


def first_kept_day(resources: Resources, today: date) -> date:
    """The first day whose raw conversation is still kept."""
    days = resources.settings.lifecycle.journal_retention_days
    return today - timedelta(days=days) if days else date.min


def sum_up(
    resources: Resources, reader: DayReader, days: Sequence[date], *, now: datetime, dry_run: bool
) -> SummedUp:
    """Sum up those days of a person that are not, or of which more has arrived since.

    Raises:
        LockTimeout, VaultVanished, …: see `remember`.
    """
    done = SummedUp()
    waiting = [day for day in days if not _is_covered(resources, reader, day)]
    for first in range(0, len(waiting), AT_ONCE):
        read = map(reader.read, waiting[first : first + AT_ONCE])
        batch = [day for day in read if day is not None]
        summaries = [reader.summary(day) for day in batch]
        done.summaries += summaries
        if dry_run:
            continue
        answers = list(
            remember(resources, summaries, arrived=ARRIVED, user=reader.user, now=now, action="reflect")
        )
        refused = [place for place, answer in enumerate(answers) if answer.action == "refused"]
        bare = [reader.bare_summary(batch[place]) for place in refused]
        again = remember(resources, bare, arrived=ARRIVED, user=reader.user, now=now, action="reflect")
        for place, answer in zip(refused, again, strict=True):
            answers[place] = answer
        done.remembered += answers
        with writing(resources, now, action="reflect") as session:
            for day, answer in zip(batch, answers, strict=True):
                _make_the_one(session, reader.user, day, answer)
    return done


def old_days(journal: JournalDays, user: str, state: ReflectionState, before: date) -> tuple[date, ...]:
    """Days on which a person said something, in files of which it is not known that they are summed up."""
    days: set[date] = set()
    for file in journal.files(before + timedelta(days=1)):
        if not state.is_settled(file.seen):
            days |= {day for day, turn in file.turns if turn.user_id == user and day < before}
    return tuple(sorted(days))


def covering(
    resources: Resources, user: str, day: date, turns: Sequence[Turn]
) -> tuple[StoredRecord, ...] | None:
    """The summaries that together cover what the journals hold of a day now; None: they do not.

    One that the person has forgotten covers the whole day: they do not want it summed up.

    Args:
        resources: of the vault.
        user: the person.
        day: in the vault's timezone.
        turns: of that day, as a `DayReader` gives them.
    """
    found = _summaries(resources, user, day)
    forgotten = tuple(each for each in found if each.status == "forgotten")
    if forgotten:
        return forgotten
    current = tuple(each for each in found if not each.archived and not each.superseded_by)
    covered = {turn for record in current for turn in record.message_ids}
    return current if covered.issuperset(turn_ids(turns)) else None


def let_go(
    resources: Resources,
    journal: JournalDays,
    state: ReflectionState,
    *,
    today: date,
    now: datetime,
    dry_run: bool,
) -> tuple[tuple[str, ...], tuple[Part, ...]]:
    """Take the texts out of files of the journal whose time is over; note those with nothing left to be done.

    Returns:
        Paths of the files without texts now, and what was left alone and why.
    """
    kept_from = first_kept_day(resources, today)
    readers: dict[str, DayReader] = {}
    going: list[_Going] = []
    failed: list[Part] = []
    state.forget_changed(journal.seen())
    for file in journal.files(first_recent_day(resources, today)):
        last = max(file.days, default=named_day(file.path) or today)
        over = last < kept_from and file.has_texts
        if over and not file.whole:
            failed.append((file.path, UnparsedFile(file.path, _NOT_WHOLE)))
        elif file.whole and (over or not state.is_settled(file.seen)):
            summaries = _summaries_of(resources, journal, readers, file)
            if summaries is not None and over:
                going.append(_Going(file.path, file.fingerprint, tuple(summaries)))
            elif summaries is not None and last < first_recent_day(resources, today):
                state.settle(file.seen)
    if dry_run or not going:
        return tuple(each.path for each in going), tuple(failed)
    removed: list[str] = []
    with (
        writing(resources, now, action="reflect") as session,
        write_lock(resources.journal_lock, LOCK_SECONDS) as lock,
    ):
        for gone in going:
            error = _remove(session, lock, gone)
            removed += [gone.path] if error is None else []
            failed += [(gone.path, error)] if error is not None else []
    return tuple(removed), tuple(failed)


def _is_covered(resources: Resources, reader: DayReader, day: date) -> bool:
    turns = reader.turns(day)
    return not turns or covering(resources, reader.user, day, turns) is not None


def _summaries(resources: Resources, user: str, day: date) -> list[StoredRecord]:
    found = resources.index.of_session(user, day_session(day))
    return [record for record in found if record.type == "summary"]


def _make_the_one(session: Writing, user: str, day: DayOfUser, answer: Remembered) -> None:
    """Let the summary in `answer` cover the day, and archive earlier ones that cover no more than it does.

    One of which the turns are gone by now is all that is left of them, and stays.
    """
    resources = session.resources
    ids = turn_ids(day.turns)
    if covering(resources, user, day.day, day.turns) is None:
        known = resources.index.record(answer.id)
        if known is None or known.type != "summary":
            return
        source = {"kind": "summary", "session_id": day_session(day.day), "device": session.device}
        covered = sorted({*known.message_ids, *ids})
        session.change(known, {"source": {**source, "message_ids": covered}})
    for record in _summaries(resources, user, day.day):
        ended = record.archived or record.superseded_by
        if record.id != answer.id and not ended and set(record.message_ids) <= set(ids):
            session.archive(record, status="superseded", superseded_by=[answer.id])


def _summaries_of(
    resources: Resources, journal: JournalDays, readers: dict[str, DayReader], file: JournalFile
) -> list[StoredRecord] | None:
    """The summaries that cover everything in a file; None: there is something that none does."""
    found: list[StoredRecord] = []
    for day, user in sorted({(day, turn.user_id) for day, turn in file.turns}):
        if user not in readers:
            readers[user] = DayReader(resources, journal, user)
        turns = readers[user].turns(day)
        summaries = covering(resources, user, day, turns)
        if turns and summaries is None:
            return None
        found += summaries or ()
    return found


def _remove(session: Writing, lock: WriteLock, file: _Going) -> MemvaultError | None:
    folder = session.resources.folder
    try:
        for summary in file.summaries:
            opened = open_memories(folder.root, summary.path, defaults=folder.defaults)
            opened.find(summary.id, summary.line)
        session.touch(file.path)
        mark = ERASED[session.resources.settings.language]
        take_texts_out(
            folder.root,
            file.path,
            expected=file.fingerprint,
            mark=mark,
            defaults=folder.defaults,
            lock=lock,
        )
    except FileNotFoundError as error:
        return UnparsedFile(file.path, f"its summary is gone: {error.filename}")
    except MemvaultError as error:
        return error
    return None
