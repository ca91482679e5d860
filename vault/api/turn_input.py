"""Turns as other programs hand them over: JSON lines, read as forgivingly as a journal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import tzinfo

from vault.api.telling import told_problem
from vault.format.defaults import Defaults
from vault.format.turn_line import parse_turns
from vault.model.turn import Turn
from vault.problem import Problem

INPUT = "stdin"
"""What the input is called in problems."""


@dataclass(frozen=True, slots=True)
class TurnInput:
    """What was read.

    Attributes:
        turns: in order; their `user_id` is empty where a line names nobody.
        problems: lines that could not be used, or not as they were meant.
    """

    turns: tuple[Turn, ...]
    problems: tuple[Problem, ...]


def read_turns(data: bytes, *, zone: tzinfo, session: str = "") -> TurnInput:
    """Read turns as `schema/FORMAT.md`, Journal, describes them. Never raises.

    Args:
        data: UTF-8; a turn without a number has that of its line.
        zone: in which times without an offset are read.
        session: of turns that name none.
    """
    parsed = parse_turns(data, path=INPUT, defaults=Defaults(timezone=zone))
    turns = (each.turn for each in parsed.turns)
    return TurnInput(
        tuple(turn if turn.session_id else replace(turn, session_id=session) for turn in turns),
        tuple(map(told_problem, parsed.problems)),
    )
