"""Dates that a person gives to limit a search, as instants."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo

from vault.errors import ConfigError
from vault.format.instant import parse_instant

_DAY = re.compile(r"\d{4}-\d{1,2}-\d{1,2}\Z")


def begin_of(text: str, zone: tzinfo) -> datetime:
    """The instant `text` names, the first one when it is a day.

    Raises:
        ConfigError: it is no date and no time.
    """
    return _instant("--since", text, zone)


def end_of(text: str, zone: tzinfo) -> datetime:
    """The instant before which things must have happened: behind the day when `text` is one.

    Raises:
        ConfigError: it is no date and no time.
    """
    instant = _instant("--until", text, zone)
    if not _DAY.match(text.strip()):
        return instant
    local = instant.astimezone(zone).replace(tzinfo=None) + timedelta(days=1)
    return local.replace(tzinfo=zone)


def _instant(option: str, text: str, zone: tzinfo) -> datetime:
    try:
        return parse_instant(text, zone)
    except ValueError as error:
        hint = "for example 2026-11-30 or 2026-11-30T18:00+08:00"
        raise ConfigError(option, f"{text!r} is no date", hint) from error
