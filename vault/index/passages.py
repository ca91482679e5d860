"""Memories and notes to passages: the pieces that are embedded, tokenised and found as a whole.

Slices of the journal are cut in `vault.index.journal_slices`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vault.index.pieces import cut_text
from vault.index.record import StoredRecord
from vault.model.note import Note, Section

LEAST = 200
MOST = 500
OVERLAP = 50
"""Characters of a passage, and how many of them the next passage repeats."""

_PATH = " › "


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a record.

    Attributes:
        text: what is shown.
        line: 1-based line of its first character in the file.
        context: put before the text for embedding and tokenising: a note's title and headings.
        keywords: further words to find it by, not embedded: key, scene and tags.
    """

    text: str
    line: int
    context: str = ""
    keywords: str = ""

    @property
    def embedded(self) -> str:
        """The text that is turned into a vector."""
        return embedded_text(self.context, self.text)

    @property
    def searched(self) -> str:
        """The text that is cut into tokens."""
        return searched_text(self.context, self.text, self.keywords)


def searched_text(context: str, text: str, keywords: str) -> str:
    """The text of a passage that is cut into tokens."""
    return "\n".join(part for part in (context, text, keywords) if part)


def embedded_text(context: str, text: str) -> str:
    """The text of a passage that is turned into a vector."""
    return f"{context}\n{text}" if context else text


def memory_passages(record: StoredRecord) -> tuple[Passage, ...]:
    """Passages of a memory: one, unless it is longer than `MOST` characters."""
    keywords = " ".join(part for part in (record.key, record.scene, *record.tags) if part)
    pieces = cut_text(record.text, least=LEAST, most=MOST, overlap=OVERLAP)
    return tuple(
        Passage(record.text[piece.start : piece.end], record.line, keywords=keywords) for piece in pieces
    )


def note_passages(note: Note, lines: Sequence[str]) -> tuple[Passage, ...]:
    """Passages of a note: long sections are cut, small neighbours under one parent are joined.

    Args:
        note: with its sections.
        lines: of the file, without line ends; they tell on which line a section's text begins.
    """
    keywords = " ".join(note.tags)
    passages: list[Passage] = []
    for group in _groups(_with_text(note.sections)):
        text, line, headings = _group_text(group, lines)
        context = _PATH.join(dict.fromkeys((note.title, *headings)))
        for piece in cut_text(text, least=LEAST, most=MOST, overlap=OVERLAP):
            first = line + text.count("\n", 0, piece.start)
            passages.append(Passage(text[piece.start : piece.end], first, context, keywords))
    return tuple(passages)


def _with_text(sections: Sequence[Section]) -> list[Section]:
    """Sections that say something; a heading alone does unless it only opens its own subsections."""
    kept = []
    for index, section in enumerate(sections):
        following = sections[index + 1].headings if index + 1 < len(sections) else ()
        opens = (
            len(following) > len(section.headings) and following[: len(section.headings)] == section.headings
        )
        if section.text or (section.headings and not opens):
            kept.append(section)
    return kept


def _groups(sections: Sequence[Section]) -> Iterator[list[Section]]:
    """Runs of sections that become one text: a small one takes in its neighbours below the same parent."""
    group: list[Section] = []
    size = 0
    for section in sections:
        length = _length(section)
        if group and size < LEAST and size + length <= MOST and _same_parent(group[0], section):
            group.append(section)
            size += length
            continue
        if group:
            yield group
        group, size = [section], length
    if group:
        yield group


def _length(section: Section) -> int:
    return len(section.text) + sum(len(heading) + 1 for heading in section.headings[-1:])


def _same_parent(first: Section, other: Section) -> bool:
    parent = first.headings[:-1]
    return other.headings[: len(parent)] == parent and len(other.headings) >= len(first.headings)


def _group_text(group: Sequence[Section], lines: Sequence[str]) -> tuple[str, int, tuple[str, ...]]:
    """The text of a group, the line on which it begins, and the headings that hold for all of it.

    Headings that hold for a part of it only stand in the text.
    """
    first, *others = group
    own = first.headings
    if first.text and all(other.headings[: len(own)] == own for other in others):
        parts, line, headings = [first.text], _text_line(first, lines), own
    else:
        parts, line, headings = (
            [*own[-1:], first.text],
            first.line if own else _text_line(first, lines),
            own[:-1],
        )
    for other in others:
        parts += [*other.headings[-1:], other.text]
    return "\n".join(part for part in parts if part), line, headings


def _text_line(section: Section, lines: Sequence[str]) -> int:
    """The line on which the text of a section begins, behind its heading and blank lines."""
    beginning = section.text.split("\n", 1)[0]
    for number in range(section.line + bool(section.headings), len(lines) + 1):
        if lines[number - 1] == beginning:
            return number
    return section.line
