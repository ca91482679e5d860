"""Taking every trace of an erased memory out of the bytes of one file; all else stays byte for byte.

What is a trace is decided by the caller. Lines that cannot be read are judged by their text: half a line that
a crash has left holds the words as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from vault.files.layout import Kind
from vault.format.decode import RawLine, byte_order_mark, split_lines
from vault.format.defaults import Defaults
from vault.format.machine_section import find_markers
from vault.format.memory_line import LocatedMemory, change_fields, format_memory, parse_memories
from vault.format.note_markdown import parse_note
from vault.format.turn_line import format_turn, parse_turns
from vault.format.usage_line import parse_usage
from vault.model.memory import Memory
from vault.model.tombstone import is_erased_text, is_tombstone
from vault.model.turn import Turn

CutKind = Literal["memory", "mention", "turn", "section", "usage", "broken"]
"""What was taken out: a memory's line; the words in the line of another one; a turn of a conversation; a line
of the machine section of a note; counters; a line that cannot be read."""

_NAMED = re.compile(rb'"user_id"\s*:\s*"([^"]*)"')
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")


class Eraser(Protocol):
    """Says what is a trace; `mark` is what stands where a text stood."""

    @property
    def mark(self) -> str:
        """Stands where a text stood."""

    @property
    def user_id(self) -> str:
        """Whose they are."""

    @property
    def ids(self) -> frozenset[str]:
        """Of the memories."""

    def takes_memory(self, memory: Memory) -> bool:
        """Whether the whole line goes."""

    def changes_of(self, memory: Memory) -> Mapping[str, object]:
        """Fields of another memory that cannot stay as they are."""

    def takes_turn(self, turn: Turn) -> bool:
        """Whether its content goes."""

    def mentioned_in(self, text: str) -> bool:
        """Whether a text holds the words."""


@dataclass(frozen=True, slots=True, order=True)
class Cut:
    """One place from which something was taken, by its line before that (1-based)."""

    path: str
    line: int
    kind: CutKind


@dataclass(frozen=True, slots=True)
class Erased:
    """A file without the traces.

    Attributes:
        data: its bytes now.
        cuts: what was taken out, in line order.
    """

    data: bytes
    cuts: tuple[Cut, ...]


def erased(kind: Kind, data: bytes, *, path: str, defaults: Defaults, eraser: Eraser) -> Erased:
    """The file without the traces. A file that is not understood as a whole stays as it is.

    Args:
        kind: of the file.
        data: its bytes.
        path: relative to the vault.
        defaults: of the vault.
        eraser: says what is a trace.
    """
    if kind in {"memories", "archive"}:
        edits = _memory_edits(data, path, defaults, eraser)
    elif kind == "turns":
        edits = _turn_edits(data, path, defaults, eraser)
    elif kind == "usage":
        edits = _usage_edits(data, path, eraser)
    elif kind == "note":
        edits = _section_edits(data, path, defaults, eraser)
    else:
        edits = {}
    lines = [edits[line.number][1] if line.number in edits else line.raw for line in split_lines(data)]
    cuts = tuple(Cut(path, line, edits[line][0]) for line in sorted(edits))
    return Erased(byte_order_mark(data) + b"".join(lines), cuts)


_Edits = dict[int, tuple[CutKind, bytes]]
"""New bytes by line number, and why."""


def _memory_edits(data: bytes, path: str, defaults: Defaults, eraser: Eraser) -> _Edits:
    file = parse_memories(data, path=path, defaults=defaults)
    if not file.usable:
        return {}
    edits: _Edits = {}
    for located in file.memories:
        if is_tombstone(located.memory):
            continue
        if eraser.takes_memory(located.memory):
            edits[located.line] = ("memory", b"")
        elif changes := eraser.changes_of(located.memory):
            edits[located.line] = ("mention", _changed(located, changes, eraser))
    read = {located.line for located in file.memories}
    for line in _unread(file.lines, read, eraser):
        edits[line.number] = ("broken", b"")
    return edits


def _turn_edits(data: bytes, path: str, defaults: Defaults, eraser: Eraser) -> _Edits:
    """Lines stay where they are: queues remember how far they have come by number."""
    file = parse_turns(data, path=path, defaults=defaults)
    if not file.usable:
        return {}
    edits: _Edits = {}
    raw = {line.number: line for line in file.lines}
    for located in file.turns:
        is_there = bool(located.turn.digest) or not is_erased_text(located.turn.content)
        if is_there and eraser.takes_turn(located.turn):
            edits[located.line] = ("turn", _emptied(located.turn, eraser) + _line_end(raw[located.line]))
    read = {located.line for located in file.turns}
    for line in _unread(file.lines, read, eraser):
        edits[line.number] = ("broken", _line_end(line))
    return edits


def _usage_edits(data: bytes, path: str, eraser: Eraser) -> _Edits:
    """Each line is read alone: whole files are added up by id."""
    edits: _Edits = {}
    for line in split_lines(data):
        counted = parse_usage(line.raw, path=path)
        if eraser.ids & counted.usage.keys():
            edits[line.number] = ("usage", b"")
    return edits


def _section_edits(data: bytes, path: str, defaults: Defaults, eraser: Eraser) -> _Edits:
    section = find_markers(data).section
    note = parse_note(data, path=path, defaults=defaults).note
    if section is None or note is None or note.user_id != eraser.user_id:
        return {}
    inside = range(section.first_line + 1, section.last_line)
    edits: _Edits = {}
    for line in split_lines(data):
        if line.number in inside and _speaks_of(line, eraser):
            edits[line.number] = ("section", b"")
    return edits


def _changed(located: LocatedMemory, changes: Mapping[str, object], eraser: Eraser) -> bytes:
    """Other bytes stay, unless the words stand in them too: in a key that stands twice, for example."""
    raw = change_fields(located.raw.raw, changes)
    if not eraser.mentioned_in(readable(raw)):
        return raw
    known = parse_memories(raw, path="", defaults=Defaults()).memories
    return b"".join(format_memory(each.memory).encode() for each in known) + _line_end(located.raw)


def _emptied(turn: Turn, eraser: Eraser) -> bytes:
    """Written anew: what else stood in the line may say the same."""
    left = Turn(turn.session_id, turn.turn, turn.role, eraser.mark, turn.at, turn.user_id)
    return format_turn(left).encode()


def _unread(lines: tuple[RawLine, ...], read: set[int], eraser: Eraser) -> Iterator[RawLine]:
    """Lines of which no record was made and that speak of the memory."""
    for line in lines:
        anothers = user_named_in(line.raw) not in {None, eraser.user_id}
        if line.number not in read and line.raw.strip() and not anothers and _speaks_of(line, eraser):
            yield line


def _speaks_of(line: RawLine, eraser: Eraser) -> bool:
    text = readable(line.raw)
    return eraser.mentioned_in(text) or any(f'"{each}"' in text or f" {each} " in text for each in eraser.ids)


def user_named_in(line: bytes) -> str | None:
    """Whose a line says it is, though it cannot be read: the rest of it may be missing."""
    named = _NAMED.search(line)
    return named[1].decode("utf-8", "replace") if named else None


def readable(raw: bytes) -> str:
    r"""Bytes as text, whatever they are, with JSON's `\uXXXX` and `\n` as the characters they stand for."""
    text = raw.decode("utf-8", "replace")
    if "\\" not in text:
        return text
    text = _ESCAPED.sub(_character, text.replace("\\n", "\n").replace("\\t", "\t"))
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _line_end(line: RawLine) -> bytes:
    return line.raw[len(line.raw.rstrip(b"\r\n")) :]


def _character(found: re.Match[str]) -> str:
    return chr(int(found.group(1), 16))
