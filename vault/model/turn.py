"""A turn: one message of a conversation, as kept in the journal. Pure values."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vault.model.tombstone import is_erased_text

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


def session_digest(turn: Turn) -> bytes:
    """Of the conversation that a turn belongs to: its user and its session; 16 bytes."""
    return _digest(turn.user_id, turn.session_id)


def turn_digest(turn: Turn) -> bytes:
    """By which a turn is known again: user, session, number, role and content, but not its time; 16 bytes.

    Of a turn whose text was erased: `place_digest`. It stays known, so that no replay brings the text back.
    """
    if is_erased_text(turn.content):
        return place_digest(turn)
    return _digest(turn.user_id, turn.session_id, str(turn.turn), turn.role, turn.content)


def place_digest(turn: Turn) -> bytes:
    """Of its place in the conversation, whatever was said there; 16 bytes."""
    return _digest(turn.user_id, turn.session_id, str(turn.turn), turn.role)


def _digest(*parts: str) -> bytes:
    joined = "\x00".join(parts).encode("utf-8", "replace")
    return hashlib.blake2b(joined, digest_size=16).digest()
