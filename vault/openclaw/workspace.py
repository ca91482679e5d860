"""What OpenClaw remembered before, as it stands in a workspace: `MEMORY.md`, `USER.md` and `memory/*.md`.

Each statement of those files becomes one memory: an item of a list, or a line of text. Headings become tags,
a date in the file's name the day of it. Nothing is written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo
from pathlib import Path

from vault.model.identifier import provisional_id
from vault.model.memory import Memory, Source

LONGEST = 600
"""Characters of one statement; what is longer is prose that belongs into a note."""
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)、])\s+(?:\[[ xX]\]\s*)?")
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*$")
_FIELD = re.compile(r"\*\*(?P<name>[^*:：]{1,60})(?:[:：]\*\*|\*\*\s*[:：])\s*(?P<value>.*)")
_PLACEHOLDER = re.compile(r"_\(?[^_]*\)?_|\(?(?:optional|可选|TODO|TBD|待填写|n/?a)\)?", re.IGNORECASE)
_MARKUP = re.compile(r"[*_`~>#|\-\s]+")
_REFERENCE = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_FILES = ("MEMORY.md", "memory.md", "USER.md")


@dataclass(frozen=True, slots=True)
class Statement:
    """A memory that a file proposes.

    Attributes:
        memory: with a provisional id.
        path: of its file, relative to the workspace.
        line: 1-based.
    """

    memory: Memory
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line that is no memory.

    Attributes:
        path: of its file, relative to the workspace.
        line: 1-based; 0 for a whole file.
        reason: `empty-field`, `too-long`, `code`, `table`, `unreadable`.
    """

    path: str
    line: int
    reason: str


def memory_files(workspace: Path) -> tuple[Path, ...]:
    """The files that hold memories, in reading order. Dream diaries are left out: they are no statements."""
    named = [workspace / name for name in _FILES]
    daily = sorted((workspace / "memory").glob("**/*.md")) if (workspace / "memory").is_dir() else []
    found: list[Path] = []
    for path in (*named, *daily):
        hidden = any(part.startswith(".") for part in path.relative_to(workspace).parts)
        known = any(path.samefile(other) for other in found) if path.is_file() else True
        if not hidden and not known and path.name != "DREAMS.md":
            found.append(path)
    return tuple(found)


def read_workspace(workspace: Path, zone: tzinfo) -> tuple[tuple[Statement, ...], tuple[LeftOut, ...]]:
    """All statements of a workspace, and what is none.

    Args:
        workspace: the agent's folder.
        zone: in which the days of daily files are.
    """
    statements: list[Statement] = []
    left_out: list[LeftOut] = []
    for path in memory_files(workspace):
        name = path.relative_to(workspace).as_posix()
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            left_out.append(LeftOut(name, 0, "unreadable"))
            continue
        for each in statements_of(text, name, zone):
            if isinstance(each, Statement):
                statements.append(each)
            else:
                left_out.append(each)
    return tuple(statements), tuple(left_out)


def statements_of(text: str, name: str, zone: tzinfo) -> Iterator[Statement | LeftOut]:
    """The statements of one Markdown text, and its lines that are none; blank lines and headings go by."""
    created = _day(name, zone)
    heading = ""
    fenced = commented = fronted = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if number == 1 and line == "---":
            fronted = True
            continue
        if fronted:
            fronted = line != "---"
            continue
        if line.startswith(("```", "~~~")):
            fenced = not fenced
            continue
        if fenced:
            if line:
                yield LeftOut(name, number, "code")
            continue
        commented = commented or "<!--" in line
        if commented:
            commented = "-->" not in line
            continue
        titled = _HEADING.match(line)
        if titled:
            heading = _plain(titled[1])
        elif line and _MARKUP.sub("", line):
            yield _statement(line, name, number, heading, created)


def _statement(
    line: str, name: str, number: int, heading: str, created: datetime | None
) -> Statement | LeftOut:
    if line.startswith("|"):
        return LeftOut(name, number, "table")
    body = _ITEM.sub("", line, count=1) if _ITEM.match(line) else line
    field = _FIELD.fullmatch(body.strip())
    content = f"{field['name'].strip()}：{field['value']}" if field else body
    value = _plain(field["value"]) if field else _plain(body)
    if not value or _PLACEHOLDER.fullmatch((field["value"] if field else body).strip()):
        return LeftOut(name, number, "empty-field")
    content = _plain(content)
    if len(content) > LONGEST:
        return LeftOut(name, number, "too-long")
    memory = Memory(
        id=provisional_id("", "", content),
        provisional=True,
        content=content,
        tags=tuple(tag for tag in ("openclaw", heading) if tag),
        created_at=created,
        source=Source(kind="import", session_id=f"openclaw:{name}", message_ids=(str(number),)),
    )
    return Statement(memory, name, number)


def _plain(text: str) -> str:
    """Without the marks of emphasis and the addresses of links."""
    text = _REFERENCE.sub(r"\1", text)
    return re.sub(r"(\*\*|__|`)", "", text).strip()


def _day(name: str, zone: tzinfo) -> datetime | None:
    found = _DATE.search(Path(name).name)
    if not found:
        return None
    try:
        return datetime.combine(date(*(int(part) for part in found.groups())), time(12), zone)
    except ValueError:
        return None
