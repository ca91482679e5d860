"""A Markdown note: front matter, and a body cut into sections by its headings. Pure values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from vault.model.memory import DEFAULT_NAMESPACE, Relation


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text below it, up to the next heading of any level.

    Attributes:
        headings: the path of headings that leads here, outermost first; empty before the first heading.
        text: the body without the heading line, stripped of blank lines at both ends.
        line: 1-based line of the heading, or of the first body line where there is no heading.
        start: byte offset of the section in the file, heading included.
        end: byte offset just behind the section.
    """

    headings: tuple[str, ...]
    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Note:
    """One note. `id` is the front matter's, else derived from the path. Datetimes are aware, in UTC.

    `relations` are what plugins find in its text; the format itself has none in notes.
    """

    id: str
    path: str
    title: str
    user_id: str = ""
    namespace: str = DEFAULT_NAMESPACE
    tags: tuple[str, ...] = ()
    created_at: datetime | None = None
    updated_at: datetime | None = None
    pinned: bool = False
    is_profile: bool = False
    sections: tuple[Section, ...] = ()
    relations: tuple[Relation, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
