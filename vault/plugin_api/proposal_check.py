"""What an extractor proposes against what was said: a proposal must quote the conversation. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import NoneType
from typing import TypeGuard

from vault.model.identifier import provisional_id
from vault.model.memory import MEMORY_TYPES, Memory, Relation, Source
from vault.plugin_api.values import Conversation, Proposed

MOST_CHARACTERS = 2000
"""Of a memory; what is longer is no single fact."""
_INSTANT, _LIST = (datetime, NoneType), (tuple, list)
_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("content", "user_id", "namespace", "type", "key", "scene", "value"), (str,)),
    **dict.fromkeys(("importance", "confidence"), (int, float)),
    **dict.fromkeys(("pinned", "sensitive"), (bool,)),
    **dict.fromkeys(("created_at", "updated_at", "occurred_at"), _INSTANT),
    **dict.fromkeys(("valid_from", "valid_until", "expires_at"), _INSTANT),
    **dict.fromkeys(("tags", "relations"), _LIST),
    "source": (Source, NoneType),
    "extra": (Mapping,),
}


def sound_proposals(proposed: Iterable[Proposed], conversation: Conversation) -> tuple[Proposed, ...]:
    """The proposals that can be believed, made to belong to the conversation's user.

    Dropped: what quotes no turn that it names, what has no content, what is no proposal at all.
    """
    spoken = {
        (turn.session_id, str(turn.turn)): _plain(turn.content) for turn in conversation.turns if turn.content
    }
    return tuple(
        _owned(each, conversation)
        for each in proposed
        if isinstance(each, Proposed)
        and isinstance(each.evidence, str)
        and _is_short_memory(each.memory)
        and _is_quoted(each, spoken)
    )


def not_covered(explicit: Iterable[Proposed], others: Sequence[Proposed]) -> tuple[Proposed, ...]:
    """Those of `explicit` whose evidence nothing in `others` has read as well."""
    quotes = [_plain(each.evidence) for each in others]
    return tuple(
        each
        for each in explicit
        if each.explicit
        and not any(quote in _plain(each.evidence) or _plain(each.evidence) in quote for quote in quotes)
    )


def is_memory(memory: object) -> TypeGuard[Memory]:
    """Whether a plugin gave a memory that says something, of a known type, with shares between 0 and 1.

    Its fields are looked at, since nobody else has: what is of a wrong type would fail far from the plugin.
    """
    return (
        isinstance(memory, Memory)
        and all(isinstance(getattr(memory, name), kinds) for name, kinds in _KINDS.items())
        and _all_are(str, (*memory.tags, *(memory.source.message_ids if memory.source else ())))
        and _all_are(Relation, memory.relations)
        and bool(memory.content.strip())
        and memory.type in MEMORY_TYPES
        and 0 <= memory.importance <= 1
        and 0 <= memory.confidence <= 1
    )


def _all_are(kind: type, values: Iterable[object]) -> bool:
    return all(isinstance(each, kind) for each in values)


def _is_short_memory(memory: object) -> bool:
    return is_memory(memory) and len(memory.content) <= MOST_CHARACTERS


def _is_quoted(proposed: Proposed, spoken: dict[tuple[str, str], str]) -> bool:
    source, quote = proposed.memory.source, _plain(proposed.evidence)
    if source is None or not quote:
        return False
    return any(quote in spoken.get((source.session_id, each), "") for each in source.message_ids)


def _owned(proposed: Proposed, conversation: Conversation) -> Proposed:
    memory = proposed.memory
    owned = replace(
        memory,
        id=provisional_id(
            conversation.user_id, conversation.namespace, memory.content + memory.key + memory.value
        ),
        provisional=True,
        user_id=conversation.user_id,
        namespace=conversation.namespace,
        status="active",
    )
    return replace(proposed, memory=owned)


def _plain(text: str) -> str:
    """Case, width and blanks do not count."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())
