"""A note cut into the parts that are merged one by one, and put together again. Pure.

A part is the front matter, the machine section, or a section: a heading with the text below it. A part of
which several versions stand in the note, one below the other between markers, is read as all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vault.format.decode import BOM, RawLine, byte_order_mark, split_lines
from vault.format.front_matter import read_front_matter
from vault.format.machine_section import find_markers
from vault.format.report import Report
from vault.format.section import Heading, find_headings
from vault.format.side_by_side import BEGIN, END, OR, SideBySide, find_side_by_side

PartKey = tuple[tuple[str, ...], int]
"""The headings that lead to a section, and how many came before with the same ones."""

FRONT: PartKey = (("\0front",), 0)
MACHINE: PartKey = (("\0machine",), 0)
Versions = Mapping[bytes, bytes]
"""The versions of a part: what they say (without blank lines at the end), and their bytes."""


@dataclass(slots=True)
class _Cutting:
    """A note being cut, and the parts found so far."""

    raw: Sequence[RawLine]
    machine: range
    blocks: Mapping[int, SideBySide]
    headings: Mapping[int, Heading]
    parts: dict[PartKey, Versions] = field(default_factory=dict)
    path: list[Heading] = field(default_factory=list)
    counts: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def cut(self, at: int) -> int:
        """Takes in the part that begins at a line; returns where the next one begins."""
        if at in self.machine:
            end = self._behind_blanks(self.machine.stop)
            self.parts[MACHINE] = versions_of([self.text(at, end)])
        elif at in self.blocks:
            block = self.blocks[at]
            inside = range(*block.versions[0])
            heading = next((self.headings[line] for line in inside if line in self.headings), None)
            self._add(heading, versions_of(self.text(*each) for each in block.versions))
            end = self._behind_blanks(block.last + 1)
        else:
            starts = (*self.headings, *self.blocks, *self.machine[:1])
            end = min((each for each in starts if each > at), default=len(self.raw))
            self._add(self.headings.get(at), versions_of([self.text(at, end)]))
        return end

    def text(self, start: int, end: int) -> bytes:
        """The bytes of some lines."""
        return b"".join(line.raw for line in self.raw[start:end])

    def _add(self, heading: Heading | None, versions: Versions) -> None:
        if heading is not None:
            self.path = [outer for outer in self.path if outer.level < heading.level] + [heading]
        names = tuple(outer.text for outer in self.path)
        if heading is None and self.counts[names]:
            names = (*names, "")
        self.parts[names, self.counts[names]] = versions
        self.counts[names] += 1

    def _behind_blanks(self, at: int) -> int:
        while at < len(self.raw) and not self.raw[at].raw.strip():
            at += 1
        return at


def cut_note(data: bytes) -> dict[PartKey, Versions]:
    """The parts of a note, in order."""
    raw = split_lines(data)
    texts = [line.raw.decode("utf-8", "replace").rstrip("\r\n") for line in raw]
    body = read_front_matter(texts, Report("")).body
    section = find_markers(data).section
    machine = range(section.first_line - 1, section.last_line) if section is not None else range(0)
    blocks = {block.first: block for block in find_side_by_side(raw)}
    headings = {each.start + body: each for each in find_headings(_hollow(texts, machine, blocks)[body:])}
    cutting = _Cutting(raw, machine, blocks, headings)
    if body:
        cutting.parts[FRONT] = versions_of([cutting.text(0, body)])
    at = body
    while at < len(raw):
        at = cutting.cut(at)
    return cutting.parts


def versions_of(texts: Iterable[bytes]) -> Versions:
    """The versions that these bytes are."""
    found: dict[bytes, bytes] = {}
    for text in texts:
        said = text.replace(b"\r\n", b"\n").rstrip()
        found[said] = max(found.get(said, b""), text, key=lambda each: (len(each), each))
    return found


def put_together(parts: Iterable[Versions], mark: bytes) -> bytes:
    """A note of these parts, in this order; of several versions each stands between markers.

    Args:
        parts: see `cut_note`.
        mark: byte-order mark, or nothing.
    """
    written = [_written(each) for each in parts if each]
    closed = [text if text.endswith(b"\n") else text + b"\n" for text in written[:-1]]
    return mark + b"".join([*closed, *written[-1:]])


def _written(versions: Versions) -> bytes:
    if len(versions) == 1:
        return next(iter(versions.values()))
    end = b"\r\n" if all(b"\r\n" in text for text in versions.values()) else b"\n"
    begin, between, close = (marker.encode() + end for marker in (BEGIN, OR, END))
    texts = [versions[said].rstrip(b"\r\n") + end for said in sorted(versions)]
    return begin + between.join(texts) + close + end


def _hollow(texts: Sequence[str], machine: range, blocks: Mapping[int, SideBySide]) -> list[str]:
    """The lines with blank ones in place of the machine section, markers, and all versions but the first."""
    hollow = list(texts)
    hidden = set(machine)
    for block in blocks.values():
        hidden |= set(range(block.first, block.last + 1)) - set(range(*block.versions[0]))
    for index in hidden:
        hollow[index] = ""
    return hollow


def mark_of(*datas: bytes) -> bytes:
    """The byte-order mark that one of them has."""
    return BOM if any(byte_order_mark(data) for data in datas) else b""
