"""Conversation turns as JSON lines: one line, one message."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import cast, get_args

from vault.format.decode import RawLine, is_blank, without_surrogates
from vault.format.defaults import Defaults
from vault.format.instant import format_instant
from vault.format.json_line import ObjectLine, read_json_lines
from vault.format.report import Report, quoted
from vault.format.schema_check import TURN_FIELDS, check_record
from vault.model.tombstone import is_erased_text
from vault.model.turn import Role, Turn
from vault.problem import Problem

_DIGEST = re.compile("[0-9a-f]{32}")
_ROLES: tuple[Role, ...] = get_args(Role)


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
    report = Report(path)
    turns: list[LocatedTurn] = []

    def accept(found: ObjectLine) -> None:
        turn = _read_turn(found, defaults, report)
        if turn is not None:
            turns.append(LocatedTurn(turn, found.line.number))

    text = read_json_lines(data, report, accept)
    return TurnFile(path, text.lines, tuple(turns), report.problems(), text.usable, text.partial_last_line)


def _read_turn(found: ObjectLine, defaults: Defaults, report: Report) -> Turn | None:
    checked = check_record(
        found.record, TURN_FIELDS, place=found.place, zone=defaults.timezone, report=report
    )
    if checked is None:
        return None
    known = checked.known
    role = next((name for name in _ROLES if name == known.get("role")), None)
    if role is None:
        message = f"{quoted(known.get('role', ''))} is neither user nor assistant"
        report.error("unknown-role", *found.place("role"), message, "only what these two say is kept")
        return None
    content = str(known.get("content", ""))
    if is_blank(content):
        report.error("missing-content", *found.place("content"), "there is no content", "delete the line")
        return None
    return Turn(
        session_id=str(known.get("session_id", "")),
        turn=cast("int", known.get("turn", found.line.number)),
        role=role,
        content=content,
        at=cast("datetime | None", known.get("at", known.get("ts"))),
        user_id=str(known.get("user_id", defaults.user_id)),
        agent_id=str(known.get("agent_id", "")),
        channel=str(known.get("channel", "")),
        digest=_digest(str(known.get("digest", "")), content),
    )


def _digest(written: str, content: str) -> str:
    """It stands for a text that is gone; one that is there speaks for itself."""
    return written if is_erased_text(content) and _DIGEST.fullmatch(written) else ""


def format_turn(turn: Turn) -> str:
    """The canonical line of a turn, without a line end; empty fields are left out."""
    values = {
        "session_id": turn.session_id,
        "turn": turn.turn,
        "role": turn.role,
        "content": turn.content,
        "at": format_instant(turn.at) if turn.at else "",
        "user_id": turn.user_id,
        "agent_id": turn.agent_id,
        "channel": turn.channel,
        "digest": turn.digest,
    }
    record = {key: value for key, value in values.items() if value != ""}
    return without_surrogates(json.dumps(record, ensure_ascii=False))
