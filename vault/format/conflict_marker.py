"""Conflicts that git left in a file: `<<<<<<<`, `|||||||`, `=======`, `>>>>>>>` at the start of lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from vault.format.decode import RawLine

_SIGNS = (b"<", b"|", b"=", b">")
_MARKER = re.compile(rb"(<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?\r?\n?")


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Line numbers (1-based) of the conflicts in one file.

    Attributes:
        openings: the first line of each conflict.
        markers: all lines that are markers and not text of the person.
        base: lines of the common ancestor (diff3 style), which belong to neither side.
    """

    openings: tuple[int, ...] = ()
    markers: frozenset[int] = frozenset()
    base: frozenset[int] = frozenset()


def find_conflicts(lines: Iterable[RawLine], *, only_whole: bool) -> Conflicts:
    """Find the conflicts of a file.

    Args:
        lines: all lines of the file.
        only_whole: count a marker only as part of a whole conflict, as in Markdown, where `=======`
            underlines a heading. In JSONL nothing else looks like a marker, so each one counts.
    """
    found: list[tuple[int, bytes]] = []
    for line in lines:
        marker = _MARKER.fullmatch(line.raw) if line.raw[:1] in _SIGNS else None
        if marker:
            found.append((line.number, marker.group(1)[:1]))
    openings: list[int] = []
    markers: set[int] = set()
    base: set[int] = set()
    open_conflict: list[tuple[int, bytes]] = []
    for number, sign in found:
        if sign == b"<":
            open_conflict = [(number, sign)]
        elif open_conflict:
            open_conflict.append((number, sign))
        if sign == b">" and [mark for _, mark in open_conflict] in (
            [b"<", b"=", b">"],
            [b"<", b"|", b"=", b">"],
        ):
            openings.append(open_conflict[0][0])
            markers.update(number for number, _ in open_conflict)
            if len(open_conflict) == 4:
                base.update(range(open_conflict[1][0] + 1, open_conflict[2][0]))
        if sign == b">":
            open_conflict = []
    if not only_whole:
        stray = [number for number, _ in found if number not in markers]
        openings = sorted([*openings, *stray])
        markers.update(stray)
    return Conflicts(tuple(openings), frozenset(markers), frozenset(base))
