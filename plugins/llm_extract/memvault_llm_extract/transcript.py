"""A conversation as the model reads it: one JSON object a message, numbered. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from vault.model.turn import Turn
from vault.plugin_api.values import Conversation

CONTEXT = 6
"""Messages before the new ones that a batch brings along."""
_LONGEST_MESSAGE = 6_000
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def transcript(conversation: Conversation) -> str:
    """The messages, one a line: number `n`, who, when (in the vault's time zone), whether it is new, text."""
    return "\n".join(_line(number, conversation) for number in range(len(conversation.turns)))


def batches(conversation: Conversation, characters: int) -> Iterator[Conversation]:
    """The new turns in portions of at most so many characters, each with the turns just before it."""
    portion: list[int] = []
    size = 0
    for place in sorted(conversation.new):
        length = min(len(conversation.turns[place].content), _LONGEST_MESSAGE)
        if portion and size + length > characters:
            yield _portion(conversation, portion)
            portion, size = [], 0
        portion.append(place)
        size += length
    if portion:
        yield _portion(conversation, portion)


def _portion(conversation: Conversation, places: list[int]) -> Conversation:
    first = max(places[0] - CONTEXT, 0)
    return replace(
        conversation,
        turns=conversation.turns[first : places[-1] + 1],
        new=frozenset(place - first for place in places),
    )


def _line(number: int, conversation: Conversation) -> str:
    turn = conversation.turns[number]
    shown = {
        "n": number,
        "role": turn.role,
        "at": _time(turn, conversation),
        "new": number in conversation.new,
        "text": turn.content[:_LONGEST_MESSAGE],
    }
    return json.dumps(shown, ensure_ascii=False)


def _time(turn: Turn, conversation: Conversation) -> str:
    if turn.at is None:
        return ""
    local = turn.at.astimezone(conversation.timezone)
    return f"{local:%Y-%m-%d %H:%M} {_WEEKDAYS[local.weekday()]}"
