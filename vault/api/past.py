"""The verbs of an open vault that are about its past: git's history, what was known then, backups."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.life_cycle import LifeCycle, moment
from vault.files.lock import write_lock

if TYPE_CHECKING:
    from vault.api.backup import BackedUp
    from vault.api.backup_restore import MergedBackup
    from vault.api.backup_schedule import BackupStatus
    from vault.api.git_history import BlamedField, DiffReport, LifeEvent, LogEntry
    from vault.api.git_setup import GitInstalled
    from vault.api.git_undo import Undone
    from vault.api.recall import Answer
    from vault.history.encryption import Keys
    from vault.problem import Problem


class Past(LifeCycle):
    """The part of `vault.api.vault.Vault` that looks back; see there for `now` and `user`."""

    def install_git(self, *, hook: bool = True) -> GitInstalled:
        """Teach the repository to merge memories and check commits; see `vault.api.git_setup.install`."""
        from vault.api.git_setup import install

        wanted = self._resources.settings.history.auto_commit
        with write_lock(self._resources.write_lock) as lock:
            return install(self._resources.folder.root, lock, hook=hook, auto_commit=wanted)

    def check_staged(self) -> tuple[Problem, ...]:
        """What is wrong in what is about to be committed; see `vault.api.git_check.check_staged`."""
        from vault.api.git_check import check_staged

        folder = self._resources.folder
        return check_staged(folder.root, folder, self._resources.settings.lifecycle.mask)

    def git_log(
        self,
        *,
        user: str | None = None,
        limit: int = 20,
        since: datetime | None = None,
        now: datetime | None = None,
    ) -> tuple[LogEntry, ...]:
        """What the latest commits did to memories; see `vault.api.git_history.log`."""
        from vault.api.git_history import log

        return log(self._resources, user=user, limit=limit, since=since, now=moment(now))

    def life(
        self, memory_id: str, *, user: str | None = None, now: datetime | None = None
    ) -> tuple[LifeEvent, ...]:
        """What happened to one memory; see `vault.api.git_history.life`."""
        from vault.api.git_history import life

        return life(self._resources, memory_id, user=user, now=moment(now))

    def blame(
        self, memory_id: str, *, user: str | None = None, now: datetime | None = None
    ) -> tuple[BlamedField, ...]:
        """Where each field of a memory comes from; see `vault.api.git_history.blame`."""
        from vault.api.git_history import blame

        return blame(self._resources, memory_id, user=user, now=moment(now))

    def difference(self, point: str, *, user: str | None = None, now: datetime | None = None) -> DiffReport:
        """What has changed since a commit or a date; see `vault.api.git_history.difference`."""
        from vault.api.git_history import difference

        return difference(self._resources, point, user=user, now=moment(now))

    def undo(self, name: str, *, user: str | None = None, now: datetime | None = None) -> Undone:
        """Take back what a commit did, or the last change of a memory; see `vault.api.git_undo.undo`."""
        from vault.api.git_undo import undo

        return undo(self._resources, name, user=user, now=moment(now))

    def recall_as_of(self, query: str, at: datetime, *, user: str | None = None, **options: object) -> Answer:
        """What would have been answered then; see `vault.api.as_of.recall_as_of`."""
        from vault.api.as_of import recall_as_of

        return recall_as_of(self._resources, query, at, user=user, **options)

    def back_up(
        self, target: str | Path, *, keys: Keys | None = None, keep: int = 0, now: datetime | None = None
    ) -> BackedUp:
        """Everything in one file, read back; see `vault.api.backup.back_up`."""
        from vault.api.backup import back_up
        from vault.api.backup_schedule import keep_in_mind

        made = back_up(self._resources, Path(target), keys=keys, keep=keep, now=moment(now))
        keep_in_mind(self._resources, made, moment(now))
        return made

    def back_up_as_set(self, *, now: datetime | None = None) -> BackedUp:
        """The backup that the settings describe; see `vault.api.backup_schedule.back_up_as_set`."""
        from vault.api.backup_schedule import back_up_as_set, keep_in_mind

        made = back_up_as_set(self._resources, moment(now))
        keep_in_mind(self._resources, made, moment(now))
        return made

    def back_up_if_due(self, *, now: datetime | None = None) -> BackedUp | None:
        """The same, unless today has one, or none is wanted; see `vault.api.backup_schedule.is_due`."""
        from vault.api.backup_schedule import is_due

        return self.back_up_as_set(now=now) if is_due(self._resources, moment(now)) else None

    def backup_status(self, *, now: datetime | None = None) -> BackupStatus:
        """When the last backup was made; see `vault.api.backup_schedule.backup_status`."""
        from vault.api.backup_schedule import backup_status

        return backup_status(self._resources, moment(now))

    def merge_backup(
        self, backup: str | Path, *, keys: Keys | None = None, now: datetime | None = None
    ) -> MergedBackup:
        """Bring back from a backup what is not here; see `vault.api.backup_restore.merge_backup`."""
        from vault.api.backup_restore import merge_backup

        return merge_backup(self._resources, Path(backup), keys=keys, now=moment(now))
