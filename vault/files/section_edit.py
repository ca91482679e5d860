"""Changing one section of a Markdown note in its bytes. Pure: no disk.

A section is a heading and the text below it up to the next heading (`vault.model.note.Section`); its
*tree* is the section with the deeper ones that follow it. Every function returns the whole new file
and has checked, by parsing it again, that all other sections are what they were, byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vault.errors import EditRefused, UnknownSection, UnparsedFile
from vault.format.decode import byte_order_mark, split_lines
from vault.format.defaults import Defaults
from vault.format.note_markdown import parse_note
from vault.format.section import find_headings
from vault.model.note import Note, Section

_LINE_ENDS = re.compile(r"\r\n|\r|\n")
_DEEPEST = 6


def find_section(note: Note, headings: Sequence[str], line: int | None = None) -> int:
    """Index of the section with this path of headings, on this line if one is given.

    Raises:
        UnknownSection: there is none, or there are several and no line was given.
    """
    wanted = tuple(headings)
    found = [
        index
        for index, section in enumerate(note.sections)
        if section.headings == wanted and line in {None, section.line}
    ]
    if len(found) != 1:
        raise UnknownSection(note.path, wanted, tuple(note.sections[index].line for index in found))
    return found[0]


def usable_note(data: bytes, path: str) -> Note:
    """The note in `data`.

    Raises:
        UnparsedFile: it is not understood as a whole, or git left a conflict in it.
    """
    parsed = parse_note(data, path=path, defaults=Defaults())
    if parsed.note is None or not parsed.usable:
        reasons = [problem.message for problem in parsed.problems if problem.severity == "error"]
        raise UnparsedFile(path, reasons[0] if reasons else "it is not understood")
    return parsed.note


def with_text(data: bytes, note: Note, index: int, text: str) -> bytes:
    """The note with another text below the heading of one section.

    The heading, the blank lines around the text, and the line ends of the file stay as they are.

    Raises:
        EditRefused: the text would be read as something else: it opens a code block that swallows the
            next section, say, or begins a section that is not below this one.
    """
    section = note.sections[index]
    raw = data[section.start : section.end]
    heading, lead, trail = _anatomy(raw)
    newline = _newline(data)
    body = b"".join(line + newline for line in _encoded(text, note.path))
    if body and not trail and not raw.endswith(b"\n"):
        body = body[: -len(newline)]
    if body and heading and not section.text:
        lead = (b"" if heading.endswith(b"\n") else newline) + newline
    edited = data[: section.start] + heading + lead + body + trail + data[section.end :]
    first, *deeper = _sections_between(note, edited, index, index + 1) or (None,)
    kept = not body and not heading
    if first is not None:
        kept = first.headings == section.headings and (bool(deeper) or _same_text(first.text, text))
        kept = kept and all(_is_below(other.headings, section.headings) for other in deeper if other)
    if not kept:
        raise EditRefused(note.path, "the new text would be read as something else")
    return edited


def with_new_section(data: bytes, note: Note, heading: str, text: str, *, level: int = 2) -> bytes:
    """The note with a further section at its end.

    Args:
        data: the file.
        note: what it holds.
        heading: one line of text, without `#`.
        text: below it; may be empty.
        level: 1 to 6.

    Raises:
        EditRefused: the end of the note is inside a code block, say, and the heading would be text.
    """
    heading = heading.strip()
    if not 1 <= level <= _DEEPEST or not heading or _LINE_ENDS.search(heading):
        raise EditRefused(note.path, f"`{heading}` is not a heading")
    newline = _newline(data)
    body = _encoded(text, note.path)
    lines = [*_encoded(f"{'#' * level} {heading}", note.path), *([b"", *body] if body else [])]
    edited = data + _gap_at_end(data, note, newline) + b"".join(line + newline for line in lines)
    count = len(note.sections)
    added = _sections_between(note, edited, count, count)
    if not added or added[0].headings[-1:] != (heading,):
        raise EditRefused(note.path, "the new heading would be read as something else")
    return edited


def without_tree(data: bytes, note: Note, index: int) -> bytes:
    """The note without a section and the deeper ones that follow it."""
    stop = tree_stop(note, index)
    edited = data[: note.sections[index].start] + data[note.sections[stop - 1].end :]
    if _sections_between(note, edited, index, stop):
        raise EditRefused(note.path, "the section cannot be told from what is around it")
    return edited


def with_tree(data: bytes, note: Note, tree: bytes, before: int | None) -> bytes:
    """The note with a section (heading included) put in front of a section.

    Args:
        data: the file.
        note: what it holds.
        tree: bytes of a section and the deeper ones below it; a newline is added if they lack one.
        before: index of a section; None: at the end.
    """
    newline = _newline(data)
    index = len(note.sections) if before is None else before
    at = len(data) if before is None else note.sections[before].start
    block = (_gap_at_end(data, note, newline) if before is None else b"") + tree
    if at < len(data) and not block.endswith(b"\n"):
        block += newline
    edited = data[:at] + block + data[at:]
    if not _sections_between(note, edited, index, index):
        raise EditRefused(note.path, "the moved section would be read as something else")
    return edited


def tree_stop(note: Note, index: int) -> int:
    """Index just behind the last deeper section that follows the section at `index`."""
    headings = note.sections[index].headings
    stop = index + 1
    while stop < len(note.sections) and _is_below(note.sections[stop].headings, headings):
        stop += 1
    return stop


def _is_below(headings: tuple[str, ...], top: tuple[str, ...]) -> bool:
    return bool(top) and len(headings) > len(top) and headings[: len(top)] == top


def _anatomy(raw: bytes) -> tuple[bytes, bytes, bytes]:
    """The heading of a section, and the blank lines before and behind its text."""
    lines = [line.raw for line in split_lines(raw)]
    found = find_headings([line.decode("utf-8", "replace").rstrip("\r\n") for line in lines])
    count = found[0].end if found and found[0].start == 0 else 0
    heading, rest = b"".join(lines[:count]), lines[count:]
    text = [number for number, line in enumerate(rest) if line.strip()]
    if not text:
        return heading, b"", b"".join(rest)
    return heading, b"".join(rest[: text[0]]), b"".join(rest[text[-1] + 1 :])


def _newline(data: bytes) -> bytes:
    first = data.find(b"\n")
    return b"\r\n" if first > 0 and data[first - 1 : first] == b"\r" else b"\n"


def _gap_at_end(data: bytes, note: Note, newline: bytes) -> bytes:
    """What brings the end of the file to a blank line; to a new line, if there is no section yet."""
    if not note.sections:
        return newline if data != byte_order_mark(data) and not data.endswith(b"\n") else b""
    if not data.endswith(b"\n"):
        return newline * 2
    return newline if data[:-1].rpartition(b"\n")[2].strip() else b""


def _encoded(text: str, path: str) -> list[bytes]:
    """The lines of `text`, without blank ones at both ends."""
    try:
        lines = [line.encode() for line in _LINE_ENDS.split(text)]
    except UnicodeEncodeError as error:
        raise EditRefused(path, "the new text holds half a character (a lone surrogate)") from error
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def _same_text(one: str, other: str) -> bool:
    return _LINE_ENDS.split(one.strip()) == _LINE_ENDS.split(other.strip())


def _sections_between(note: Note, edited: bytes, start: int, stop: int) -> Sequence[Section]:
    """What is read, after an edit, in place of the sections from `start` to `stop`.

    Raises:
        EditRefused: a section before or behind them is read differently now.
    """
    after = usable_note(edited, note.path).sections
    end = len(after) - (len(note.sections) - stop)
    kept = (*note.sections[:start], *note.sections[stop:])
    now = (*after[:start], *after[max(start, end) :])
    if [(old.headings, old.text) for old in kept] != [(new.headings, new.text) for new in now]:
        raise EditRefused(note.path, "another section would be read differently after this change")
    return after[start:end]
