"""Points in time as whole microseconds since 1970 (UTC), as the database and the columns keep them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_MICROSECOND = timedelta(microseconds=1)


def to_microseconds(when: datetime) -> int:
    """Microseconds since 1970 of an aware datetime."""
    return (when - _EPOCH) // _MICROSECOND


def from_microseconds(number: int) -> datetime:
    """The aware UTC datetime of `to_microseconds`."""
    return _EPOCH + timedelta(microseconds=number)


def optional_instant(number: int | None) -> datetime | None:
    """`from_microseconds` of a column that may be empty."""
    return None if number is None else from_microseconds(number)
