"""Conversation turns as JSON lines: one line, one message."""

from __future__ import annotations

import json
from dataclasses import dataclass

from vault.format.decode import RawLine, split_lines
from vault.format.defaults import Defaults
from vault.format.instant import format_instant, parse_instant
from vault.model.turn import Turn
from vault.problem import Problem


@dataclass(frozen=True, slots=True)
class LocatedTurn:
    """A turn and the number of its line."""

    turn: Turn
    line: int


@dataclass(frozen=True, slots=True)
class TurnFile:
    """What one journal file holds; the fields mean what they mean in `MemoryFile`."""

    path: str
    lines: tuple[RawLine, ...]
    turns: tuple[LocatedTurn, ...]
    problems: tuple[Problem, ...]
    usable: bool = True
    partial_last_line: bool = False


def parse_turns(data: bytes, *, path: str, defaults: Defaults) -> TurnFile:
    """Read a journal file; faults become problems, never exceptions."""
    lines = split_lines(data)
    turns = []
    for line in lines:
        if not line.raw.strip():
            continue
        record = json.loads(line.raw)
        when = record.get("at", record.get("ts"))
        turn = Turn(
            session_id=record.get("session_id", ""),
            turn=record.get("turn", line.number),
            role=record["role"],
            content=record["content"],
            at=None if when is None else parse_instant(when, defaults.timezone),
            user_id=record.get("user_id") or defaults.user_id,
            agent_id=record.get("agent_id", ""),
            channel=record.get("channel", ""),
        )
        turns.append(LocatedTurn(turn, line.number))
    return TurnFile(path, tuple(lines), tuple(turns), ())


def format_turn(turn: Turn) -> str:
    """The canonical line of a turn, without a line end."""
    record: dict[str, object] = {"session_id": turn.session_id, "turn": turn.turn, "role": turn.role}
    record["content"] = turn.content
    if turn.at is not None:
        record["at"] = format_instant(turn.at)
    for name in ("user_id", "agent_id", "channel"):
        if getattr(turn, name):
            record[name] = getattr(turn, name)
    return json.dumps(record, ensure_ascii=False)
