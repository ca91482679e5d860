"""Ids of memories and vaults: random and sortable by time; provisional ones follow the content."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u
_RANDOM_CHARACTERS = 12
_TIME_CHARACTERS = 9
_PROVISIONAL = "prov_"
_PERMANENT = "mem_"


def _base32(number: int, length: int) -> str:
    digits = []
    for _ in range(length):
        number, digit = divmod(number, 32)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))


def random_letters(count: int) -> str:
    """`count` random characters of Crockford's base 32, 5 bits each."""
    return _base32(secrets.randbits(5 * count), count)


def new_id(prefix: str, now: datetime) -> str:
    """A new unique id: `prefix_` + 9 characters of time (ms) + 12 random ones (60 bits).

    Args:
        prefix: `mem`, `vault`, `dev`, …
        now: timezone-aware.
    """
    milliseconds = int(now.timestamp() * 1000)
    return f"{prefix}_{_base32(milliseconds, _TIME_CHARACTERS)}{random_letters(_RANDOM_CHARACTERS)}"


def is_new_id(identifier: str, prefix: str, *, since: datetime) -> bool:
    """Whether `new_id` has made it at this time or later.

    Args:
        identifier: any text.
        prefix: as of `new_id`.
        since: timezone-aware.
    """
    digits = identifier.removeprefix(f"{prefix}_")
    length = len(prefix) + 1 + _TIME_CHARACTERS + _RANDOM_CHARACTERS
    if len(identifier) != length or digits == identifier or {*digits} - {*_ALPHABET}:
        return False
    return digits[:_TIME_CHARACTERS] >= _base32(int(since.timestamp() * 1000), _TIME_CHARACTERS)


def permanent_id(provisional: str) -> str:
    """The real id for a provisional one, the same on every device; a real id is returned as it is."""
    if not provisional.startswith(_PROVISIONAL):
        return provisional
    return _PERMANENT + provisional.removeprefix(_PROVISIONAL)


def provisional_id(user_id: str, namespace: str, content: str) -> str:
    """The id of a line that has none: stable while its user, namespace and content stay the same."""
    joined = f"{user_id}\x00{namespace}\x00{content}"
    digest = hashlib.sha256(joined.encode("utf-8", "replace"))
    return _PROVISIONAL + digest.hexdigest()[:20]
