"""Cutting a long text into overlapping pieces at the best places.

Between blocks, else lines, else sentences, else clauses, else words; never through a grapheme (a flag, a
family emoji, a letter with its accents).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

import regex

_GRAPHEME = regex.compile(r"\X")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_TABLE_ROW = re.compile(r"\s*\|")
_SENTENCE_END = re.compile(r"[。！？!?…][”’」』）)\"']*|[.;；](?=\s)")
_CLAUSE_END = re.compile(r"[，、,:：]|\s+")

_BLOCK, _LINE, _SENTENCE, _INNER_LINE, _CLAUSE, _ANYWHERE = 5, 4, 3, 2, 1, 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A slice of a text: `text[start:end]` without blanks at both ends."""

    start: int
    end: int


def cut_text(text: str, *, least: int = 200, most: int = 500, overlap: int = 50) -> list[Piece]:
    """Pieces that cover all of `text` but blanks, in order.

    Args:
        text: Markdown or plain.
        least: characters a piece should have at least.
        most: characters it has at most (more only if a single grapheme is longer).
        overlap: about so many characters at the end of a piece are repeated in the next one.
    """
    whole = _stripped(text, 0, len(text))
    if whole is None:
        return []
    if whole.end - whole.start <= most:
        return [whole]
    places = _Places(text)
    pieces: list[Piece] = []
    start, end = whole.start, whole.end
    while end - start > most:
        cut = places.best(start + least, min(start + most, max(end - least, start + least)))
        if cut is None:
            cut = places.next_grapheme(start)
        piece = _stripped(text, start, cut)
        if piece is not None:
            pieces.append(piece)
        start = places.repeat_from(max(cut - overlap, start + 1), cut) if cut < end else end
        while start < end and text[start].isspace():
            start += 1
    last = _stripped(text, start, end)
    if last is not None and (not pieces or last.end > pieces[-1].end):
        pieces.append(last)
    return pieces


def _stripped(text: str, start: int, end: int) -> Piece | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Piece(start, end) if start < end else None


class _Places:
    """Where a text may be cut, and how good each place is."""

    def __init__(self, text: str) -> None:
        self._graphemes: list[int] = [0, *(match.end() for match in _GRAPHEME.finditer(text))]
        at_grapheme = frozenset(self._graphemes)
        self._grades: dict[int, int] = {}
        for position, grade in _graded(text):
            if position in at_grapheme:
                self._grades[position] = max(grade, self._grades.get(position, 0))
        self._positions = sorted(self._grades)

    def best(self, first: int, last: int) -> int | None:
        """The best place in `first..last`, the later of equals; None if not even a grapheme ends there."""
        window = self._positions[bisect_left(self._positions, first) : bisect_right(self._positions, last)]
        if window:
            return max(window, key=lambda position: (self._grades[position], position))
        index = bisect_right(self._graphemes, last) - 1
        return self._graphemes[index] if self._graphemes[index] >= first else None

    def next_grapheme(self, start: int) -> int:
        """The end of the grapheme that begins at `start`."""
        return self._graphemes[bisect_right(self._graphemes, start)]

    def repeat_from(self, first: int, cut: int) -> int:
        """Where the piece after `cut` begins, not before `first`: at the start of a sentence or clause."""
        window = self._positions[bisect_left(self._positions, first) : bisect_left(self._positions, cut)]
        if window:
            return max(window, key=lambda position: (self._grades[position], -position))
        return self._graphemes[min(bisect_left(self._graphemes, first), bisect_left(self._graphemes, cut))]


def _graded(text: str) -> Iterator[tuple[int, int]]:
    """Places behind blocks, lines, sentences and clauses with their grades."""
    position, fenced = 0, False
    for line in text.splitlines(keepends=True):
        is_fence = _FENCE.match(line) is not None
        inner = fenced or is_fence or _TABLE_ROW.match(line) is not None
        if not inner:
            yield from ((position + m.end(), _SENTENCE) for m in _SENTENCE_END.finditer(line))
        if not fenced:
            yield from ((position + m.end(), _CLAUSE) for m in _CLAUSE_END.finditer(line))
        fenced = fenced != is_fence
        position += len(line)
        if not line.strip() and not fenced:
            yield position, _BLOCK
        elif line.endswith("\n"):
            yield position, _INNER_LINE if inner and (fenced or not is_fence) else _LINE
