"""Calls into native code that must have ended before the process ends.

Python stops daemon threads where they next ask for the interpreter. One that does so while it returns from
C++ takes the whole process down (`terminate called without an active exception`).
"""

from __future__ import annotations

import atexit
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager

LAST_WAIT = 10.0
"""Seconds that the end of the process waits for calls under way; each is a fraction of a second long."""


class ProcessEnds(Exception):
    """No further call is let in."""


class Calls:
    """Counts the calls that are under way, of all threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._under_way = 0
        self._over = False
        _all.add(self)

    @contextmanager
    def one(self) -> Iterator[None]:
        """While one call is made.

        Raises:
            ProcessEnds: the process is ending.
        """
        with self._changed:
            if self._over:
                raise ProcessEnds
            self._under_way += 1
        try:
            yield
        finally:
            with self._changed:
                self._under_way -= 1
                self._changed.notify_all()

    def end(self) -> None:
        """Let no call in any more, and wait for those under way."""
        with self._changed:
            self._over = True
            self._changed.wait_for(lambda: not self._under_way, LAST_WAIT)


_all: weakref.WeakSet[Calls] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for each in list(_all):
        each.end()
