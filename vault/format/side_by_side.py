"""Versions of a part of a note that stand in it side by side, because two devices changed it.

The markers are HTML comments on lines of their own, so that Markdown shows both versions and nothing of the
markers. Who keeps one version deletes the other one and the markers. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from vault.format.decode import RawLine

BEGIN = "<!-- memvault:versions -->"
OR = "<!-- memvault:or -->"
END = "<!-- memvault:versions end -->"
LOST_FIELD = b"# memvault:version "
"""Begins each line of a value in the front matter that another one has been put in place of."""
_FENCE = b"---"
_MARKERS = tuple(marker.encode() for marker in (BEGIN, OR, END))


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Where versions stand; all are indexes of lines, from 0.

    Attributes:
        first: the line of the first marker.
        last: the line of the last one.
        versions: first line of each, and the line behind it.
    """

    first: int
    last: int
    versions: tuple[tuple[int, int], ...]


def find_lost_fields(lines: Sequence[RawLine]) -> list[int]:
    """Where values that have lost stand in the front matter of a note: indexes of the first line of each."""
    if not lines or lines[0].raw.strip() != _FENCE:
        return []
    front = [line.raw for line in takewhile(lambda line: line.raw.strip() != _FENCE, lines[1:])]
    lost = [False, *(raw.startswith(LOST_FIELD) for raw in front)]
    return [at for at in range(1, len(lost)) if lost[at] and not lost[at - 1]]


def find_side_by_side(lines: Iterable[RawLine]) -> list[SideBySide]:
    """All places of a note at which several versions stand. Markers that do not fit together are none."""
    found: list[SideBySide] = []
    marks: list[int] = []
    for index, line in enumerate(lines):
        text = line.raw.strip()
        if text not in _MARKERS:
            continue
        if text == _MARKERS[0]:
            marks = [index]
        elif marks:
            marks.append(index)
            if text == _MARKERS[2]:
                bounds = pairwise(marks)
                versions = tuple((start + 1, end) for start, end in bounds)
                found.append(SideBySide(marks[0], index, versions))
                marks = []
    return found
