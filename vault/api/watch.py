"""`watch`: keep the index in step with the disk until stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from vault.api.in_step import TALK
from vault.api.settings_reading import SettingsRead, read_settings_again
from vault.errors import MemvaultError, VaultVanished
from vault.files.layout import SETTINGS_FILE
from vault.watch.changes import Changes
from vault.watch.heartbeat import heartbeat_path
from vault.watch.lease import watch_lease
from vault.watch.watcher import Watcher

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.report import IndexReport

FEW = 20
"""So many changed files are embedded at once; with more, their words are findable before."""
LOCK_SECONDS = 30.0
SETTLING_SECONDS = 1.0
_SOON = timedelta(seconds=1)
_GLANCE = 0.01
_TALK = "journal"
_BY_PROGRAMS = ("journal", "usage")


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """Something that happened while watching.

    Attributes:
        at: aware.
        paths: what may have changed, relative to the vault, sorted; empty for all of it.
        report: what the index made of it; None when that failed, or only settings were read.
        fault: why; it is tried again.
        settings: what became of the settings of `vault.yaml`, where they say something else than before.
    """

    at: datetime
    paths: tuple[str, ...]
    report: IndexReport | None
    fault: MemvaultError | None = None
    settings: SettingsRead | None = None


class Watching:
    """Watches from `with` to its end. One a vault: the lease is held meanwhile.

    The first reconcile finds everything that changed while nobody watched. Words are findable at once;
    vectors follow when the model has loaded.

    Args:
        resources: of the open vault.
        on_event: called from a thread of the watcher, one event at a time.
        role: shown to others who want to watch.

    Raises:
        AlreadyWatched: on entering, when somebody else watches this vault.
    """

    def __init__(
        self, resources: Resources, on_event: Callable[[WatchEvent], None], role: str = "watch"
    ) -> None:
        self._resources = resources
        self._on_event = on_event
        self._role = role
        self._stack = ExitStack()
        self._last_fault = ""
        self._ending = threading.Event()
        self._settling: threading.Timer | None = None
        self._listening: threading.Timer | None = None
        self._watcher = Watcher(
            resources.folder.root,
            self._act,
            heartbeat=heartbeat_path(resources.index_folder),
            polling=resources.settings.watch.polling,
            note_folders=resources.folder.settings.note_folders,
            on_missing=self._vault_is_missing,
        )

    @property
    def root(self) -> Path:
        """Of the vault."""
        return self._resources.folder.root

    def caught_up(self, patience: float) -> bool | None:
        """Whether the index has everything that was noticed on disk, but for the last second.

        Args:
            patience: seconds to wait for it.

        Returns:
            None when changes may not be noticed: the watcher starts, stumbles, or the vault is away.
        """
        until = time.monotonic() + patience
        while True:
            beat = self._watcher.heartbeat
            if beat.state != "watching" or beat.error:
                return None
            if not beat.behind:
                return True
            if time.monotonic() >= until or not self._is_news(self._watcher.behind):
                return beat.busy_since is None or _now() - beat.busy_since < _SOON
            time.sleep(_GLANCE)

    def _is_news(self, changes: Changes) -> bool:
        """Whether a person may have changed something.

        An answer waits neither for what is being said right now nor for what this process writes: that is
        indexed before whoever asked for it is told that it is written.
        """
        others = changes.paths - self._resources.in_step.in_hand
        paths = [path for path in others if path.partition("/")[0] not in _BY_PROGRAMS]
        return changes.full or (bool(paths) and not self._has(paths))

    def _has(self, paths: Sequence[str]) -> bool:
        """Whether the index has them as they are. Where that cannot be found out now, it has not."""
        try:
            return self._resources.index.is_in_step(self._resources.folder, paths)
        except MemvaultError:
            return False

    def __enter__(self) -> Watching:  # noqa: PYI034 - `Self` came with Python 3.11
        self._stack.enter_context(watch_lease(self._resources.index_folder, self._role, _now()))
        self._stack.enter_context(self._watcher)
        self._resources.watching = self
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.set()
        self._resources.watching = None
        for timer in (self._settling, self._listening):
            if timer is not None:
                timer.cancel()
        self._stack.close()

    def _act(self, changes: Changes) -> None:
        paths = tuple(sorted(changes.paths))
        try:
            self._reconcile(changes, paths)
        except _Ended:
            return
        except Exception as error:
            self._report_fault(error, paths)
            raise
        self._last_fault = ""

    def _report_fault(self, error: Exception, paths: tuple[str, ...] = ()) -> None:
        """Once, however often it is met."""
        fault = (
            error if isinstance(error, MemvaultError) else MemvaultError(f"{type(error).__name__}: {error}")
        )
        if str(fault) != self._last_fault:
            self._last_fault = str(fault)
            self._on_event(WatchEvent(_now(), paths, None, fault))

    def _vault_is_missing(self) -> None:
        self._report_fault(VaultVanished(self.root, 0))

    def _reconcile(self, changes: Changes, paths: tuple[str, ...]) -> None:
        resources = self._resources
        whole = changes.full or SETTINGS_FILE in changes.paths
        if whole:
            self._reread_settings()
        under = None if whole else paths
        model = resources.model
        if not whole and self._has(paths) and not resources.to_embed(1, _now()):
            return  # written by this process
        talk = any(path.partition("/")[0] == _TALK for path in paths)
        if model is not None and (whole or len(paths) > FEW or talk or not model.ready):
            self._report(
                paths,
                resources.in_step.reconcile(
                    _now(), progress=self._step, under=under, words_only=True, lock_timeout=LOCK_SECONDS
                ),
            )
        if model is not None and not whole:
            resources.embed_ahead(_now())
        self._report(
            paths,
            resources.in_step.reconcile(_now(), progress=self._step, under=under, lock_timeout=LOCK_SECONDS),
        )
        if whole or talk:
            self._come_back()

    def _step(self, stage: str, done: int, total: int) -> None:
        """Ends a reconcile under way: it leaves the index as it was, and what it embedded in the cache."""
        del stage, done, total
        if self._ending.is_set():
            raise _Ended

    def _reread_settings(self) -> None:
        """Told once, whatever came of it; with what cannot be read everything else goes on as it was."""
        folders, before = self._resources.folder.settings.note_folders, self._resources.settings_read
        read = read_settings_again(self._resources)
        now = self._resources.folder.settings.note_folders
        if now != folders:
            self._watcher.watch_notes_in(now)
        if read.changed or read.restart != before.restart or str(read.fault) != str(before.fault):
            self._on_event(WatchEvent(_now(), (SETTINGS_FILE,), None, read.fault, read))

    def _report(self, paths: tuple[str, ...], report: IndexReport) -> None:
        if report.added or report.changed or report.moved or report.removed or report.embedded:
            self._on_event(WatchEvent(_now(), paths, report))
        if report.unsettled:
            self._look_again(report.unsettled)

    def _look_again(self, paths: tuple[str, ...]) -> None:
        """A file that may still be being written is looked at once more in a moment."""
        self._settling = self._later(SETTLING_SECONDS, paths)

    def _come_back(self) -> None:
        """What is being said is embedded when the talk is over."""
        model = self._resources.model
        is_left = model is not None and self._resources.index.texts_to_embed(1, model.facts)
        if is_left and (self._listening is None or not self._listening.is_alive()):
            self._listening = self._later(TALK.total_seconds() + SETTLING_SECONDS, (_TALK,))

    def _later(self, seconds: float, paths: tuple[str, ...]) -> threading.Timer:
        timer = threading.Timer(seconds, self._watcher.changed, [paths])
        timer.daemon = True
        timer.start()
        return timer


class _Ended(Exception):
    """The watching ends while a reconcile is under way."""


def _now() -> datetime:
    return datetime.now(timezone.utc)
