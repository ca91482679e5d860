"""A lock for threads that is given to them in the order in which they came.

`threading.Lock` goes to whoever is quickest; one that takes it again and again would keep all others waiting.
"""

from __future__ import annotations

import threading
from collections import deque


class QueueLock:
    """Held by one thread at a time. Not re-entrant."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._held = False

    def acquire(self, timeout: float) -> bool:
        """Wait for it, `timeout` seconds at most; whether it is held now."""
        with self._guard:
            if not self._held:
                self._held = True
                return True
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=max(0.0, timeout)):
            return True
        with self._guard:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        return True  # it was handed over at the last moment

    def release(self) -> None:
        """Hand it to who has waited longest."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False
