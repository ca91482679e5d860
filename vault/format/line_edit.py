"""Changing single fields of a JSON line without touching any other byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final


class _Remove:
    """The type of `REMOVE`."""


REMOVE: Final = _Remove()
"""As a value in `change_fields`: the key goes away."""


def change_fields(raw: bytes, changes: Mapping[str, object]) -> bytes:
    """The line with some values changed, added or removed; every other byte is as it was.

    Raises:
        ValueError: the line is not one JSON object.
    """
    body = raw.rstrip(b"\r\n")
    record = json.loads(body)
    for key, value in changes.items():
        if isinstance(value, _Remove):
            record.pop(key, None)
        else:
            record[key] = value
    return json.dumps(record, ensure_ascii=False).encode() + raw[len(body) :]
