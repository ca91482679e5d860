"""The index of an open vault, kept in step with its files by whoever asks, writes or watches."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from vault.api.counting import begin_counting
from vault.api.freshness import Freshness
from vault.api.notices import notice
from vault.api.plugins import tell_indexed
from vault.errors import LockTimeout, WriteFailed
from vault.index.progress import silent

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.progress import Stage, Step
    from vault.index.report import IndexReport

LOCK_SECONDS = 600.0
"""How long an explicit `index` waits for another process that is indexing."""
TALK = timedelta(seconds=30)
"""A conversation in which nothing was said for so long is embedded; before, it is found by its words."""
BUSY_SECONDS = 2.0
"""How long a recall waits for another process that is indexing, before it answers from what there is."""
_GLANCE = 0.01


class InStep:
    """When the index is compared with the disk, and what an answer says that did not wait for it.

    Args:
        resources: of the vault.

    Attributes:
        patience: seconds that an answer waits for another process or thread that is indexing.
        files_read: how many files the run under way, or the last one, has read, and of how many.
        in_hand: paths that are being written through this object, and will be in the index in a moment.
        notices: why the last answer may be older than the disk; empty when it is not.
    """

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._looking = threading.Lock()
        self._freshness = Freshness(self._watched)
        self.patience = BUSY_SECONDS
        self.files_read = (0, 0)
        self.in_hand: frozenset[str] = frozenset()
        self.notices: tuple[str, ...] = ()

    def reconcile(
        self,
        now: datetime,
        *,
        progress: Step | None = None,
        under: Sequence[str] | None = None,
        words_only: bool = False,
        allow_empty: bool = False,
        lock_timeout: float = LOCK_SECONDS,
    ) -> IndexReport:
        """Bring the index in step with the disk.

        Args:
            now: aware.
            progress: told how far it is.
            under: look at these paths only; None: at the whole vault.
            words_only: leave vectors of new texts to a later run.
            allow_empty: accept that the vault has become empty.
            lock_timeout: seconds to wait for another process that is indexing.

        Raises:
            VaultVanished: the vault held memories and is empty now.
            LockTimeout: another process is indexing.
            IndexBroken: the index cannot be written.
        """
        started = time.monotonic()
        report = self._resources.index.reconcile(
            self._resources.folder,
            None if words_only else self._resources.model,
            None if words_only else self._resources.vector_cache(),
            now=now,
            progress=partial(self._progressed, progress or silent),
            under=under,
            allow_empty=allow_empty,
            lock_timeout=lock_timeout,
            talk_before=self.talk_before(now),
        )
        if report.model_fault is not None:
            self._resources.give_up_model(report.model_fault)
        if self._resources.plugins.own:
            tell_indexed(self._resources.plugins, report)
        if under is None:
            self._freshness.looked(time.monotonic() - started)
            if self._resources.settings.lifecycle.record_usage:
                begin_counting(self._resources.folder.settings.id, now)
        return report

    def keep(
        self, now: datetime, progress: Step | None = None, *, words_only: bool = False
    ) -> tuple[str, ...]:
        """Reconcile if it is time to; notices say when the answer may be older than the disk.

        With `words_only` no model is waited for: vectors of new texts are left to the next time.

        Raises:
            VaultVanished: the vault held memories and is empty now.
        """
        if not self.built_meanwhile():
            self.notices = (self._busy,)
        else:
            self.notices = self._looked_at(now, progress, words_only=words_only)
        return self.notices

    def keep_to_answer(
        self, now: datetime, progress: Step | None = None, *, words_only: bool = False
    ) -> tuple[str, ...]:
        """As `keep`, but a watcher of this process is left to do it, and waited for a moment only."""
        watching = self._resources.watching if self._freshness.looked_before else None
        caught_up = watching.caught_up(self.patience) if watching is not None else None
        if caught_up is None:
            return self.keep(now, progress, words_only=words_only)
        self.notices = () if caught_up else (self._busy,)
        return self.notices

    @property
    def is_being_built(self) -> bool:
        """Whether a watcher of this process makes the first index of the vault: nobody else has to."""
        return self._resources.watching is not None and not self._resources.index.is_filled

    def built_meanwhile(self) -> bool:
        """Wait a moment for a first index that is being made; False when it takes longer."""
        until = time.monotonic() + BUSY_SECONDS
        while self.is_being_built:
            if time.monotonic() >= until:
                return False
            time.sleep(_GLANCE)
        return True

    def wrote(self) -> None:
        """Something was written into the vault: the next answer looks at the disk first."""
        self._freshness.expire()

    def talk_before(self, now: datetime) -> datetime | None:
        """Only conversations that ended before are embedded; None: all, since nobody watches to come back."""
        return now - TALK if self._resources.watching is not None or self._watched() else None

    @property
    def _busy(self) -> str:
        """What an answer says that did not wait for who is indexing."""
        language = self._resources.settings.language
        if self._resources.index.is_filled:
            return notice(language, "index-busy")
        return notice(language, "index-building", f"{self.files_read[0]}/{self.files_read[1] or '?'}")

    def _progressed(self, progress: Step, stage: Stage, done: int, total: int) -> None:
        if stage == "read":
            self.files_read = (done, total)
        progress(stage, done, total)

    def _looked_at(self, now: datetime, progress: Step | None, *, words_only: bool) -> tuple[str, ...]:
        if not self._freshness.look_is_due():
            return ()
        patience = self.patience if self._freshness.looked_before else -1
        words_only = words_only or self._resources.watching is not None
        if not self._looking.acquire(timeout=patience):
            return (self._busy,)
        try:
            if self._freshness.look_is_due():
                self.reconcile(now, progress=progress, words_only=words_only, lock_timeout=self.patience)
        except LockTimeout:
            return (self._busy,)
        except WriteFailed as error:
            return (notice(self._resources.settings.language, "index-read-only", error.reason),)
        finally:
            self._looking.release()
        return ()

    def _watched(self) -> bool:
        from vault.watch.heartbeat import is_fresh

        return is_fresh(self._resources.index_folder)
