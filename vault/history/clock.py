"""Clocks that are wrong, told by what was written: times still to come, and effects before their causes.

Pure. How wrong a clock is at least can be told, not how wrong exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

TOLERANCE = timedelta(minutes=5)
"""Clocks differ by so much without anybody minding."""

Reason = Literal["future", "order"]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time that a device wrote down.

    Attributes:
        device: whose clock it was.
        at: what it said; aware.
        path: of the file.
        line: 1-based.
        id: of the memory that was written then; empty for anything else.
        after: ids of memories that were there before: it names them.
    """

    device: str
    at: datetime
    path: str
    line: int
    id: str = ""
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockFault:
    """A clock that is wrong.

    Attributes:
        device: whose.
        off: by how much at least; positive: it is fast.
        reason: how that is known: a time still to come, or one before that of a memory it names.
        stamp: what shows it.
        cause: the memory that should have been earlier; None for a time still to come.
    """

    device: str
    off: timedelta
    reason: Reason
    stamp: Stamp
    cause: Stamp | None = None


def clock_faults(stamps: Iterable[Stamp], now: datetime) -> tuple[ClockFault, ...]:
    """The worst fault of each device's clock, sorted by device.

    A device whose times are still to come is fast, by this machine's clock. Where a device names what another
    one, whose clock is not known to be fast, wrote later than itself, its clock is slow.

    Args:
        stamps: of all devices.
        now: by this machine's clock; aware.
    """
    known = tuple(stamps)
    faults = _fast(known, now)
    written = {each.id: each for each in known if each.id}
    slow: dict[str, ClockFault] = {}
    for stamp in known:
        for fault in _before_its_causes(stamp, written):
            cause = fault.cause
            if cause is None or cause.device in faults or stamp.device in faults:
                continue
            if stamp.device not in slow or fault.off < slow[stamp.device].off:
                slow[stamp.device] = fault
    return tuple(sorted((*faults.values(), *slow.values()), key=lambda each: each.device))


def _fast(stamps: Iterable[Stamp], now: datetime) -> dict[str, ClockFault]:
    found: dict[str, ClockFault] = {}
    for stamp in stamps:
        ahead = stamp.at - now
        if ahead > TOLERANCE and (stamp.device not in found or ahead > found[stamp.device].off):
            found[stamp.device] = ClockFault(stamp.device, ahead, "future", stamp)
    return found


def _before_its_causes(stamp: Stamp, written: Mapping[str, Stamp]) -> Iterable[ClockFault]:
    for name in stamp.after:
        cause = written.get(name)
        if cause is not None and cause.device != stamp.device and cause.at - stamp.at > TOLERANCE:
            yield ClockFault(stamp.device, stamp.at - cause.at, "order", stamp, cause)
