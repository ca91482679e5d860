"""When an open vault looks at its disk again before it answers."""

from __future__ import annotations

import time
from collections.abc import Callable

SHORTEST_INTERVAL = 0.5
"""Seconds between two looks, at least."""
SHARE_OF_TIME = 0.02
"""Share of the time that looking may take: a slow disk is looked at less often."""


class Freshness:
    """Remembers when the vault was last compared with its index, and how long that took.

    Args:
        watched: whether a live watcher keeps the index in step, so that no look is needed.
        clock: seconds, monotonic.

    Attributes:
        looked_before: whether there was a look at all; until then there is nothing to answer from.
    """

    def __init__(self, watched: Callable[[], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._watched = watched
        self._clock = clock
        self._looked_at: float | None = None
        self.looked_before = False
        self._interval = SHORTEST_INTERVAL

    def look_is_due(self) -> bool:
        """Whether to compare now: always the first time, then at intervals, never while watched."""
        if self._looked_at is None:
            return True
        return self._clock() - self._looked_at >= self._interval and not self._watched()

    def looked(self, seconds: float) -> None:
        """A look that took `seconds` has just ended."""
        self._looked_at = self._clock()
        self.looked_before = True
        self._interval = max(SHORTEST_INTERVAL, seconds / SHARE_OF_TIME)

    def expire(self) -> None:
        """Something was written: the next answer looks first."""
        self._looked_at = None
