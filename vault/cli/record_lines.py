"""Records as lines for people: hits of a recall, a list, one memory in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Protocol

from rich.text import Text

from vault.cli.visible_text import on_one_line
from vault.cli.words import say, type_name

if TYPE_CHECKING:
    from vault.api.results import StoredRecord

INDENT = "   "


def day(instant: datetime | None, zone: tzinfo) -> str:
    """`2026-01-05` in the vault's time zone, or blanks of the same width."""
    return instant.astimezone(zone).strftime("%Y-%m-%d") if instant else " " * 10


class ShownHit(Protocol):
    """What is shown of a hit, whoever found it."""

    @property
    def type(self) -> str:
        """Of the record."""

    @property
    def content(self) -> str:
        """Its text."""

    @property
    def relevance(self) -> float:
        """0-1."""

    @property
    def created_at(self) -> datetime | None:
        """Aware."""

    @property
    def occurred_at(self) -> datetime | None:
        """Aware."""

    @property
    def path(self) -> str:
        """Of the file."""

    @property
    def line(self) -> int:
        """1-based."""

    @property
    def why(self) -> object:
        """Why it was found, as text."""


def hit_lines(hits: Sequence[ShownHit], language: str, zone: tzinfo, *, explain: bool) -> Iterator[Text]:
    """Each hit: date, type and relevance; its text; where it stands; and why, when asked."""
    for number, hit in enumerate(hits, 1):
        when = day(hit.occurred_at or hit.created_at, zone).strip()
        facts = [when, type_name(language, hit.type), f"{hit.relevance:.2f}"]
        yield Text.assemble((f"{number}. ", "bold"), (" · ".join(filter(None, facts)), "cyan"))
        yield from _indented(hit.content)
        yield Text(f"{INDENT}{on_one_line(hit.path)}:{hit.line}", "dim")
        if explain:
            yield Text(f"{INDENT}{say(language, 'why', why=str(hit.why))}", "dim italic")


def list_line(record: StoredRecord, language: str, zone: tzinfo, width: int | None) -> Text:
    """One record on one line.

    Args:
        record: what to show.
        language: of the type's name.
        zone: in which its date is told.
        width: in terminal cells, to which the line is cut; None for all of it.
    """
    line = Text.assemble(
        (day(record.occurred_at or record.created_at, zone), "cyan"),
        "  ",
        type_name(language, record.type),
        "  ",
        (on_one_line(record.id), "dim"),
        "  ",
        " ".join(record.text.split()) or on_one_line(record.title),
    )
    if mark := _mark(record):
        line.append(f"  [{mark}]", "yellow")
    line.append(f"  {on_one_line(record.path)}:{record.line}", "dim")
    if width is not None:
        line.truncate(width, overflow="ellipsis")
    return line


def record_lines(fields: dict[str, object], text_field: str = "content") -> Iterator[Text]:
    """One memory in full: a field a line, its text last; empty fields are left out."""
    shown = {name: value for name, value in fields.items() if value not in (None, "", [], {}, False)}
    text = str(shown.pop(text_field, ""))
    width = max(map(len, shown), default=0)
    for name, value in shown.items():
        told = ", ".join(map(_told, value)) if isinstance(value, list) else str(value)
        yield Text.assemble((f"{name:<{width}}  ", "cyan"), on_one_line(told))
    yield from _indented(text)


def short_text(shape: dict[str, object], length: int = 60) -> str:
    """The content of a memory on one line, cut where it is long."""
    text = " ".join(str(shape["content"]).split())
    return text if len(text) <= length else text[: length - 1] + "…"


def _mark(record: StoredRecord) -> str:
    """Why it is not current, apart from its times; empty when it is."""
    if record.status != "active":
        return record.status
    if record.archived:
        return "archived"
    return "superseded" if record.superseded_by else ""


def _told(part: object) -> str:
    """One part of a list; of a relation its type and target."""
    return " ".join(map(str, part.values())) if isinstance(part, dict) else str(part)


def _indented(text: str) -> Iterator[Text]:
    for line in text.splitlines() or [""]:
        yield Text(INDENT + line)
