"""The machine section of a note: what stands between two markers is the program's, all else the person's.

The markers are HTML comments on lines of their own, so that Markdown shows nothing of them. Pure: bytes in,
bytes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt

from vault.format.decode import RawLine, byte_order_mark, split_lines

BEGIN = "<!-- memvault:begin -->"
END = "<!-- memvault:end -->"

MarkerFault = Literal["unclosed", "unopened", "doubled", "not-seen"]
"""What is wrong with markers: a begin without its end, an end without a begin before it, more than one
section, or a marker where Markdown sees none: in a code block, a quote or a list."""

FAULTS: Mapping[MarkerFault, str] = {
    "unclosed": f"the machine section has no end: there is no `{END}`",
    "unopened": f"a machine section ends that was not begun: there is no `{BEGIN}` before it",
    "doubled": "there is more than one machine section",
    "not-seen": "the markers of the machine section are in a code block, a quote or a list",
}
"""Each in words."""
FAULT_HINT = f"leave one `{BEGIN}` and one `{END}` behind it, each alone on its line, or delete them all"

_MARKERS = (BEGIN.encode(), END.encode())
_HINT = b"memvault:"


@dataclass(frozen=True, slots=True)
class MachineSection:
    """Where the section is.

    Attributes:
        first_line: 1-based line of the begin marker.
        last_line: of the end marker.
        start: byte offset just behind the line of the begin marker.
        end: byte offset of the line of the end marker.
    """

    first_line: int
    last_line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Markers:
    """The markers of a note.

    Attributes:
        section: None when there is none, or when there is a fault.
        fault: what is wrong, or None.
        lines: 1-based lines of all markers.
    """

    section: MachineSection | None
    fault: MarkerFault | None
    lines: tuple[int, ...]


_NONE = Markers(None, None, ())


def find_markers(data: bytes) -> Markers:
    """The machine section of a note, or what is wrong with its markers."""
    if _HINT not in data:
        return _NONE
    raw = split_lines(data)
    marked = [line for line in raw if line.raw.strip() in _MARKERS]
    if not marked:
        return _NONE
    kinds = [_MARKERS.index(line.raw.strip()) for line in marked]
    numbers = tuple(line.number for line in marked)
    if kinds == [0, 1]:
        if not _seen_by_markdown(raw, numbers):
            return Markers(None, "not-seen", numbers)
        begin, end = marked
        section = MachineSection(begin.number, end.number, begin.start + len(begin.raw), end.start)
        return Markers(section, None, numbers)
    return Markers(None, _fault(kinds), numbers)


def with_machine_text(data: bytes, section: MachineSection, lines: Sequence[str]) -> bytes:
    """The note with `lines` between its markers; every byte outside of them is as it was."""
    newline = _newline(data)
    body = b"".join(line.encode("utf-8", "replace") + newline for line in lines)
    return data[: section.start] + body + data[section.end :]


def with_new_section(data: bytes, lines: Sequence[str]) -> bytes:
    """The note with a machine section behind its last line; `data` is the beginning of what comes out."""
    newline = _newline(data)
    written = [BEGIN, *lines, END]
    return (
        data + _gap(data, newline) + b"".join(line.encode("utf-8", "replace") + newline for line in written)
    )


def without_machine_text(data: bytes) -> bytes:
    """The note with blank lines in place of the section, markers included: what a person wrote, in its lines.

    Where the markers are at fault nobody can say what is whose, and all of it stays.
    """
    section = find_markers(data).section
    if section is None:
        return data
    inside = range(section.first_line, section.last_line + 1)
    lines = (_blank(line) if line.number in inside else line.raw for line in split_lines(data))
    return byte_order_mark(data) + b"".join(lines)


def _blank(line: RawLine) -> bytes:
    return line.raw[len(line.raw.rstrip(b"\r\n")) :]


def _fault(kinds: Sequence[int]) -> MarkerFault:
    if kinds.count(0) > 1 or kinds.count(1) > 1:
        return "doubled"
    return "unclosed" if kinds == [0] else "unopened"


def _seen_by_markdown(raw: Sequence[RawLine], numbers: Sequence[int]) -> bool:
    """Whether the markers are comments of the note itself.

    What stands between them must not decide what they are: it is read as if it were not there.
    """
    first, last = numbers
    texts = [line.raw.decode("utf-8", "replace").strip("\r\n") for line in raw]
    hollow = [*texts[:first], *[""] * (last - first - 1), *texts[last - 1 :]]
    return {first - 1, last - 1} <= _comments(hollow)


def _comments(lines: Sequence[str]) -> set[int]:
    """Indexes of the lines on which a top-level HTML block begins."""
    parser = MarkdownIt("commonmark").disable("reference")
    parser.core.ruler.enableOnly(["normalize", "block"])
    tokens = parser.parse("\n".join(line.replace("\r", " ") for line in lines))
    return {token.map[0] for token in tokens if token.type == "html_block" and token.level == 0 and token.map}


def _newline(data: bytes) -> bytes:
    first = data.find(b"\n")
    return b"\r\n" if first > 0 and data[first - 1 : first] == b"\r" else b"\n"


def _gap(data: bytes, newline: bytes) -> bytes:
    """What brings the end of the file to a blank line; nothing where it is empty."""
    text = data[len(byte_order_mark(data)) :]
    if not text:
        return b""
    if not text.endswith(b"\n"):
        return newline * 2
    return newline if text[:-1].rpartition(b"\n")[2].strip() else b""
