"""What the person came back to again and again in a day. Pure; which words a text holds is passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from vault.lifecycle.extract.own_words import own_words
from vault.model.identifier import provisional_id
from vault.model.memory import DEFAULT_NAMESPACE, Memory, Source
from vault.model.turn import Turn

LEAST_TURNS = 3
"""Messages of the person in which a word stands, for a topic; and they must be no single burst:"""
LEAST_SESSIONS = 2
LEAST_TURNS_IN_ONE = 5
MOST = 3
"""Topics of a day."""

WordsOf = Callable[[str], Sequence[str]]
"""The words of a text that it can be about; see `vault.index.subject_words`."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A word, and in how many messages and conversations of the day it stands."""

    word: str
    turns: int
    sessions: int


def repeated_topics(turns: Iterable[Turn], words_of: WordsOf, most: int = MOST) -> tuple[Topic, ...]:
    """The words that a day came back to, most often said first.

    Counted are messages of the user, each word once in a message: at least `LEAST_TURNS` of them in
    `LEAST_SESSIONS` conversations, or `LEAST_TURNS_IN_ONE` in one. A word that only stands within a longer
    topic is none.

    Args:
        turns: of one person and day; the assistant's are passed over.
        words_of: see there.
        most: topics at most.
    """
    said: dict[str, list[Turn]] = {}
    written: dict[str, str] = {}
    for turn in turns:
        if turn.role == "user":
            for word in words_of(_own(turn.content)):
                where = said.setdefault(word.casefold(), [])
                written.setdefault(word.casefold(), word)
                if turn not in where[-1:]:
                    where.append(turn)
    topics = [
        Topic(written[word], len(where), len({turn.session_id for turn in where}))
        for word, where in said.items()
    ]
    kept = [topic for topic in topics if _is_repeated(topic)]
    kept = [topic for topic in kept if not any(_stands_within(topic, other) for other in kept)]
    return tuple(sorted(kept, key=lambda topic: (-topic.turns, -topic.sessions, topic.word))[:most])


def topic_memory(topic: Topic, day: datetime, *, user_id: str, language: Literal["zh", "en"]) -> Memory:
    """That the day came back to `topic`, as a memory with a provisional id.

    Args:
        topic: of the day.
        day: its first instant in the vault's timezone.
        user_id: the person.
        language: of the statement.
    """
    named = f"{day:%Y-%m-%d}"
    content = f"用户在 {named} 反复谈到{topic.word}"
    if language == "en":
        content = f"On {named} the user came back to {topic.word} again and again."
    return Memory(
        id=provisional_id(user_id, DEFAULT_NAMESPACE, content),
        provisional=True,
        content=content,
        user_id=user_id,
        type="event",
        importance=0.3,
        confidence=0.6,
        created_at=day,
        occurred_at=day,
        source=Source(kind="summary", session_id=day_session(day.date())),
    )


def day_session(day: date) -> str:
    """What stands for the conversation in the source of memories about a whole day."""
    return f"journal/{day.isoformat()}"


def _own(text: str) -> str:
    kept = own_words(text)
    return "".join(character if own else " " for character, own in zip(text, kept, strict=True))


def _is_repeated(topic: Topic) -> bool:
    if topic.sessions >= LEAST_SESSIONS:
        return topic.turns >= LEAST_TURNS
    return topic.turns >= LEAST_TURNS_IN_ONE


def _stands_within(topic: Topic, other: Topic) -> bool:
    return topic.word != other.word and topic.word in other.word and other.turns >= topic.turns
