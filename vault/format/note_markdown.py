"""Markdown notes: whose a note is, what it is called, and its sections."""

from __future__ import annotations

import hashlib
import posixpath
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from vault.format.conflict_marker import find_conflicts
from vault.format.decode import (
    RawLine,
    foreign_encoding,
    looks_like_gb18030,
    split_lines,
    without_nul_characters,
)
from vault.format.defaults import Defaults
from vault.format.front_matter import FrontMatter, read_front_matter
from vault.format.instant import parse_instant
from vault.format.json_line import report_conflict, report_encoding
from vault.format.machine_section import FAULT_HINT, FAULTS, find_markers
from vault.format.report import Report
from vault.format.schema_check import NOTE_FIELDS, check_record
from vault.format.section import cut_sections, find_headings
from vault.format.side_by_side import find_lost_fields, find_side_by_side
from vault.model.memory import DEFAULT_NAMESPACE
from vault.model.note import Note
from vault.problem import Problem

MAX_NOTE_BYTES = 2_000_000

_CREATED = ("created_at", "created", "date")
_UPDATED = ("updated_at", "updated", "modified")
_DAILY_NOTE = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)")


@dataclass(frozen=True, slots=True)
class ParsedNote:
    """A note and what is wrong with it.

    Attributes:
        note: None when the file cannot be used.
        problems: in line order.
        usable: False when the file must not be written: it was not understood, or git left a conflict in it.
    """

    note: Note | None
    problems: tuple[Problem, ...]
    usable: bool = True


def parse_note(data: bytes, *, path: str, defaults: Defaults) -> ParsedNote:
    """Read a note; faults become problems, never exceptions."""
    report = Report(path)
    raw = split_lines(data)
    if not _is_readable(data, raw, report):
        return ParsedNote(None, report.problems(), usable=False)
    lines = [_text(line, report) for line in raw]
    conflicts = find_conflicts(raw, only_whole=True)
    for number in conflicts.openings:
        report_conflict(number, report)
    for number in conflicts.markers | conflicts.base:
        lines[number - 1] = ""
    for number in _hide_markers_of_versions(raw, lines):
        message = "two versions stand here, one below the other, because two devices changed the same"
        report.warning("side-by-side", number, 1, message, "keep the right one and delete the markers")
    _check_markers(data, report)
    front = read_front_matter(lines, report)
    note = _read_note(raw, lines, front, path=path, defaults=defaults, report=report)
    return ParsedNote(note, report.problems(), usable=not conflicts.openings)


def _hide_markers_of_versions(raw: Sequence[RawLine], lines: list[str]) -> list[int]:
    """Markers are no text. Returns the line of the first one of each place."""
    places = find_side_by_side(raw)
    for place in places:
        for index in (place.first, *(end for _, end in place.versions)):
            lines[index] = ""
    return sorted(index + 1 for index in (*(place.first for place in places), *find_lost_fields(raw)))


def _check_markers(data: bytes, report: Report) -> None:
    markers = find_markers(data)
    if markers.fault is not None:
        report.warning("broken-marker", markers.lines[-1], 0, FAULTS[markers.fault], FAULT_HINT)


def _is_readable(data: bytes, raw: Sequence[RawLine], report: Report) -> bool:
    if len(data) > MAX_NOTE_BYTES:
        message = f"the note has {len(data):,} bytes, more than {MAX_NOTE_BYTES:,}"
        report.error("note-too-long", 0, 0, message, "cut it into several notes")
        return False
    if code := foreign_encoding(data):
        report_encoding(code, report)
        return False
    foreign = [line.raw for line in raw if not line.raw.isascii()]
    if sum(not _is_utf8(line) for line in foreign) * 2 > len(foreign) and looks_like_gb18030(data):
        report.error("not-utf8", 0, 0, "the file is not UTF-8; it looks like GBK", "save the file as UTF-8")
        return False
    return True


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _text(line: RawLine, report: Report) -> str:
    raw = line.raw.rstrip(b"\r\n")
    try:
        text = raw.decode()
    except UnicodeDecodeError as fault:
        column = len(raw[: fault.start].decode()) + 1
        message = f"the byte {raw[fault.start]:#04x} is not UTF-8 here; it is read as U+FFFD"
        report.warning(
            "not-utf8", line.number, column, message, "write the character again and save as UTF-8"
        )
        text = raw.decode(errors="replace")
    if "\0" in text:
        message = "a NUL byte is read as U+FFFD"
        report.warning("nul-byte", line.number, text.index("\0") + 1, message, "delete it")
        text = without_nul_characters(text)
    return text


def _read_note(
    raw: Sequence[RawLine],
    lines: Sequence[str],
    front: FrontMatter,
    *,
    path: str,
    defaults: Defaults,
    report: Report,
) -> Note | None:
    checked = check_record(
        front.values,
        NOTE_FIELDS,
        place=lambda key: front.places.get(key, (1, 0)),
        zone=defaults.timezone,
        report=report,
    )
    if checked is None:
        return None
    known = checked.known
    headings = find_headings(lines[front.body :])
    stem = posixpath.splitext(posixpath.basename(path))[0]
    first_heading = next((heading.text for heading in headings if heading.level == 1 and heading.text), stem)
    owner, is_profile = _owner(path, defaults)
    tags = cast("tuple[str, ...]", known.get("tags", known.get("tag", ())))
    aliases = cast("tuple[str, ...]", known.get("aliases", known.get("alias", ())))
    return Note(
        id=str(known.get("id", "")) or note_id(path),
        path=path,
        title=str(known.get("title", first_heading)),
        user_id=str(known.get("user_id", owner)),
        namespace=str(known.get("namespace", DEFAULT_NAMESPACE)),
        tags=tags,
        created_at=_first_instant(known, _CREATED) or _day_in_name(stem, defaults),
        updated_at=_first_instant(known, _UPDATED),
        pinned=known.get("pinned") is True,
        is_profile=is_profile or known.get("type") == "profile",
        sections=cut_sections(raw[front.body :], lines[front.body :], headings),
        extra={**checked.unknown, **({"aliases": aliases} if aliases else {})},
    )


def note_id(path: str) -> str:
    """The id of a note that names none: it follows the path, however that is normalised or cased."""
    comparable = unicodedata.normalize("NFC", path).casefold()
    return f"note_{hashlib.sha256(comparable.encode('utf-8', 'replace')).hexdigest()[:20]}"


def _owner(path: str, defaults: Defaults) -> tuple[str, bool]:
    """Whose a note is by its place, and whether its place makes it a profile."""
    path = unicodedata.normalize("NFC", path)
    folder = next((name for name in defaults.note_folders if _starts_with(path, f"{name}/")), "")
    parts = (path[len(folder) + 1 :] if folder else path).split("/")
    is_profile = parts[-1].casefold() == "profile.md"
    if len(parts) > 1 and (parts[0] in defaults.users or (is_profile and folder and len(parts) == 2)):
        return parts[0], is_profile and len(parts) == 2
    return defaults.user_id, is_profile and len(parts) == 1


def _starts_with(path: str, prefix: str) -> bool:
    return path[: len(prefix)].casefold() == unicodedata.normalize("NFC", prefix).casefold()


def _first_instant(known: Mapping[str, object], keys: Sequence[str]) -> datetime | None:
    found = (known[key] for key in keys if key in known)
    return next((when for when in found if isinstance(when, datetime)), None)


def _day_in_name(stem: str, defaults: Defaults) -> datetime | None:
    """The day of a daily note, `2026-11-23 周会.md`."""
    day = _DAILY_NOTE.match(stem)
    try:
        return parse_instant(day.group(), defaults.timezone) if day else None
    except ValueError:
        return None
