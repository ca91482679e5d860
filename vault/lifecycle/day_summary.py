"""A day of conversation in one dated memory: what is left to be recalled when the day is long past. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from vault.lifecycle.extract.candidate import Candidate
from vault.lifecycle.summarise import summarise
from vault.lifecycle.topics import Topic, day_session
from vault.model.identifier import provisional_id
from vault.model.memory import DEFAULT_NAMESPACE, Memory, Source
from vault.model.turn import Turn, turn_digest

Language = Literal["zh", "en"]

WORTH_SAYING, BARE = 0.4, 0.1
"""Importance of a summary that says something, and of one that only says that there was a conversation."""
_ID_LENGTH = 12


def day_summary(
    turns: Sequence[Turn],
    candidates: Sequence[Candidate],
    topics: Sequence[Topic],
    *,
    day: datetime,
    user_id: str,
    language: Language,
) -> Memory:
    """The summary of a day, with a provisional id. The same turns give the same text.

    Every day has one, if only to say that there was a conversation: raw turns go when their time is over, but
    not before that is written down.

    Args:
        turns: of one person and day; at least one.
        candidates: what is to be told of it; sensitive ones are left out.
        topics: what the day came back to.
        day: its first instant in the vault's timezone.
        user_id: the person.
        language: of the wording; statements stay in the language in which they were said.
    """
    told = summarise(turns, candidates, language=language) or _statements(candidates, language)
    content = _heading(turns, topics, day, language) + told
    last = max((turn.at for turn in turns if turn.at is not None), default=day)
    return Memory(
        id=provisional_id(user_id, DEFAULT_NAMESPACE, content),
        provisional=True,
        content=content.strip(),
        user_id=user_id,
        type="summary",
        importance=WORTH_SAYING if told or topics else BARE,
        created_at=last,
        occurred_at=day,
        source=Source(kind="summary", session_id=day_session(day.date()), message_ids=turn_ids(turns)),
    )


def bare_summary(turns: Sequence[Turn], *, day: datetime, user_id: str, language: Language) -> Memory:
    """A summary that only says that there was a conversation. Arguments as in `day_summary`."""
    return day_summary(turns, (), (), day=day, user_id=user_id, language=language)


def turn_ids(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What stands for turns in the source of their summary: the same for a turn wherever its line is."""
    return tuple(sorted({f"turn-{turn_digest(turn).hex()[:_ID_LENGTH]}" for turn in turns}))


def _heading(turns: Sequence[Turn], topics: Sequence[Topic], day: datetime, language: Language) -> str:
    sessions = len({turn.session_id for turn in turns})
    words = (
        "、".join(topic.word for topic in topics) if language == "zh" else ", ".join(t.word for t in topics)
    )
    if language == "zh":
        about = f"，谈到{words}" if words else ""
        return f"{day:%Y-%m-%d} 的 {sessions} 次对话，{len(turns)} 条消息{about}。"
    about = f", about {words}" if words else ""
    noun = "conversation" if sessions == 1 else "conversations"
    messages = "message" if len(turns) == 1 else "messages"
    return f"{day:%Y-%m-%d}: {sessions} {noun}, {len(turns)} {messages}{about}. "


def _statements(candidates: Sequence[Candidate], language: Language) -> str:
    """The one statement that `summarise` finds too little for a summary."""
    plain = [" ".join(each.content.split()).rstrip("。.") for each in candidates if not each.sensitive]
    return "".join(f"{each}。" if language == "zh" else f"{each}. " for each in dict.fromkeys(plain))
