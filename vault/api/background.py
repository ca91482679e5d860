"""Extraction in the background of an open vault: a thread, woken by captures and by the end of a window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timezone
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault.api.extraction import Extracted
    from vault.api.resources import Resources

FIRST_RETRY, LAST_RETRY = 1.0, 300.0
"""Seconds after which a run that failed is tried again; doubled each time. Nothing is lost meanwhile."""
PLUGIN_SECONDS = 10.0
"""How long closing waits for a plugin in the middle of its work."""
PAUSE = 0.3
"""Seconds between two units, in which others get at the vault; what comes meanwhile is one unit."""
_LEAST_WAIT = 1.0


class BackgroundExtraction:
    """Works on the queue of a vault while other things are done with it.

    The thread is a daemon: a process that ends without closing the vault leaves the rest in the journal, for
    the next one.

    Args:
        resources: of the vault.

    Attributes:
        told: called, from the thread, with what a run gave; must not fail.
    """

    def __init__(self, resources: Resources) -> None:
        self.told: Callable[[Extracted], None] | None = None
        self._resources = resources
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._news = threading.Event()
        self._closed = threading.Event()

    def wake(self) -> None:
        """There is something to extract. Returns at once."""
        with self._guard:
            self._news.set()
            if self._thread is None and not self._closed.is_set():
                self._thread = threading.Thread(target=self._work, name="memvault-extraction", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Let the unit in hand come to its end; the rest waits in the journal.

        A plugin that asks another machine is not waited for long. Nothing is written before it answers; where
        the process ends meanwhile, it is asked again.
        """
        with self._guard:
            self._closed.set()
            self._news.set()
            thread, self._thread = self._thread, None
        if thread is not None and thread is not threading.current_thread():
            thread.join(PLUGIN_SECONDS if self._resources.plugins.own else None)

    def _work(self) -> None:
        from vault.api.extraction import extract_pending

        retry = FIRST_RETRY
        wait: float | None = None
        while not self._closed.is_set():
            self._news.wait(wait)
            self._news.clear()
            if self._closed.is_set():
                return
            try:
                now = datetime.now(timezone.utc)
                result = extract_pending(
                    self._resources,
                    now=now,
                    told_to=None,
                    wait=False,
                    stop=self._closed.is_set,
                    once=True,
                )
            except Exception:  # noqa: BLE001 - a full disk or a lost drive: it is tried again
                wait, retry = retry, min(2 * retry, LAST_RETRY)
            else:
                wait, retry = _until(result), FIRST_RETRY
                if self.told is not None:
                    self.told(result)
                if result.turns:  # more may have come meanwhile
                    self._news.set()
                    self._closed.wait(PAUSE)


def _until(result: Extracted) -> float | None:
    """Seconds until there may be something to sum up."""
    if result.next_window is None:
        return None
    return max(_LEAST_WAIT, (result.next_window - datetime.now(timezone.utc)).total_seconds())
