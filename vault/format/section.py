"""Cutting a Markdown body into sections by its headings, with exact byte offsets.

markdown-it-py's block parser (CommonMark) decides what is a heading, so that `#` lines in code, in HTML
comments, in quotes and in lists are none. Its inline parser is not run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from markdown_it import MarkdownIt

from vault.format.decode import RawLine
from vault.model.note import Section

_MAY_MAKE_A_HEADING = ("#", "=", "-")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its text, its level (1 to 6), and its lines as a half-open range of indexes."""

    text: str
    level: int
    start: int
    end: int


def find_headings(lines: Sequence[str]) -> list[Heading]:
    """The headings of a body (lines without line ends), both `# …` and underlined ones.

    An underlined paragraph of several lines is not taken for a heading, though CommonMark does: it is
    nearly always text above a rule.
    """
    if not any(line.lstrip().startswith(_MAY_MAKE_A_HEADING) for line in lines):
        return []
    headings: list[Heading] = []
    tokens = _block_parser().parse("\n".join(line.replace("\r", " ") for line in lines))
    for token, inline in pairwise(tokens):
        if token.type != "heading_open" or token.level > 0 or token.map is None:
            continue
        start, end = token.map
        if end - start <= 2:
            headings.append(Heading(inline.content.strip(), int(token.tag[1:]), start, end))
    return headings


@lru_cache(maxsize=1)
def _block_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").disable("reference")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def cut_sections(
    raw: Sequence[RawLine], lines: Sequence[str], headings: Sequence[Heading]
) -> tuple[Section, ...]:
    """The sections of a body, in order; joined, their bytes are the body. Some have no text.

    Args:
        raw: the lines of the body as they are in the file.
        lines: what to read of each: their text, or nothing where a line belongs to git.
        headings: of `find_headings(lines)`.
    """
    sections: list[Section] = []
    path: list[Heading] = []
    starts = [0, *(heading.start for heading in headings)]
    bounds = [*starts[1:], len(lines)]
    for index, (start, end) in enumerate(zip(starts, bounds, strict=True)):
        heading = headings[index - 1] if index else None
        text = _without_blank_ends(lines[heading.end if heading else start : end])
        if start == end:
            continue
        if heading is not None:
            path = [outer for outer in path if outer.level < heading.level] + [heading]
        last = raw[end - 1]
        sections.append(
            Section(
                headings=tuple(outer.text for outer in path if outer.text),
                text=text,
                line=raw[start].number,
                start=raw[start].start,
                end=last.start + len(last.raw),
            )
        )
    return tuple(sections)


def _without_blank_ends(lines: Sequence[str]) -> str:
    kept = [index for index, line in enumerate(lines) if line.strip()]
    return "\n".join(lines[kept[0] : kept[-1] + 1]) if kept else ""
