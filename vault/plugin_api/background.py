"""Calls that nobody waits for: made one after another in a daemon thread, waited for only at the end."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

MOST_WAITING = 1000


class Background:
    """A thread that makes calls in order. Safe to use from several threads.

    Args:
        name: of the thread.
        on_fault: told what a call raised.
    """

    def __init__(self, name: str, on_fault: Callable[[BaseException], None]) -> None:
        self._name = name
        self._on_fault = on_fault
        self._calls: queue.Queue[Callable[[], object]] = queue.Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._idle = threading.Condition()
        self._open = 0

    def put(self, function: Callable[[], object]) -> bool:
        """Have it called; False when too many wait already."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
        with self._idle:
            self._open += 1
        try:
            self._calls.put_nowait(function)
        except queue.Full:
            self._done()
            return False
        return True

    def wait(self, seconds: float) -> bool:
        """Wait until everything is called; False when it takes longer."""
        with self._idle:
            return self._idle.wait_for(lambda: self._open == 0, timeout=seconds)

    def _work(self) -> None:
        while True:
            function = self._calls.get()
            try:
                function()
            except BaseException as error:  # noqa: BLE001 - told, and the next call is made
                self._on_fault(error)
            finally:
                del function
                self._done()

    def _done(self) -> None:
        with self._idle:
            self._open -= 1
            self._idle.notify_all()
