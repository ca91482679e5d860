"""`flush`: a conversation is over for now, and what was said in it becomes memories at once."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.capture import owner_of
from vault.api.extraction import Extracted, extract_pending
from vault.errors import UserRequired
from vault.model.turn import Turn, session_digest

if TYPE_CHECKING:
    from vault.api.resources import Resources


def flush(resources: Resources, session: str, *, user: str | None, now: datetime) -> Extracted:
    """Extract everything that waits, and sum up one conversation without awaiting its silence.

    Of what came of it, only the memories of `user` are told.

    Args:
        resources: of the open vault.
        session: that is over; empty: none is, only what waits is extracted.
        user: who talked.
        now: aware.

    Raises:
        UserRequired, UnknownUser: it is not clear whose conversation is meant.
        LockTimeout, VaultVanished, WriteFailed, …: see `extract_pending`.
    """
    try:
        asking: tuple[str, ...] = (owner_of(resources, user, now),)
    except UserRequired:
        if session:
            raise
        asking = ()  # the work is everybody's, and nobody in particular is told of it
    sessions = resources.spellings([session] if session else ())
    over = [
        session_digest(Turn(each, 0, "user", "", None, user_id=user_id))
        for user_id in asking
        for each in sessions
    ]
    return extract_pending(resources, now=now, told_to=asking, over=over)
