"""From facts that the model names to proposed memories: only what its message says. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone

from memvault_llm_extract.evidence import is_quoted, is_supported
from memvault_llm_extract.reply import Fact, Statement
from vault.model.identifier import provisional_id
from vault.model.memory import Memory, Source
from vault.model.turn import Turn
from vault.plugin_api.values import Conversation, Proposed

CONFIDENCE = 0.75
"""In what a model read out of a message: a little less than in what a rule found."""


def proposals(facts: Iterable[Fact], conversation: Conversation) -> Iterator[Proposed]:
    """The facts that quote a new message of the user's and say nothing else than it."""
    for fact in facts:
        turn = _turn(fact.n, conversation)
        if (
            turn is not None
            and fact.n in conversation.new
            and turn.role == "user"
            and is_quoted(fact.quote, turn.content)
            and is_supported(f"{fact.content} {fact.value}", _heard(fact.n, conversation))
        ):
            yield Proposed(_memory(fact, turn, conversation), fact.quote.strip(), fact.explicit)


def true_statements(
    parts: Mapping[str, Sequence[Statement]], conversation: Conversation
) -> dict[str, list[str]]:
    """The statements of a summary that quote their message, by its parts."""
    return {
        name: [
            " ".join(each.content.split()).rstrip("。.;；") for each in said if _is_true(each, conversation)
        ]
        for name, said in parts.items()
    }


def _is_true(statement: Statement, conversation: Conversation) -> bool:
    turn = _turn(statement.n, conversation)
    return (
        turn is not None
        and is_quoted(statement.quote, turn.content)
        and is_supported(statement.content, _heard(statement.n, conversation))
    )


def _turn(number: int, conversation: Conversation) -> Turn | None:
    return conversation.turns[number] if 0 <= number < len(conversation.turns) else None


def _heard(number: int, conversation: Conversation) -> str:
    """The message with the few before it, to which it may answer."""
    return "\n".join(turn.content for turn in conversation.turns[max(number - 3, 0) : number + 1])


def _memory(fact: Fact, turn: Turn, conversation: Conversation) -> Memory:
    content = " ".join(fact.content.split())
    exact = bool(fact.key.strip() and fact.value.strip())
    return Memory(
        id=provisional_id(conversation.user_id, conversation.namespace, content),
        provisional=True,
        user_id=conversation.user_id,
        namespace=conversation.namespace,
        type=fact.type,
        content=content,
        key=fact.key.strip() if exact else "",
        scene=fact.scene.strip() if exact else "",
        value=fact.value.strip() if exact else "",
        importance=fact.importance,
        confidence=1.0 if fact.explicit else CONFIDENCE,
        sensitive=fact.sensitive,
        created_at=turn.at,
        occurred_at=_day(fact.occurred_at, conversation),
        source=Source(session_id=turn.session_id, message_ids=(str(turn.turn),)),
    )


def _day(text: str | None, conversation: Conversation) -> datetime | None:
    """Midnight in the vault's time zone, in UTC; what is no date is left out."""
    try:
        day = datetime.strptime((text or "").strip()[:10], "%Y-%m-%d")  # noqa: DTZ007 - the zone follows
        return day.replace(tzinfo=conversation.timezone).astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return None
