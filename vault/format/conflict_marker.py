"""Conflicts that git left in a file: `<<<<<<<`, `|||||||`, `=======`, `>>>>>>>` at the start of lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from vault.format.decode import RawLine

_SIGNS = (b"<", b"|", b"=", b">")
_MARKER = re.compile(rb"(<{7}|\|{7}|={7}|>{7})(?: [^\r\n]*)?\r?\n?")
_WHOLE = re.compile(rb"<\|?=+>")

_Frame = list[tuple[int, bytes]]
"""The markers of one conflict: line number (1-based) and sign."""


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Line numbers (1-based) of the conflicts in one file.

    Attributes:
        openings: the first line of each conflict; one within another one is part of that.
        markers: all lines that are markers and not text of the person.
        base: lines of the common ancestor (diff3 style), which belong to neither side.
        doubtful: of those openings, where it is not plain which `=======` parts the two sides.
        whole: that all markers belong to whole conflicts.
    """

    openings: tuple[int, ...] = ()
    markers: frozenset[int] = frozenset()
    base: frozenset[int] = frozenset()
    doubtful: tuple[int, ...] = ()
    whole: bool = True


def marker_sign(raw: bytes) -> bytes:
    """`<`, `|`, `=` or `>` of a line that looks like a marker; empty for others."""
    marker = _MARKER.fullmatch(raw) if raw[:1] in _SIGNS else None
    return marker.group(1)[:1] if marker else b""


def find_conflicts(lines: Iterable[RawLine], *, only_whole: bool) -> Conflicts:
    """Find the conflicts of a file.

    Args:
        lines: all lines of the file.
        only_whole: count a marker only as part of a whole conflict, as in Markdown, where `=======`
            underlines a heading. In JSONL nothing else looks like a marker, so each one counts.
    """
    found = [(line.number, sign) for line in lines if (sign := marker_sign(line.raw))]
    openings: list[int] = []
    markers: set[int] = set()
    base: set[int] = set()
    doubtful: list[int] = []
    frames = _whole_frames(found)
    for frame in frames:
        parting = [number for number, sign in frame if sign == b"="]
        known = only_whole and len(parting) > 1
        markers.update(number for number, sign in frame if not (known and sign == b"="))
        if frame[1][1] == b"|":
            base.update(range(frame[1][0] + 1, parting[0]))
        if not any(other[0][0] < frame[0][0] < other[-1][0] for other in frames):
            openings.append(frame[0][0])
        if len(parting) > 1:
            doubtful.append(frame[0][0])
    stray = [number for number, _ in found if number not in markers]
    if not only_whole:
        openings += stray
        markers.update(stray)
    whole = only_whole or not stray
    return Conflicts(
        tuple(sorted(openings)), frozenset(markers), frozenset(base), tuple(sorted(doubtful)), whole
    )


def _whole_frames(found: Iterable[tuple[int, bytes]]) -> list[_Frame]:
    """Conflicts that are opened, parted and closed, in order of their ends; the inner ones first."""
    open_ones: list[_Frame] = []
    whole: list[_Frame] = []
    for number, sign in found:
        if sign == b"<":
            open_ones.append([(number, sign)])
        elif open_ones:
            open_ones[-1].append((number, sign))
        while sign == b">" and open_ones:
            frame = open_ones.pop()
            if _WHOLE.fullmatch(b"".join(mark for _, mark in frame)):
                whole.append(frame)
                break
            if (
                open_ones
            ):  # an opening without its parts is none; the closing may be that of the one around it
                open_ones[-1].append(frame[-1])
    return whole
