"""Turns as extractors get them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from vault.model.turn import Turn
from vault.plugin_api.values import Conversation

if TYPE_CHECKING:
    from vault.api.resources import Resources


def conversation(
    resources: Resources, earlier: Sequence[Turn], new: Sequence[Turn], now: datetime
) -> Conversation:
    """What was said, of one user.

    Args:
        resources: of the vault.
        earlier: turns that are there for their context only, in order.
        new: turns to learn from, in order, at least one.
        now: aware.
    """
    return Conversation(
        turns=(*earlier, *new),
        new=frozenset(range(len(earlier), len(earlier) + len(new))),
        user_id=new[0].user_id,
        language=resources.settings.language,
        timezone=resources.zone,
        now=now,
    )
