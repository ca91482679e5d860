"""A usage file with the lines of each memory added up. Pure: bytes to bytes.

Only lines that hold nothing but counts are added up. What cannot be read, and lines with keys of other
programs, stay byte for byte.
"""

from __future__ import annotations

import json
import re

from vault.format.decode import RawLine, byte_order_mark
from vault.format.schema_check import USAGE_FIELDS
from vault.format.usage_line import format_usage, parse_usage
from vault.model.usage import Usage

_ID = re.compile(rb'"id"\s*:\s*"([^"]*)"')
_WORTH = 2
"""So many times as many lines as memories make it worth the rewriting."""


def is_worth_summing(data: bytes) -> bool:
    """Whether adding up would at least halve the lines, as far as a quick look tells."""
    ids = _ID.findall(data)
    return len(ids) >= _WORTH * max(1, len(set(ids)))


def summed_usage(data: bytes, *, path: str) -> bytes:
    """The same counts in one line a memory; `data` itself when the file is not understood as a whole."""
    parsed = parse_usage(data, path=path)
    if not parsed.usable or parsed.partial_last_line:
        return data
    added_up: dict[str, Usage] = {}
    kept: list[bytes] = []
    newline = b"\r\n" if any(line.raw.endswith(b"\r\n") for line in parsed.lines[:1]) else b"\n"
    for line in parsed.lines:
        counts = counts_of(line, path=path)
        if counts is not None:
            added_up[counts.id] = added_up[counts.id] + counts if counts.id in added_up else counts
        elif line.raw.strip():
            kept.append(line.raw if line.raw.endswith(b"\n") else line.raw + newline)
    sums = [format_usage(usage).encode() + newline for usage in added_up.values()]
    return byte_order_mark(data) + b"".join([*kept, *sums])


def counts_of(line: RawLine, *, path: str) -> Usage | None:
    """What a line counts; None when it holds anything else, too."""
    parsed = parse_usage(line.raw, path=path)
    if parsed.problems or len(parsed.usage) != 1 or not json.loads(line.raw).keys() <= USAGE_FIELDS.keys():
        return None
    return next(iter(parsed.usage.values()))
