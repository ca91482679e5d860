"""Work that can wait lets answers go first: there is one interpreter for both."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

LONGEST = 0.05
"""Seconds that work steps aside for at a time, so that it goes on however much is asked."""


class Courtesy:
    """Knows whether somebody waits for an answer. For several threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._answering = 0
        self._idle = threading.Event()
        self._idle.set()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Somebody waits for what is done in here."""
        self._change(1)
        try:
            yield
        finally:
            self._change(-1)

    def give_way(self) -> None:
        """Step aside while somebody waits for an answer; not for long, and with no lock held."""
        self._idle.wait(LONGEST)

    def _change(self, by: int) -> None:
        with self._guard:
            self._answering += by
            if self._answering:
                self._idle.clear()
            else:
                self._idle.set()
