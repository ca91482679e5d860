"""A turn: one message of a conversation, as kept in the journal. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message. `at` is timezone-aware, in UTC, or None when the line has no readable time."""

    session_id: str
    turn: int
    role: Role
    content: str
    at: datetime | None
    user_id: str = ""
    agent_id: str = ""
    channel: str = ""
