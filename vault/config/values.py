"""What a setting's value may be: small parsers that accept YAML values and text from a shell alike.

Each takes the value as read and returns it typed, or raises ValueError saying what was expected.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
Parser = Callable[[object], T]

_YES = frozenset(("true", "yes", "on"))
_NO = frozenset(("false", "no", "off"))


def text(value: object) -> str:
    """Any text on one line, without blanks around it."""
    if not isinstance(value, str) or "\n" in value:
        raise ValueError("must be text on one line")
    return value.strip()


def whole_number(low: int, high: int) -> Parser[int]:
    """A whole number from `low` to `high`, both included."""

    def parse(value: object) -> int:
        expected = f"must be a whole number from {low} to {high}"
        if isinstance(value, str):
            try:
                value = int(value)
            except ValueError:
                raise ValueError(expected) from None
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(expected)
        return value

    return parse


def number(low: float, high: float) -> Parser[float]:
    """A number from `low` to `high`, both included; not NaN."""

    def parse(value: object) -> float:
        expected = f"must be a number from {low:g} to {high:g}"
        if isinstance(value, str):
            try:
                value = float(value)
            except ValueError:
                raise ValueError(expected) from None
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(expected)
        return float(value)

    return parse


def yes_or_no(value: object) -> bool:
    """`true` or `false`; also `yes`, `no`, `on` and `off`."""
    word = str(value).strip().lower()
    if word in _YES or word in _NO:
        return word in _YES
    raise ValueError("must be true or false")


def choice(*allowed: str) -> Parser[str]:
    """One of a few words."""

    def parse(value: object) -> str:
        if isinstance(value, str) and value.strip() in allowed:
            return value.strip()
        raise ValueError(f"must be one of {', '.join(allowed)}")

    return parse


def time_zone(value: object) -> str:
    """An IANA time zone that this machine knows, e.g. `Asia/Shanghai`."""
    name = text(value)
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("must be an IANA time zone such as Asia/Shanghai") from None
    return name


def web_address(value: object) -> str:
    """An `http://` or `https://` address without a trailing slash, or empty."""
    address = text(value).rstrip("/")
    if address and not address.startswith(("http://", "https://")):
        raise ValueError("must begin with https:// or http://")
    return address
