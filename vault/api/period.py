"""Dates that a person gives on a command line, as instants."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo

from vault.errors import ConfigError
from vault.format.instant import parse_instant

_UNITS = {"h": "hours", "d": "days", "w": "weeks"}
_SPAN = re.compile(r"(?P<count>\d{1,5}) ?(?P<unit>[hdw])\Z")
_DAY = re.compile(r"\d{4}-\d{1,2}-\d{1,2}\Z")


def begin_of(text: str, zone: tzinfo, option: str = "--since") -> datetime:
    """The instant `text` names, the first one when it is a day.

    Args:
        text: as given.
        zone: in which it is meant.
        option: named in the error.

    Raises:
        ConfigError: it is no date and no time.
    """
    return _instant(option, text, zone)


def end_of(text: str, zone: tzinfo, option: str = "--until") -> datetime:
    """The instant before which things must have happened: behind the day when `text` is one.

    Arguments as in `begin_of`.

    Raises:
        ConfigError: it is no date and no time.
    """
    instant = _instant(option, text, zone)
    if not _DAY.match(text.strip()):
        return instant
    local = instant.astimezone(zone).replace(tzinfo=None) + timedelta(days=1)
    return local.replace(tzinfo=zone)


def expiry(text: str, zone: tzinfo, now: datetime, option: str = "--expires") -> datetime:
    """The instant from which something is of no use: behind a day, or `30d`, `12h` from now.

    Raises:
        ConfigError: it is neither.
    """
    span = _SPAN.match(text.strip())
    if span is None:
        return end_of(text, zone, option)
    return now + timedelta(**{_UNITS[span["unit"]]: int(span["count"])})


def _instant(option: str, text: str, zone: tzinfo) -> datetime:
    try:
        return parse_instant(text, zone)
    except ValueError as error:
        hint = "for example 2026-11-30 or 2026-11-30T18:00+08:00"
        raise ConfigError(option, f"{text!r} is no date", hint) from error
