"""Hands sets of changes to whoever acts on them, when it is time, and again when that failed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from datetime import datetime, timezone

from vault.errors import MemvaultError
from vault.watch.changes import Changes, Delays, Pending

_IDLE = 1.0
_RETRIES = (1.0, 2.0, 5.0, 10.0, 30.0)


def _now() -> datetime:
    return datetime.now(timezone.utc)


class Delivery:
    """Changes on their way. Any thread may add some; one thread calls `step`.

    Args:
        act: called with each set of changes. What it raises is kept in `error`, and it is called again
            with the same changes and those that have come since.
        delays: how long changes wait.
        clock: seconds, only going forward.
        now: the time of day, aware.

    Attributes:
        error: of the last call, empty when that went well.
        last_event: when something was last added.
        last_success: when `act` last went well.
        busy_since: when the call under way began.
    """

    def __init__(
        self,
        act: Callable[[Changes], None],
        delays: Delays | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._act = act
        self._pending = Pending(delays)
        self._clock = clock
        self._now = now
        self._lock = threading.Lock()
        self._held = False
        self._in_hand = Changes()
        self._failures = 0
        self._not_before = 0.0
        self.error = ""
        self.last_event: datetime | None = None
        self.last_success: datetime | None = None
        self.busy_since: datetime | None = None

    def note(self, paths: Collection[str], *, gone: bool = False) -> bool:
        """These paths may have changed; `gone`: because they went away.

        Returns:
            Whether `step` should be called sooner than it has asked for.
        """
        if not paths:
            return False
        with self._lock:
            now = self._clock()
            before = self._pending.wait(now)
            self._pending.note(paths, now, gone=gone)
            after = self._pending.wait(now)
            self.last_event = self._now()
            sooner = self._not_before > now or before is None or (after or 0.0) < before
            self._not_before = 0.0
            return sooner

    def note_everything(self) -> None:
        """Anything may have changed."""
        with self._lock:
            self._pending.note_everything(self._clock())
            self._not_before = 0.0

    def hold(self) -> None:
        """Deliver nothing until `release`."""
        self._held = True

    def release(self) -> None:
        """Deliver again."""
        self._held = False

    @property
    def behind(self) -> Changes:
        """Changes that have not been acted on, those in hand included."""
        with self._lock:
            return self._pending.all | self._in_hand

    def step(self) -> float:
        """Deliver if it is time to; seconds until it makes sense to call again."""
        with self._lock:
            now = self._clock()
            wait = self._pending.wait(now)
            if wait is None or self._held:
                return _IDLE
            wait = max(wait, self._not_before - now)
            if wait > 0:
                return min(wait, _IDLE)
            changes = self._in_hand = self._pending.take()
            self.busy_since = self._now()
        try:
            self._act(changes)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the changes must not get lost
            self._failed(changes, error)
        except BaseException:  # this thread is ending: another one will go on
            self._failed(changes, None)
            raise
        else:
            self._succeeded()
        return 0.0

    def _failed(self, changes: Changes, error: Exception | None) -> None:
        with self._lock:
            now = self._clock()
            self._pending.put_back(changes, now)
            self._not_before = now + _RETRIES[min(self._failures, len(_RETRIES) - 1)] if error else now
            self._failures += 1
            self.busy_since, self._in_hand = None, Changes()
            self.error = describe(error) if error else "the thread ended while changes were being dealt with"

    def _succeeded(self) -> None:
        with self._lock:
            self._failures, self.error, self.busy_since = 0, "", None
            self._in_hand = Changes()
            self.last_success = self._now()


def describe(error: Exception) -> str:
    """An error in one line, for a status file.

    Only those made for people say more than their name: others may quote what they stumbled over.
    """
    if isinstance(error, (MemvaultError, OSError)):
        return str(error)
    return type(error).__name__
