"""Points in time as text: ISO 8601 with an offset, bare dates, Unix seconds. No clock."""

from __future__ import annotations

from datetime import datetime, timezone, tzinfo


def parse_instant(value: str | float, zone: tzinfo) -> datetime:
    """A point in time, in UTC; see `schema/FORMAT.md` for the accepted spellings.

    Raises:
        ValueError: it is not one.
    """
    if isinstance(value, (int, float)):
        return datetime.fromtimestamp(value, timezone.utc)
    when = datetime.fromisoformat(value.replace("Z", "+00:00"))
    return (when if when.tzinfo else when.replace(tzinfo=zone)).astimezone(timezone.utc)


def format_instant(when: datetime) -> str:
    """`2026-01-08T11:20:00Z`; fractions of a second are kept when there are any."""
    return when.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"
