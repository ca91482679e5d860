"""Calls that nobody waits for longer than a limit.

Python cannot stop a function that runs; it is left to end in its own daemon thread, and is not called again
before it has.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from typing import TypeVar, cast

T = TypeVar("T")


IDLE_SECONDS = 0.5
"""So long the thread waits for a further call before it ends; the next call begins another one."""


class TooSlow(Exception):
    """A call did not end in time, or an earlier one still runs."""


class TimeLimit:
    """One thread that makes one call at a time, and ends when there is none for a while.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: queue.SimpleQueue[tuple[Callable[[], object], Future[object]]] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def call(self, function: Callable[[], T], seconds: float) -> T:
        """The result of `function`, or what it raises.

        Raises:
            TooSlow: it took longer than `seconds`, or the call before it still does.
        """
        if not self._lock.acquire(timeout=seconds):
            raise TooSlow
        made: Future[object] = Future()
        made.add_done_callback(lambda _: self._lock.release())
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()
        self._calls.put((function, made))
        try:
            return cast("T", made.result(timeout=seconds))
        except StillRunning:
            if made.done():  # the function itself raised it
                raise
            raise TooSlow from None

    def _work(self) -> None:
        while True:
            try:
                function, made = self._calls.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                if self._ended():
                    return
                continue
            try:
                result = function()
            except BaseException as error:  # noqa: BLE001 - handed to whoever waits
                made.set_exception(error)
            else:
                made.set_result(result)
            del function, made

    def _ended(self) -> bool:
        """Whether no call is on its way to this thread: who makes one holds the lock."""
        if not self._lock.acquire(blocking=False):
            return False
        self._thread = None
        self._lock.release()
        return True
