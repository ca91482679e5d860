"""Memories as JSON lines: one line, one memory."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import datetime

from vault.format.decode import RawLine, is_blank, without_surrogates
from vault.format.defaults import Defaults
from vault.format.instant import format_instant
from vault.format.json_line import ObjectLine, read_json_lines
from vault.format.line_edit import REMOVE, change_fields
from vault.format.report import Report, quoted
from vault.format.schema_check import MEMORY_FIELDS, MEMORY_FIELDS_NEVER_WRITTEN, check_record
from vault.model.identifier import provisional_id
from vault.model.memory import DEFAULT_NAMESPACE, Memory, Relation, Source
from vault.problem import Problem

__all__ = [
    "REMOVE",
    "LocatedMemory",
    "MemoryFile",
    "change_fields",
    "format_memory",
    "parse_memories",
]

_CONTENT_ELSEWHERE = ("text", "memory", "fact", "statement", "body", "message", "内容")
_DEFAULTS: Mapping[str, object] = {field.name: field.default for field in fields(Memory)}


@dataclass(frozen=True, slots=True)
class LocatedMemory:
    """A memory and the line it was read from."""

    memory: Memory
    line: int
    raw: RawLine


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """What one JSONL file of memories holds.

    Attributes:
        path: relative to the vault, with `/`.
        lines: all lines, blank and broken ones too.
        memories: in file order; several may have one id (a problem says so, and
            `vault.format.duplicate_ids` which one counts).
        problems: in line order.
        usable: False when the file is not understood as a whole or holds a conflict git left in it; it
            must not be written then.
        partial_last_line: the last line is broken and has no line end: perhaps still being written.
    """

    path: str
    lines: tuple[RawLine, ...]
    memories: tuple[LocatedMemory, ...]
    problems: tuple[Problem, ...]
    usable: bool = True
    partial_last_line: bool = False


def parse_memories(data: bytes, *, path: str, defaults: Defaults) -> MemoryFile:
    """Read a file of memories; faults become problems, never exceptions."""
    report = Report(path)
    memories: list[LocatedMemory] = []
    first_with: dict[str, LocatedMemory] = {}

    def accept(found: ObjectLine) -> None:
        memory = _read_memory(found, defaults, report)
        if memory is not None:
            located = LocatedMemory(memory, found.line.number, found.line)
            memories.append(located)
            earlier = first_with.setdefault(memory.id, located)
            if earlier is not located:
                _report_duplicate(found, memory, earlier, report)

    text = read_json_lines(data, report, accept)
    return MemoryFile(
        path=path,
        lines=text.lines,
        memories=tuple(memories),
        problems=report.problems(),
        usable=text.usable,
        partial_last_line=text.partial_last_line,
    )


def _read_memory(found: ObjectLine, defaults: Defaults, report: Report) -> Memory | None:
    checked = check_record(
        found.record, MEMORY_FIELDS, place=found.place, zone=defaults.timezone, report=report
    )
    if checked is None:
        return None
    known = checked.known
    content = str(known.get("content", ""))
    if is_blank(content):
        elsewhere = next((key for key in _CONTENT_ELSEWHERE if key in checked.unknown), None)
        hint = f"did you mean `{elsewhere}` to be `content`?" if elsewhere else 'write it like "content": "…"'
        report.error("missing-content", *found.place("content"), "there is no content", hint)
        return None
    known.setdefault("user_id", defaults.user_id)
    if "id" not in known:
        namespace = str(known.get("namespace", DEFAULT_NAMESPACE))
        known["id"] = provisional_id(str(known["user_id"]), namespace, content)
        known["provisional"] = True
    return Memory(**known, extra=checked.unknown)  # type: ignore[arg-type]  # checked by the field table


def _report_duplicate(found: ObjectLine, memory: Memory, earlier: LocatedMemory, report: Report) -> None:
    number, column = found.place("id")
    if memory.provisional or found.line.raw.strip() == earlier.raw.raw.strip():
        message = f"the same memory as on line {earlier.line}"
        report.warning("duplicate-line", number, column, message, "delete one of the two lines")
    else:
        message = f"{quoted(memory.id)} is also the id of line {earlier.line}"
        report.error("duplicate-id", number, column, message, "delete the id of one: it gets a new one")


def format_memory(memory: Memory) -> str:
    """The canonical line of a memory, without a line end.

    Keys stand in the order of `schema/FORMAT.md`, unknown ones behind them. Left out are defaults (but not
    `type`), provisional ids, and what the program never writes (`hit_count` and the like).
    """
    record: dict[str, object] = {}
    for key in MEMORY_FIELDS:
        value: object = getattr(memory, key)
        wanted = key == "type" or value != _DEFAULTS[key]
        if wanted and key not in MEMORY_FIELDS_NEVER_WRITTEN and not (key == "id" and memory.provisional):
            record[key] = _plain(value)
    record.update((key, _plain(value)) for key, value in memory.extra.items() if key not in MEMORY_FIELDS)
    return without_surrogates(json.dumps(record, ensure_ascii=False))


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return format_instant(value)
    if isinstance(value, (Source, Relation)):
        return {key: _plain(part) for key, part in asdict(value).items() if part}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    is_number_in_json = not isinstance(value, float) or math.isfinite(value)
    return value if is_number_in_json else None
