"""Memories and notes to passages: the pieces that are embedded, tokenised and found as a whole.

Slices of the journal are cut in `vault.index.journal_slices`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vault.index.pieces import cut_text
from vault.index.record import StoredRecord
from vault.index.simplify import simplify
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
    """The text of a passage that is turned into a vector: in Simplified characters, as questions are."""
    return simplify(unicodedata.normalize("NFKC", f"{context}\n{text}" if context else text))


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
        text, headings = _joined(group)
        line = _first_line(group, headings, lines)
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
    for section in sections:
        if group and not _takes_in(group, section):
            yield group
            group = []
        group.append(section)
    if group:
        yield group


def _takes_in(group: Sequence[Section], section: Section) -> bool:
    own = group[0].headings
    parent = own[:-1]
    return (
        len(section.headings) >= len(own)
        and section.headings[: len(parent)] == parent
        and len(_joined(group)[0]) < LEAST
        and len(_joined([*group, section])[0]) <= MOST
    )


def _joined(group: Sequence[Section]) -> tuple[str, tuple[str, ...]]:
    """The text of a group and the headings that hold for all of it; others stand in the text."""
    first, *others = group
    context = first.headings
    parts = [first.text]
    if not first.text or any(other.headings[: len(context)] != context for other in others):
        context = first.headings[:-1]
        parts = [*first.headings[-1:], first.text]
    previous = first.headings
    for other in others:
        parts += [*_new_headings(previous, other.headings), other.text]
        previous = other.headings
    return "\n".join(part for part in parts if part), context


def _new_headings(previous: Sequence[str], headings: Sequence[str]) -> Sequence[str]:
    """The headings that a section adds to those of the section before it, at least its own."""
    shared = 0
    while shared < min(len(previous), len(headings) - 1) and previous[shared] == headings[shared]:
        shared += 1
    return headings[shared:]


def _first_line(group: Sequence[Section], context: Sequence[str], lines: Sequence[str]) -> int:
    """The line on which the text of a group begins: that of its first heading, or of its first text."""
    first = group[0]
    return _text_line(first, lines) if len(context) == len(first.headings) else first.line


def _text_line(section: Section, lines: Sequence[str]) -> int:
    """The line on which the text of a section begins, behind its heading and blank lines."""
    beginning = section.text.split("\n", 1)[0]
    for number in range(section.line + bool(section.headings), len(lines) + 1):
        if lines[number - 1] == beginning:
            return number
    return section.line
