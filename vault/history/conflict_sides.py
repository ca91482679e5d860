"""The versions of a file that git could not merge, taken out of its conflict markers. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from vault.format.conflict_marker import find_conflicts, marker_sign
from vault.format.decode import RawLine, split_lines
from vault.history.merged import CannotMerge

_Lines = list[bytes]


@dataclass(frozen=True, slots=True)
class Sides:
    """What the sides of a merge said.

    Attributes:
        versions: of the whole file: ours, theirs; more of them where conflicts lie within others.
        base: their common ancestor, where the markers name it; around the conflicts it is as they are.
        whole: that the markers are all there. Else what is common and what is one side's is not plain.
    """

    versions: tuple[bytes, ...]
    base: bytes | None
    whole: bool


@dataclass(frozen=True, slots=True)
class _Conflict:
    """A place with several texts, each made of lines and of further conflicts."""

    texts: list[list[bytes | _Conflict]] = field(default_factory=list)
    base: list[bytes | _Conflict] | None = None


_Part = bytes | _Conflict
_SIDE = frozenset({b"|", b"=", b">"})


def sides_of(data: bytes, *, only_whole: bool) -> Sides:
    """Take the versions of a file apart.

    Args:
        data: of a file with conflict markers.
        only_whole: see `vault.format.conflict_marker.find_conflicts`.

    Raises:
        CannotMerge: there is no conflict in it, or it is not plain where one side ends.
    """
    lines = split_lines(data)
    conflicts = find_conflicts(lines, only_whole=only_whole)
    if not conflicts.openings:
        raise CannotMerge("there is no conflict in it")
    if (
        conflicts.doubtful and only_whole
    ):  # in JSONL nothing else looks like a marker: then there are more sides
        line = conflicts.doubtful[0]
        raise CannotMerge(
            f"the conflict in line {line} has more than one =======, so its sides are not plain"
        )
    parts, _ = _Reader(lines, conflicts.markers).parts(0, frozenset())
    return Sides(
        tuple(b"".join(each) for each in _texts(parts)),
        _base(parts) if conflicts.whole else None,
        conflicts.whole,
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the lines of a file into parts."""

    lines: Sequence[RawLine]
    markers: frozenset[int]

    def parts(self, at: int, until: frozenset[bytes]) -> tuple[list[_Part], int]:
        """From a line (index) up to a marker of these signs, which is left, or the end."""
        found: list[_Part] = []
        while at < len(self.lines):
            sign = self._sign(at)
            if sign in until:
                break
            if sign == b"<":
                conflict, at = self._conflict(at + 1)
                found.append(conflict)
            elif sign in (b"=", b"|"):  # its beginning is gone: what stands above is taken as common
                conflict, at = self._rest(_Conflict([[]]), at)
                found.append(conflict)
            else:
                found += [] if sign else [self.lines[at].raw]
                at += 1
        return found, at

    def _conflict(self, at: int) -> tuple[_Conflict, int]:
        ours, at = self.parts(at, _SIDE)
        base: list[_Part] | None = None
        if self._sign(at) == b"|":
            base, at = self.parts(at + 1, frozenset({b"=", b">"}))
        return self._rest(_Conflict([ours], base), at)

    def _rest(self, conflict: _Conflict, at: int) -> tuple[_Conflict, int]:
        while self._sign(at) in (b"=", b"|"):
            text, at = self.parts(at + 1, _SIDE)
            conflict.texts.append(text)
        return conflict, at + (self._sign(at) == b">")

    def _sign(self, at: int) -> bytes:
        inside = at < len(self.lines) and self.lines[at].number in self.markers
        return marker_sign(self.lines[at].raw) if inside else b""


def _texts(parts: Sequence[_Part]) -> list[_Lines]:
    """Every version: the first one has the first text of each conflict, and so on."""
    spread = [
        [[each]] if isinstance(each, bytes) else [text for side in each.texts for text in _texts(side)]
        for each in parts
    ]
    count = max((len(each) for each in spread), default=1)
    return [[line for each in spread for line in each[min(number, len(each) - 1)]] for number in range(count)]


def _base(parts: Sequence[_Part]) -> bytes | None:
    found: _Lines = []
    for each in parts:
        if isinstance(each, bytes):
            found.append(each)
        elif each.base is None or not all(isinstance(line, bytes) for line in each.base):
            return None
        else:
            found += [line for line in each.base if isinstance(line, bytes)]
    return b"".join(found)
