"""From turns to candidates. Sessions, replies and pieces are here; what one message says is in `proposal`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from vault.lifecycle.extract import confirmation
from vault.lifecycle.extract.candidate import Candidate, ResolveTime
from vault.lifecycle.extract.finding import Finding
from vault.lifecycle.extract.proposal import Proposal, propose
from vault.model.turn import Turn

CONFIRMED = 0.7
"""Confidence in what the assistant said and the user only confirmed or answered."""
ONE_BREATH = timedelta(minutes=5)
"""What is said within this time in one session may be one thing said in pieces."""


@dataclass(slots=True)
class _Session:
    """What a session has been about so far: the assistant's last words, the user's last finding and turn."""

    asked: Turn | None = None
    last: Finding | None = None
    said: Turn | None = None


def extract(turns: Sequence[Turn], *, resolve_time: ResolveTime) -> tuple[Candidate, ...]:
    """The memories that `turns` propose, in the order in which they were said.

    Only what the user says counts, and what they confirm of the assistant's words. The same turns always give
    the same candidates; a turn that occurs twice gives them once. Pieces of one thing said in several
    messages come out one by one, each with what was said before: see `fragments.join_fragments`.

    Args:
        turns: of one user, in order; sessions may be mixed. Injected memory blocks have been taken out.
        resolve_time: finds the time that a text names.
    """
    found: list[Candidate] = []
    sessions: dict[str, _Session] = {}
    seen: set[tuple[str, int, str]] = set()
    for turn in turns:
        session = sessions.setdefault(turn.session_id, _Session())
        identity = (turn.session_id, turn.turn, turn.content)
        if turn.role == "assistant":
            session.asked = turn
        elif turn.role == "user" and identity not in seen:
            seen.add(identity)
            proposal = _of_turn(turn, session, resolve_time)
            session.asked, session.last, session.said = None, proposal.last, turn
            found.extend(proposal.candidates)
    return tuple(found)


def _of_turn(turn: Turn, session: _Session, resolve: ResolveTime) -> Proposal:
    before = session.last if session.said and _in_one_breath(session.said, turn) else None
    proposal = propose(turn.content, turn, resolve, before)
    if proposal.last and proposal.last.continues and session.said:
        earlier = (session.said.turn,)
        first, *others = proposal.candidates
        proposal = replace(proposal, candidates=(replace(first, earlier_turns=earlier), *others))
    if proposal.candidates or session.asked is None:
        return proposal
    return _of_reply(turn, session.asked, resolve)


def _in_one_breath(earlier: Turn, later: Turn) -> bool:
    return (
        earlier.at is not None and later.at is not None and timedelta() <= later.at - earlier.at <= ONE_BREATH
    )


def _of_reply(turn: Turn, asked: Turn, resolve: ResolveTime) -> Proposal:
    """A reply that says something only with the question before it."""
    question = confirmation.last_question(asked.content)
    statement, source, evidence = confirmation.confirmed(question, turn.content), asked, question
    if not statement:
        statement, source = confirmation.answered(question, turn.content), turn
        evidence = turn.content.strip()
    proposal = propose(statement, turn, resolve)
    candidates = (
        replace(each, evidence=evidence, turn=source.turn, confidence=CONFIRMED)
        for each in proposal.candidates
    )
    return Proposal(tuple(candidates), None)
