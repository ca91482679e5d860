"""Numbers that are written in groups, whatever stands between the groups: `138，1234/5678`, `1-3-8…`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

SHORTEST, LONGEST = 10, 19
"""Digits of the numbers that are looked for."""
_GROUP = re.compile(r"(?<![0-9A-Za-z])(?<!\*\*\*\*)(?:[0-9]{1,20}[xX]?|[xX])(?![0-9A-Za-z])(?!\*\*\*\*)")
_SEPARATOR = re.compile(r"[\W_]{1,3}")
_DECIMAL_BEFORE = re.compile(r"\d\.$")
_DECIMAL_BEHIND = re.compile(r"\.\d")


@dataclass(frozen=True, slots=True)
class Grouped:
    """Groups of digits that may be one number.

    Attributes:
        start: in the text.
        end: behind it.
        groups: the digits of each; the last may end in `X`.
        separators: what stands between them.
    """

    start: int
    end: int
    groups: tuple[str, ...]
    separators: tuple[str, ...]

    @property
    def number(self) -> str:
        """All digits."""
        return "".join(self.groups)

    @property
    def lengths(self) -> tuple[int, ...]:
        """Of the groups."""
        return tuple(map(len, self.groups))

    @property
    def is_spelled_out(self) -> bool:
        """One digit after the other."""
        return set(self.lengths) == {1}


def grouped_numbers(text: str) -> Iterator[Grouped]:
    """Everything in `text` of 10 to 19 digits that may be one number; in order of place.

    Of digits that stand singly only all that follow each other are one. Work is linear in the text.
    """
    run: list[re.Match[str]] = []
    for match in _GROUP.finditer(text):
        if run and not _SEPARATOR.fullmatch(text, run[-1].end(), match.start()):
            yield from _windows(text, run)
            run = []
        run.append(match)
    yield from _windows(text, run)


def in_decimal(text: str, start: int, end: int) -> bool:
    """Whether it is a part of a number with a point: `3.14159`."""
    return bool(_DECIMAL_BEFORE.search(text[max(0, start - 2) : start]) or _DECIMAL_BEHIND.match(text, end))


def _windows(text: str, run: list[re.Match[str]]) -> Iterator[Grouped]:
    sizes = [match.end() - match.start() for match in run]
    for first in range(len(run)):
        length = 0
        single = sizes[first] == 1
        if single and first and sizes[first - 1] == 1:
            continue
        for last in range(first, len(run)):
            length += sizes[last]
            if length > LONGEST:
                break
            single = single and sizes[last] == 1
            goes_on = single and last + 1 < len(run) and sizes[last + 1] == 1
            if not goes_on and _may_be(run[first][0][0], length):
                yield _grouped(text, run[first : last + 1])


def _may_be(first: str, digits: int) -> bool:
    """Whether any of the numbers that are looked for begins so and is so long; most groups are none."""
    if digits > 14:
        return first not in "9X"
    return digits >= SHORTEST and (first == "0" or (first, digits) in (("1", 11), ("8", 13)))


def _grouped(text: str, matches: list[re.Match[str]]) -> Grouped:
    gaps = itertools.pairwise(matches)
    return Grouped(
        matches[0].start(),
        matches[-1].end(),
        tuple(match[0].upper() for match in matches),
        tuple(text[one.end() : other.start()] for one, other in gaps),
    )
