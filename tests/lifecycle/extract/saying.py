"""Says things to the extraction: on Wednesday 25 November 2026, 15:30, in Shanghai."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from vault.lifecycle.extract.candidate import Candidate
from vault.lifecycle.extract.clause import NOBODY, Clause, Subject
from vault.lifecycle.extract.extraction import extract
from vault.lifecycle.extract.finding import read_clause
from vault.lifecycle.extract.plain_text import plain_text
from vault.lifecycle.extract.sentence import pieces
from vault.model.turn import Turn
from vault.recall.time_phrase import TimeWindow, parse_time_phrase

ZONE = ZoneInfo("Asia/Shanghai")
SAID = datetime(2026, 11, 25, 15, 30, tzinfo=ZONE)


def resolve_time(text: str, said_at: datetime) -> TimeWindow | None:
    return parse_time_phrase(text, said_at, ZONE)


def conversation(*said: str, every: timedelta = timedelta(seconds=20), session: str = "s1") -> list[Turn]:
    """Turns in order; what begins with `A:` is the assistant's."""
    return [
        Turn(
            session,
            number,
            "assistant" if text.startswith("A:") else "user",
            text.removeprefix("A:"),
            SAID + every * (number - 1),
        )
        for number, text in enumerate(said, 1)
    ]


def extracted(*said: str) -> tuple[Candidate, ...]:
    return extract(conversation(*said), resolve_time=resolve_time)


def contents(*said: str) -> list[str]:
    return [candidate.content for candidate in extracted(*said)]


def only(*said: str) -> Candidate:
    """The one candidate of a conversation."""
    found = extracted(*said)
    assert len(found) == 1, [candidate.content for candidate in found]
    return found[0]


def clause(text: str, topic: Subject = NOBODY, named: Subject = NOBODY) -> Clause:
    """The last clause of a text, read."""
    plain = plain_text(text)
    return read_clause(plain, pieces(plain)[-1], topic, named)


def rest(clause: Clause) -> str:
    return clause.plain.text[clause.rest : clause.behind]


def core(clause: Clause) -> str:
    return clause.plain.text[clause.core : clause.behind]
