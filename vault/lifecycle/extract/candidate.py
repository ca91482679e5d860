"""What extraction proposes: one fact as it would be kept, and the words it was taken from. Pure values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from vault.model.identifier import provisional_id
from vault.model.memory import DEFAULT_NAMESPACE, Memory, MemoryType, Source

Kind = Literal[
    "name",
    "home",
    "work",
    "study",
    "family",
    "pet",
    "birthday",
    "liking",
    "food",
    "health",
    "trait",
    "habit",
    "plan",
    "change",
    "exact value",
    "thing",
    "decision",
    "project",
    "life event",
    "manner",
    "explicit",
]
"""Which sort of rule found it."""


class TimeFound(Protocol):
    """A time that a text names."""

    @property
    def start(self) -> datetime:
        """The first instant; aware."""

    @property
    def end(self) -> datetime:
        """The first instant behind it."""

    @property
    def span(self) -> tuple[int, int]:
        """Where in the text the phrase is."""


ResolveTime = Callable[[str, datetime], "TimeFound | None"]
"""Finds the time that a text names, seen from the instant at which it was said; None: it names none.

Days are those of the vault's timezone: `start` is a midnight there.
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One proposed memory.

    Attributes:
        content: the statement about `用户` / `The user`, in the language and script in which it was said. A
            time counted from now has its date behind it: `用户下周二（2026-12-01）体检`. The value of a
            secret stands in `value` only.
        key: with `scene` and `value` set where the fact is an exact one.
        evidence: what it was taken from, a piece of the message as it was written.
        session_id: of the message that holds the evidence.
        turn: the number of that message.
        said_at: when it was said; aware, or None when the turn has no time.
        explicit: the person asked to remember it.
        correction: the person took something back with it (`不对，…`, `actually, no`).
        occurred_at: when it happens or happened, or its deadline; aware.
        about: the person or pet it is about, as the speaker calls them; empty for the user.
        earlier_turns: numbers of other messages that it was put together from.
        known_only: to be kept only where it takes the place of something known, or contradicts it.
    """

    kind: Kind
    type: MemoryType
    content: str
    evidence: str
    session_id: str
    turn: int
    said_at: datetime | None
    key: str = ""
    scene: str = ""
    value: str = ""
    importance: float = 0.5
    confidence: float = 0.8
    occurred_at: datetime | None = None
    sensitive: bool = False
    explicit: bool = False
    correction: bool = False
    about: str = ""
    earlier_turns: tuple[int, ...] = ()
    known_only: bool = False


def proposed_memory(candidate: Candidate, user_id: str, namespace: str = DEFAULT_NAMESPACE) -> Memory:
    """The memory that `candidate` proposes. Its id is provisional: the gate gives it a real one."""
    messages = (*candidate.earlier_turns, candidate.turn)
    return Memory(
        id=provisional_id(user_id, namespace, candidate.content + candidate.key + candidate.value),
        provisional=True,
        user_id=user_id,
        namespace=namespace,
        type=candidate.type,
        content=candidate.content,
        key=candidate.key,
        scene=candidate.scene,
        value=candidate.value,
        importance=candidate.importance,
        confidence=candidate.confidence,
        created_at=candidate.said_at,
        occurred_at=candidate.occurred_at,
        sensitive=candidate.sensitive,
        source=Source(
            session_id=candidate.session_id,
            message_ids=tuple(map(str, messages)),
        ),
    )
