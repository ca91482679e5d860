"""A thread that calls one function again and again, can be woken and ended at once, and can be revived."""

from __future__ import annotations

import threading
from collections.abc import Callable

Step = Callable[[], float]
"""Does what is due and returns the seconds until it wants to be called again."""


class Loop:
    """A step in a thread of its own.

    An exception of the step is handed to `on_error` and does not end the thread; whatever does end it is
    noticed by `ensure_running`.

    Args:
        name: of the thread.
        step: called in the thread.
        on_error: told of exceptions of the step.
        after_error: seconds until the next call then.
    """

    def __init__(
        self, name: str, step: Step, on_error: Callable[[Exception], None], *, after_error: float = 1.0
    ) -> None:
        self._name = name
        self._step = step
        self._on_error = on_error
        self._after_error = after_error
        self._woken = threading.Event()
        self._ending = False
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ensure_running(self) -> bool:
        """Start the thread unless it runs; whether one had died."""
        with self._lock:
            if self._ending or (self._thread is not None and self._thread.is_alive()):
                return False
            died = self._thread is not None
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
            return died

    def wake(self) -> None:
        """Call the step now rather than when it wanted."""
        self._woken.set()

    def end(self) -> None:
        """Let the thread end after the step under way."""
        with self._lock:
            self._ending = True
        self._woken.set()

    def join(self, timeout: float) -> bool:
        """Wait for the end; whether it came in time."""
        thread = self._thread
        if thread is None or thread is threading.current_thread():
            return True
        thread.join(timeout)
        return not thread.is_alive()

    def _run(self) -> None:
        while not self._ending:
            self._woken.clear()
            try:
                wait = self._step()
            except Exception as error:  # noqa: BLE001 - the thread outlives every fault of its step
                self._on_error(error)
                wait = self._after_error
            if not self._ending:
                self._woken.wait(wait)
