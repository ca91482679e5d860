"""`reflect`: what a day leaves behind. Facts of its conversations, the profile, and old days in a few words.

Nothing here is needed for remembering: whatever capture has taken in is known already. A second run changes
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING

from vault.api.day_of_user import DayOfUser, DayReader, memories_of
from vault.api.extraction import ARRIVED
from vault.api.old_days import first_recent_day, let_go, old_days, sum_up
from vault.api.profile import plan_profile, write_profile
from vault.api.reflection import Part, Reflection, ReflectReport
from vault.api.reflection_state import (
    ReflectionState,
    digest_of,
    load_state,
    origin_of,
    save_state,
    state_path,
)
from vault.api.remember import remember
from vault.api.writing import writing
from vault.errors import (
    BrokenMarkers,
    ChangedOnDisk,
    EditRefused,
    OutsideVault,
    ProfileOfAnother,
    ReadFailed,
    UnparsedFile,
    WriteFailed,
)
from vault.files.journal_days import JournalDays
from vault.lifecycle.day_summary import turn_ids
from vault.model.memory import Memory

if TYPE_CHECKING:
    from datetime import datetime

    from vault.api.remembered import Remembered
    from vault.api.resources import Resources
    from vault.files.file_change import FileChange
    from vault.index.progress import Step

_ONE_DAY = timedelta(days=1)
_LEFT_ALONE = (
    BrokenMarkers,
    ChangedOnDisk,
    EditRefused,
    OutsideVault,
    ProfileOfAnother,
    ReadFailed,
    UnparsedFile,
    WriteFailed,
)
"""Why one profile is not refreshed; others may be."""


def reflect(
    resources: Resources,
    days: Sequence[date] | None = None,
    *,
    user: str | None,
    all_users: bool,
    dry_run: bool,
    now: datetime,
    progress: Step | None = None,
) -> ReflectReport:
    """Look back at days.

    Args:
        resources: of the open vault.
        days: in the vault's timezone; None: those that are due, and today so far.
        user: for whom; None: the chosen user.
        all_users: for everybody who has anything in the vault.
        dry_run: write nothing, say what would be written.
        now: aware.
        progress: told how far it is.

    Raises:
        UserRequired, UnknownUser: as in `recall`.
        LockTimeout, VaultVanished, ChangedOnDisk, UnparsedFile, WriteFailed: from the write gate. A profile
            that cannot be refreshed, or a journal that cannot go, is told in the report and stops nothing.
    """
    resources.in_step.keep(now, progress)
    users = _everybody(resources) if all_users else [resources.user(user)]
    path = state_path(resources.folder.settings.id, resources.folder.root)
    run = _Run(resources, load_state(path), now, dry_run)
    reflections = tuple(run.of_user(each, days) for each in users)
    removed, failed = let_go(resources, run.journal, run.state, today=run.today, now=now, dry_run=dry_run)
    if not dry_run:
        save_state(path, run.state)
    return ReflectReport(reflections, removed, (*run.failed, *failed), dry_run)


def days_due(resources: Resources, now: datetime) -> tuple[date, ...]:
    """The days that are over, on which something was said and that nobody has reflected upon; ascending.

    Reaches back as far as days are not summed up.
    """
    state = load_state(state_path(resources.folder.settings.id, resources.folder.root))
    today = now.astimezone(resources.zone).date()
    journal = JournalDays(resources.folder, resources.zone)
    return tuple(
        day
        for day in journal.days()
        if first_recent_day(resources, today) <= day < today
        and any(day > state.done.get(user, date.min) for user in journal.users(day))
    )


@dataclass(slots=True)
class _Run:
    """One run of reflection."""

    resources: Resources
    state: ReflectionState
    now: datetime
    dry_run: bool
    failed: list[Part] = field(default_factory=list)
    today: date = field(init=False)
    journal: JournalDays = field(init=False)

    def __post_init__(self) -> None:
        self.today = self.now.astimezone(self.resources.zone).date()
        self.journal = JournalDays(self.resources.folder, self.resources.zone)

    def of_user(self, user: str, days: Sequence[date] | None) -> Reflection:
        reader = DayReader(self.resources, self.journal, user)
        wanted = self._due(user) if days is None else sorted(set(days))
        read = [day for day in map(reader.read, wanted) if day is not None]
        proposed, remembered = self._facts(reader, read)
        if days is None:
            self.state.finish(user, self.today - _ONE_DAY)
        old = old_days(self.journal, user, self.state, first_recent_day(self.resources, self.today))
        summed = sum_up(self.resources, reader, old, now=self.now, dry_run=self.dry_run)
        return Reflection(
            user=user,
            days=tuple(day.day for day in read),
            proposed=tuple(proposed),
            remembered=remembered,
            profile=self._profile(user, proposed),
            summaries=tuple(summed.summaries),
            summarised=tuple(summed.remembered),
        )

    def _due(self, user: str) -> list[date]:
        """Days after the last one that is done, up to today."""
        first = first_recent_day(self.resources, self.today)
        last = self.state.done.get(user, date.min)
        return [day for day in self.journal.days() if last < day <= self.today and first <= day]

    def _facts(
        self, reader: DayReader, days: Sequence[DayOfUser]
    ) -> tuple[list[Memory], tuple[Remembered, ...]]:
        proposed: list[Memory] = []
        for day in days:
            facts = self._chosen(reader, day)
            digests = {origin_of(each) for each in facts}
            facts = [
                each
                for each in facts
                if not self.state.has_proposed(reader.user, day.day, origin_of(each))
                and not reader.is_known(each)
            ]
            self.state.propose(reader.user, day.day, digests)
            proposed += facts
        if self.dry_run or not proposed:
            return proposed, ()
        answers = remember(
            self.resources, proposed, arrived=ARRIVED, user=reader.user, now=self.now, action="reflect"
        )
        return proposed, answers

    def _chosen(self, reader: DayReader, day: DayOfUser) -> list[Memory]:
        """The weightiest facts of a day: by a plugin, which is asked once for the same turns, or by rules."""
        asked = digest_of("plugin", *turn_ids(day.turns))
        if self.state.has_proposed(reader.user, day.day, asked):
            return []
        seen = reader.by_plugin(day, self.now)
        if seen is None:
            return reader.by_rules(day)
        self.state.propose(reader.user, day.day, [asked])
        return seen

    def _profile(self, user: str, proposed: Sequence[Memory]) -> FileChange | None:
        if not self.resources.settings.lifecycle.keep_profile:
            return None
        try:
            if self.dry_run:
                known = [*memories_of(self.resources, user), *proposed]
                return plan_profile(self.resources, user, known, self.now)
            with writing(self.resources, self.now, action="reflect") as session:
                return write_profile(session, user, memories_of(self.resources, user), self.now)
        except _LEFT_ALONE as error:
            self.failed.append((str(error.path), error))
            return None


def _everybody(resources: Resources) -> list[str]:
    """Whoever has anything in the vault; what belongs to nobody only where nobody has a name."""
    users = [user for user in resources.index.users() if user]
    return users or [""]
