"""Merging the front matter of a note key by key. What loses stays as a comment behind what counts. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vault.format.side_by_side import LOST_FIELD
from vault.history.sequence import merged_order, merged_set

_KEY_LINE = re.compile(rb"(?P<key>[^\s#-][^:]*):(?:\s|$)")
_Key = tuple[bytes, int]
_Fields = dict[_Key, set[bytes]]


def merge_front(ours: bytes, theirs: bytes, base: bytes) -> bytes:
    """Merge two front matters, fences included; nothing for an ancestor that is not known.

    Of a key to which both give another value the last one in order of bytes counts, as it does for dates.
    """
    one, other, old = map(_fields, (ours, theirs, base))
    merged: _Fields = {}
    for key in {**one, **other}:
        mine, its, was = (side.get(key, set()) for side in (one, other, old))
        if its in (mine, was):
            merged[key] = mine
        else:
            merged[key] = its if mine == was else merged_set(mine, its, was)
    kept = {key for key, values in merged.items() if values}
    order = merged_order(list(one), list(other), kept, lambda key: key, list(old))
    longer = max(ours, theirs, key=lambda each: (len(each), each)).splitlines(keepends=True)
    lines = [line for key in order for line in _written(merged[key])]
    return longer[0] + b"".join(lines) + _closing(longer)


def _closing(lines: list[bytes]) -> bytes:
    """The closing fence and what blank lines stand behind it."""
    at = next(i for i in range(len(lines) - 1, -1, -1) if lines[i].strip()) if len(lines) > 1 else 0
    return b"".join(lines[at:]) if at else b"---\n"


def _fields(data: bytes) -> _Fields:
    """The values of each key, as the lines that say them; lines above the first key have an empty one."""
    found: _Fields = {}
    counts: dict[bytes, int] = {}
    current: _Key = (b"", 0)
    block: list[bytes] = []
    lost: list[bytes] = []
    lines = data.replace(b"\r\n", b"\n").rstrip().split(b"\n")[1:-1]
    for line in [*lines, b"\0:"]:
        begins = _KEY_LINE.match(line)
        if line.startswith(LOST_FIELD):
            lost.append(line.removeprefix(LOST_FIELD))
        elif begins is None:
            block.append(line)
        else:
            values = {b"\n".join(each) for each in (block, *_split(lost)) if each}
            if values:
                found[current] = values
            name = begins["key"].strip()
            current, block, lost = (name, counts.get(name, 0)), [line], []
            counts[name] = counts.get(name, 0) + 1
    return found


def _split(lines: Iterable[bytes]) -> list[list[bytes]]:
    """Values that have lost, each beginning with its key."""
    values: list[list[bytes]] = []
    for line in lines:
        if _KEY_LINE.match(line) or not values:
            values.append([])
        values[-1].append(line)
    return values


def _written(values: set[bytes]) -> list[bytes]:
    *lost, counts = sorted(values)
    lines = counts.split(b"\n") + [LOST_FIELD + line for each in lost for line in each.split(b"\n")]
    return [line + b"\n" for line in lines]
