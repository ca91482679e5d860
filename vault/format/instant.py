"""Points in time as text: ISO 8601 with an offset, bare dates, Unix seconds. No clock."""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta, timezone, tzinfo

_DATE = r"(?P<year>\d{4})(?:-(\d{1,2})-(\d{1,2})|/(\d{1,2})/(\d{1,2})|年(\d{1,2})月(\d{1,2})日)"
_TIME = r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
_OFFSET = r"(?P<offset>[Zz]|[+-]\d\d(?::?\d\d)?)?"
_INSTANT = re.compile(rf"{_DATE}(?:(?:[Tt]|\s+|(?<=日)){_TIME}\s*{_OFFSET})?", re.ASCII)
_MONTH = re.compile(r"(\d{4})(?:-(\d{1,2})|/(\d{1,2})|年(\d{1,2})月)", re.ASCII)
_UNIX_DIGITS = re.compile(r"\d{10}|\d{13}", re.ASCII)
EARLIEST = datetime(1, 1, 3, tzinfo=timezone.utc)
LATEST = datetime(9999, 12, 29, tzinfo=timezone.utc)
"""What lies beyond is read as these: they can be shown in every timezone, a day more or less included."""
_FIRST_MILLISECONDS = 100_000_000_000
"""Unix times from here on are milliseconds: as seconds they would lie beyond the year 5138."""


def parse_instant(value: str | float, zone: tzinfo) -> datetime:
    """A point in time, in UTC; see `schema/FORMAT.md` for the accepted spellings.

    Args:
        value: text, or Unix seconds (milliseconds from 100,000,000,000 on).
        zone: in which a time without an offset is read.

    Raises:
        ValueError: it is not one.
    """
    try:
        found = _from_text(value.strip(), zone) if isinstance(value, str) else _from_unix(value)
        return min(max(found, EARLIEST), LATEST)
    except (OverflowError, OSError):
        raise ValueError("the time lies outside the years 1 to 9999") from None


def _from_unix(seconds: float) -> datetime:
    if not math.isfinite(seconds):
        raise ValueError(f"{seconds} is not a time")
    if abs(seconds) >= _FIRST_MILLISECONDS:
        seconds /= 1000
    return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=seconds)


def _from_text(text: str, zone: tzinfo) -> datetime:
    if len(text) == 20 and text[19] == "Z" and text[10] == "T" and text[4] == "-":  # as this program writes
        return datetime.fromisoformat(text[:19]).replace(tzinfo=timezone.utc)
    found = _INSTANT.fullmatch(text)
    if found is None:
        if _UNIX_DIGITS.fullmatch(text):
            return _from_unix(int(text))
        if month_only := _MONTH.fullmatch(text):
            year, month = (int(part) for part in month_only.groups() if part is not None)
            return datetime(year, month, 1, tzinfo=zone).astimezone(timezone.utc)
        raise ValueError(f"`{text}` is not a time")
    month, day = (int(part) for part in found.groups()[1:7] if part is not None)
    microsecond = int((found["fraction"] or "").ljust(6, "0")[:6])
    clock = (int(found["hour"] or 0), int(found["minute"] or 0), int(found["second"] or 0), microsecond)
    when = datetime(int(found["year"]), month, day, *clock, tzinfo=_offset(found["offset"]) or zone)
    return when.astimezone(timezone.utc)


def _offset(text: str | None) -> tzinfo | None:
    if text is None:
        return None
    if text in ("Z", "z"):
        return timezone.utc
    digits = text[1:].replace(":", "").ljust(4, "0")
    distance = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    return timezone(-distance if text[0] == "-" else distance)


def format_instant(when: datetime) -> str:
    """`2026-01-08T11:20:00Z`; fractions of a second are kept when there are any.

    Raises:
        ValueError: `when` has no timezone.
    """
    if when.tzinfo is None:
        raise ValueError("a time without a timezone cannot be written")
    return when.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"
