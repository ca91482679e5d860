"""A turn: one message of a conversation, as kept in the journal. Pure values."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Literal

from vault.model.tombstone import is_erased_text

Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message. `at` is timezone-aware, in UTC, or None when the line has no readable time.

    `digest` is `turn_digest` in hexadecimal where the text is gone, because its time was over.
    """

    session_id: str
    turn: int
    role: Role
    content: str
    at: datetime | None
    user_id: str = ""
    agent_id: str = ""
    channel: str = ""
    digest: str = ""


def session_digest(turn: Turn) -> bytes:
    """Of the conversation that a turn belongs to: its user and its session; 16 bytes."""
    return _digest(turn.user_id, turn.session_id)


def turn_digest(turn: Turn) -> bytes:
    """By which a turn is known again: user, session, number, role and content, but not its time; 16 bytes.

    It is kept of a turn whose time is over. Of one whose text was erased: `place_digest`. Either stays known,
    so that no replay brings the text back.
    """
    if turn.digest:
        return bytes.fromhex(turn.digest)
    if is_erased_text(turn.content):
        return place_digest(turn)
    return _digest(turn.user_id, turn.session_id, str(turn.turn), turn.role, turn.content)


def without_text(turn: Turn, mark: str) -> Turn:
    """What stays of a turn whose time is over: its place, and by what it is known again.

    Args:
        turn: with its text, or without it already.
        mark: one of `ERASED`; stands where the text stood.
    """
    digest = "" if is_erased_text(turn.content) else turn_digest(turn).hex()
    return Turn(
        turn.session_id, turn.turn, turn.role, mark, turn.at, turn.user_id, digest=turn.digest or digest
    )


def place_digest(turn: Turn) -> bytes:
    """Of its place in the conversation, whatever was said there; 16 bytes.

    Where no conversation is named, numbers begin anew each time: there it is of the moment.
    """
    moment = () if turn.session_id or turn.at is None else (turn.at.astimezone(timezone.utc).isoformat(),)
    return _digest(turn.user_id, turn.session_id, str(turn.turn), turn.role, *moment)


def _digest(*parts: str) -> bytes:
    joined = "\x00".join(parts).encode("utf-8", "replace")
    return hashlib.blake2b(joined, digest_size=16).digest()
