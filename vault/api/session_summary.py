"""The summary of a conversation as a memory: of the session and the messages that it sums up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vault.config.settings import Language
from vault.lifecycle.extract.candidate import Candidate
from vault.lifecycle.summarise import summarise
from vault.model.identifier import provisional_id
from vault.model.memory import DEFAULT_NAMESPACE, Memory, Source
from vault.model.turn import Turn

IMPORTANCE = 0.4
"""Below that of the single facts, which it says again."""


def summary_of(
    turns: Sequence[Turn],
    candidates: Iterable[Candidate],
    *,
    language: Language,
    told: str | None = None,
) -> Memory | None:
    """The memory that sums `turns` up, or None when there is nothing worth keeping as a whole.

    Its id is provisional: the gate gives it a real one, and knows it again by its messages and its text.

    Args:
        turns: of one session and user, in order, at least one.
        candidates: what they propose.
        language: of the template.
        told: what a plugin says instead of the template; empty: nothing is worth keeping.
    """
    content = summarise(turns, candidates, language=language) if told is None else told
    if not content:
        return None
    first, last = turns[0], turns[-1]
    messages = tuple(dict.fromkeys(str(turn.turn) for turn in turns))
    return Memory(
        id=provisional_id(first.user_id, DEFAULT_NAMESPACE, f"{content}\n{first.session_id}\n{first.turn}"),
        provisional=True,
        user_id=first.user_id,
        type="summary",
        content=content,
        importance=IMPORTANCE,
        created_at=last.at,
        source=Source("summary", first.session_id, messages, agent_id=last.agent_id, channel=last.channel),
    )
