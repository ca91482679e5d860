"""Watches a vault and says, in sets, which paths may have changed. The disk is trusted, never the event.

Three threads beside those of watchdog: one delivers, one looks at the disk (often where the system does
not tell of changes, seldom elsewhere), one supervises: it notices that the vault went away or came back
and that a thread died, begins anew, and shows a sign of life. Each is revived by another.
"""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from types import TracebackType

from vault.errors import MemvaultError, VaultVanished
from vault.files.layout import NOTE_FOLDERS
from vault.watch.attachment import Attachment, PollingChoice, attach, identify
from vault.watch.changes import Changes, Delays
from vault.watch.delivery import Delivery, describe
from vault.watch.heartbeat import Heartbeat, State, write_heartbeat
from vault.watch.loop import Loop
from vault.watch.polling import next_interval

_SLOWEST = 30
"""A drive on which looking takes long is looked at so many times less often, at most."""
_SHORTEST_ATTACHMENT = 0.1
"""Seconds. Many new folders at once are one reason to begin anew, not many."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Timing:
    """How often things are done, in seconds.

    Attributes:
        delays: see `vault.watch.changes.Delays`.
        supervise: between two looks at root and threads.
        beat: between two signs of life.
        poll: between two looks at all files where the system does not tell of changes.
        check: between two looks where it does. Slow drives are looked at less often, in both cases.
        retry: between two attempts to be told after a limit was reached.
    """

    delays: Delays = field(default_factory=Delays)
    supervise: float = 0.5
    beat: float = 2.0
    poll: float = 1.0
    check: float = 60.0
    retry: float = 300.0


class Watcher:
    """Watches one vault from `start` to `stop`.

    Args:
        root: the vault.
        on_changes: called from one thread, one set at a time, first of all with `Changes(full=True)`. It
            compares the index with the disk. When it raises, it is called again later with the same.
        heartbeat: file to show signs of life in, outside the vault; None: none.
        polling: whether to look at the disk instead of being told.
        note_folders: see `vault.files.layout.classify`.
        on_missing: called when the vault's folder has gone away.
        timing: how often things are done.
    """

    def __init__(
        self,
        root: Path,
        on_changes: Callable[[Changes], None],
        *,
        heartbeat: Path | None = None,
        polling: PollingChoice = "auto",
        note_folders: Sequence[str] = NOTE_FOLDERS,
        on_missing: Callable[[], None] = lambda: None,
        timing: Timing | None = None,
    ) -> None:
        self._root = Path(os.path.realpath(root))
        self._on_changes = on_changes
        self._on_missing = on_missing
        self._heartbeat_path = heartbeat
        self._choice = polling
        self._note_folders = tuple(note_folders)
        self._timing = timing or Timing()
        self._delivery = Delivery(self._act, self._timing.delays)
        self._supervising = Loop("memvault-supervise", self._supervise, self._supervising_failed)
        self._delivering = Loop("memvault-deliver", self._deliver, self._stumbled)
        self._looking = Loop("memvault-look", self._look, self._stumbled)
        self._attached: Attachment | None = None
        self._lost: deque[str] = deque()
        self._attached_at = self._next_beat = 0.0
        self._warned = False
        self._state: State = "starting"
        self._error = self._look_error = self._beat_error = self._restart_reason = ""
        self._restarts = 0
        self._started = datetime.now(timezone.utc)

    def start(self) -> None:
        """Begin. Returns at once; a vault that is not there is waited for."""
        self._started = datetime.now(timezone.utc)
        self._supervising.ensure_running()

    def stop(self, timeout: float = 5.0) -> bool:
        """End all threads; whether that succeeded in time (a call of `on_changes` may be under way)."""
        loops = (self._supervising, self._looking, self._delivering)
        for loop in loops:
            loop.end()
        deadline = time.monotonic() + timeout
        ended = [loop.join(max(0.0, deadline - time.monotonic())) for loop in loops]
        self._detach()
        self._state = "stopped"
        self._beat()
        return all(ended)

    def __enter__(self) -> Watcher:  # noqa: PYI034 - `Self` came with Python 3.11
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def heartbeat(self) -> Heartbeat:
        """How it stands now."""
        delivery, attached = self._delivery, self._attached
        return Heartbeat(
            pid=os.getpid(),
            started=self._started,
            beat=datetime.now(timezone.utc),
            state=self._state,
            mode=attached.mode if attached else "",
            mode_reason=attached.reason if attached else "",
            behind=bool(delivery.behind),
            last_event=delivery.last_event,
            last_reconcile=delivery.last_success,
            busy_since=delivery.busy_since,
            error=self._error or delivery.error or self._look_error or self._beat_error,
            restarts=self._restarts,
            restart_reason=self._restart_reason,
        )

    @property
    def behind(self) -> Changes:
        """What was noticed and not yet acted on."""
        return self._delivery.behind

    def changed(self, paths: Sequence[str]) -> None:
        """See `vault.watch.observing.Told`."""
        if self._delivery.note(paths):
            self._delivering.wake()

    def went_away(self, paths: Sequence[str]) -> None:
        """See `vault.watch.observing.Told`."""
        if self._delivery.note(paths, gone=True):
            self._delivering.wake()

    def lost_track(self, why: str) -> None:
        """See `vault.watch.observing.Told`."""
        self._lost.append(why)
        self._supervising.wake()

    def watch_notes_in(self, note_folders: Sequence[str]) -> None:
        """The vault's settings now name these folders."""
        self._note_folders = tuple(note_folders)
        self.lost_track("")

    def _deliver(self) -> float:
        if self._supervising.ensure_running():
            self._restarted("the supervising thread had ended")
        return self._delivery.step()

    def _act(self, changes: Changes) -> None:
        self._require_vault(self._attached)
        self._on_changes(changes)

    def _look(self) -> float:
        attached = self._attached
        if attached is None:
            return self._timing.poll
        differences = attached.polling.look(time.time_ns())
        self._require_vault(attached)
        if differences is not None:
            self._delivery.note(differences.gone, gone=True)
            self._delivery.note(differences.changed)
        elif attached.observing is None:
            self._delivery.note_everything()
        self._delivering.wake()
        if attached.observing is not None and attached.observing.misses_folders():
            self.lost_track("some folders were not watched any more")
        self._look_error = ""
        shortest = self._timing.check if attached.observing else self._timing.poll
        return next_interval(shortest, _SLOWEST * shortest, attached.polling.seconds)

    def _require_vault(self, attached: Attachment | None) -> None:
        """A drive that is gone looks like a vault with every file deleted: say nothing of the kind."""
        if attached is None or not attached.is_current():
            self._supervising.wake()
            raise VaultVanished(self._root, 0)

    def _supervise(self) -> float:
        if identify(self._root) is None:
            self._vault_is_missing()
        else:
            self._keep_attached()
        for loop, name in ((self._delivering, "delivering"), (self._looking, "looking")):
            if loop.ensure_running():
                self._restarted(f"the {name} thread had ended")
        if time.monotonic() >= self._next_beat:
            self._beat()
        return self._timing.supervise

    def _vault_is_missing(self) -> None:
        if self._attached is not None or self._state == "starting":
            self._detach()
            self._change_state("vault missing")
            self._on_missing()

    def _keep_attached(self) -> None:
        attached, since = self._attached, time.monotonic() - self._attached_at
        if attached is None or not attached.is_current():
            self._attach()
        elif since < _SHORTEST_ATTACHMENT:
            return
        elif not attached.is_alive():
            self._restarted("a thread that is told of changes had ended")
            self._attach()
        elif self._lost:
            lost = [self._lost.popleft() for _ in range(len(self._lost))]
            if any(lost):
                self._restarted(next(filter(None, lost)))
            self._attach()
        elif attached.limited and since >= self._timing.retry:
            self._attach()

    def _attach(self) -> None:
        self._detach()
        self._attached_at = time.monotonic()
        attached = attach(self._root, self, choice=self._choice, note_folders=self._note_folders)
        if attached.limited and not self._warned:
            self._warned = True
            _log.warning("changes are noticed by looking, which is slower: %s", attached.reason)
        self._attached, self._error = attached, ""
        self._change_state("watching")
        self._delivery.release()
        self._delivery.note_everything()
        self._delivering.wake()
        self._looking.wake()

    def _detach(self) -> None:
        self._delivery.hold()
        attached, self._attached = self._attached, None
        if attached is not None:
            attached.stop()

    def _restarted(self, reason: str) -> None:
        self._restarts += 1
        self._restart_reason = reason
        self._next_beat = 0.0

    def _change_state(self, state: State) -> None:
        self._state = state
        self._next_beat = 0.0

    def _beat(self) -> None:
        self._next_beat = time.monotonic() + self._timing.beat
        if self._heartbeat_path is None:
            return
        try:
            write_heartbeat(self._heartbeat_path, self.heartbeat)
        except OSError as error:
            self._beat_error = f"cannot show signs of life: {error}"
        else:
            self._beat_error = ""

    def _supervising_failed(self, error: Exception) -> None:
        self._error = describe(error)
        if not isinstance(error, MemvaultError):
            _log.exception("the watcher stumbled", exc_info=error)
        self._beat()

    def _stumbled(self, error: Exception) -> None:
        self._look_error = describe(error)
