"""Cuts a conversation into windows that are summed up: at a silence, and after so many messages. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta


def closed_windows(
    times: Sequence[datetime | None], *, idle: timedelta, most: int, now: datetime
) -> tuple[int, ...]:
    """How many messages each window holds that has come to its end, from the first message on.

    What lies behind the last of them is a window that is still open. A silence of `idle` ends a window, and
    so do `most` messages. Where the windows lie follows from the messages alone, whenever one looks.

    Args:
        times: of the messages of one session that are not summed up yet, in order; None: unknown.
        idle: the silence.
        most: messages of a window.
        now: aware.
    """
    closed: list[int] = []
    size = 0
    last: datetime | None = None
    for at in times:
        if size and _is_silence(last, at, idle):
            closed.append(size)
            size = 0
        size += 1
        last = at or last
        if size == most:
            closed.append(size)
            size = 0
    if size and _is_silence(last, now, idle):
        closed.append(size)
    return tuple(closed)


def _is_silence(before: datetime | None, after: datetime | None, idle: timedelta) -> bool:
    return before is not None and after is not None and after - before >= idle
