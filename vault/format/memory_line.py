"""Memories as JSON lines: one line, one memory."""

from __future__ import annotations

import json
from dataclasses import dataclass

from vault.format.decode import RawLine, split_lines
from vault.format.defaults import Defaults
from vault.format.instant import parse_instant
from vault.format.line_edit import REMOVE, change_fields
from vault.model.identifier import provisional_id
from vault.model.memory import DEFAULT_NAMESPACE, Memory
from vault.problem import Problem

__all__ = [
    "REMOVE",
    "LocatedMemory",
    "MemoryFile",
    "change_fields",
    "format_memory",
    "parse_memories",
]


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
        memories: in file order; several may have one id (a problem says so).
        problems: in line order.
        usable: False when the file as a whole is not understood; it must not be rewritten then.
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
    lines = split_lines(data)
    memories: list[LocatedMemory] = []
    problems: list[Problem] = []
    partial = False
    for line in lines:
        if not line.raw.strip():
            continue
        try:
            record = json.loads(line.raw)
        except ValueError as fault:
            column = getattr(fault, "colno", 0)
            problems.append(Problem(path, line.number, column, "broken-json", str(fault)))
            partial = not line.raw.endswith(b"\n")
            continue
        memories.append(LocatedMemory(_memory(record, defaults), line.number, line))
    return MemoryFile(path, tuple(lines), tuple(memories), tuple(problems), partial_last_line=partial)


def _memory(record: dict[str, object], defaults: Defaults) -> Memory:
    known = {name: record[name] for name in Memory.__dataclass_fields__ if record.get(name) is not None}
    known.setdefault("user_id", defaults.user_id)
    for name in known:
        if name.endswith("_at") or name in ("valid_from", "valid_until"):
            known[name] = parse_instant(str(known[name]), defaults.timezone)
        elif isinstance(known[name], list):
            known[name] = tuple(known[name])  # type: ignore[arg-type]
    if "id" not in known:
        known["provisional"] = True
        known["id"] = provisional_id(
            str(known["user_id"]), str(known.get("namespace", DEFAULT_NAMESPACE)), str(known["content"])
        )
    known.pop("source", None)
    known.pop("relations", None)
    return Memory(**known)  # type: ignore[arg-type]


def format_memory(memory: Memory) -> str:
    """The canonical line of a memory, without a line end."""
    return json.dumps(
        {"id": memory.id, "user_id": memory.user_id, "type": memory.type, "content": memory.content},
        ensure_ascii=False,
    )
