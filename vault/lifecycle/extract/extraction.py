"""From turns to candidates: the user's own words, what they ask to remember, what their clauses state."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vault.lifecycle.extract import confirmation
from vault.lifecycle.extract.candidate import Candidate, Kind, ResolveTime
from vault.lifecycle.extract.explicit import Wish, wishes
from vault.lifecycle.extract.finding import Finding, find
from vault.lifecycle.extract.own_words import own_words
from vault.lifecycle.extract.plain_text import PlainText, is_chinese, plain_text
from vault.lifecycle.extract.refusal import refusals
from vault.lifecycle.extract.sentence import Piece, pieces
from vault.lifecycle.extract.statement import in_third_person
from vault.lifecycle.extract.when import dated
from vault.model.turn import Turn

EXPLICIT_IMPORTANCE = 0.9
_PAST = re.compile(r"[了过過]|\b(?:was|were|did|had|went|got|[a-z]{3,}ed)\b")
_UNSURE, _CONFIRMED = 0.6, 0.7
_DATED: frozenset[Kind] = frozenset(
    {
        "plan",
        "life event",
        "explicit",
        "change",
        "home",
        "work",
        "study",
        "family",
        "pet",
        "decision",
        "project",
    }
)
"""Kinds of which it is kept when they happened or will; a birthday or a habit has no such day."""
_WITHOUT_DATES: frozenset[Kind] = frozenset({"name", "exact value", "trait", "manner"})
_YEARLY: frozenset[Kind] = frozenset({"birthday", "habit"})
"""`3月14号` and `周日` come back: only `下个月18号` and the like get a date."""
_LOOKING_AHEAD: frozenset[Kind] = frozenset({"plan", "project", "decision"})


def extract(turns: Sequence[Turn], *, resolve_time: ResolveTime) -> tuple[Candidate, ...]:
    """The memories that `turns` propose, in the order in which they were said.

    Only what the user says counts, and what they confirm of the assistant's words. The same turns always give
    the same candidates; a turn that occurs twice gives them once.

    Args:
        turns: of one user, in order; sessions may be mixed. Injected memory blocks have been taken out.
        resolve_time: finds the time that a text names.
    """
    found: list[Candidate] = []
    asked: dict[str, Turn] = {}
    seen: set[tuple[str, int, str]] = set()
    for turn in turns:
        identity = (turn.session_id, turn.turn, turn.content)
        if turn.role == "assistant":
            asked[turn.session_id] = turn
            continue
        if turn.role == "user" and identity not in seen:
            seen.add(identity)
            found.extend(_of_turn(turn, asked.pop(turn.session_id, None), resolve_time))
    return tuple(found)


def _of_turn(turn: Turn, before: Turn | None, resolve: ResolveTime) -> Iterator[Candidate]:
    candidates = list(_of_text(turn.content, turn, resolve))
    if not candidates and before is not None and turn.content.strip():
        candidates = list(_of_reply(turn, before, resolve))
    yield from {(each.content, each.key, each.scene, each.value): each for each in candidates}.values()


def _of_reply(turn: Turn, before: Turn, resolve: ResolveTime) -> Iterator[Candidate]:
    """A reply that says something only with the question before it."""
    question = confirmation.last_question(before.content)
    statement, source, evidence = confirmation.confirmed(question, turn.content), before, question
    if not statement:
        statement, source, evidence = (
            confirmation.answered(question, turn.content),
            turn,
            turn.content.strip(),
        )
    for each in _of_text(statement, turn, resolve):
        yield replace(each, evidence=evidence, turn=source.turn, confidence=_CONFIRMED)


def _of_text(text: str, turn: Turn, resolve: ResolveTime) -> Iterator[Candidate]:
    plain = plain_text(text, bytes(own_words(text)))
    clauses = pieces(plain)
    asked = wishes(plain, clauses)
    covered = {number for wish in asked for number in range(wish.first, wish.behind)}
    reasons = refusals(plain, clauses)
    refused = [reason or ("request" if number in covered else None) for number, reason in enumerate(reasons)]
    proposed = [
        (found.first, _candidate(found, turn, plain, resolve)) for found in find(plain, clauses, refused)
    ]
    for wish in asked:
        proposed.extend((wish.first, each) for each in _of_wish(wish, plain, clauses, turn, resolve))
    for _, candidate in sorted(proposed, key=lambda each: each[0]):
        yield candidate


def _candidate(found: Finding, turn: Turn, plain: PlainText, resolve: ResolveTime) -> Candidate:
    content, at = found.content, None
    if found.kind not in _WITHOUT_DATES:
        result = dated(
            content, turn.at, resolve, ahead=found.kind in _LOOKING_AHEAD, only_relative=found.kind in _YEARLY
        )
        content, at = result.content, result.at if found.kind in _DATED else None
    return Candidate(
        kind=found.kind,
        type=found.rule.type,
        content=content,
        evidence=plain.written[found.start : found.end],
        session_id=turn.session_id,
        turn=turn.turn,
        said_at=turn.at,
        key=found.key,
        scene=found.scene,
        value=found.value,
        importance=found.rule.importance,
        confidence=0.8 if found.sure else _UNSURE,
        occurred_at=at,
        sensitive=found.rule.secret,
        correction=found.correction,
        joins=found.introduces.words or (found.scene if found.kind in ("family", "pet") else ""),
    )


def _of_wish(
    wish: Wish, plain: PlainText, clauses: Sequence[Piece], turn: Turn, resolve: ResolveTime
) -> Iterator[Candidate]:
    """Its facts one by one where they are all of it, else the whole statement as one."""
    inner = [
        replace(piece, first=max(piece.first, wish.start)) for piece in clauses[wish.first : wish.behind]
    ]
    inner = [piece for piece in inner if piece.first < min(piece.behind, wish.end)]
    found = find(plain, inner, [None] * len(inner))
    facts = [_candidate(each, turn, plain, resolve) for each in found]
    whole = len(found) > 1 and sum(each.behind - each.first for each in found) == len(inner)
    start, end = plain.span(clauses[wish.first].first, clauses[wish.behind - 1].behind)
    evidence = plain.written[start:end]
    if not whole:
        facts = [_as_one(wish, plain, turn, resolve, facts)]
    for fact in facts:
        yield replace(fact, evidence=evidence, explicit=True, importance=EXPLICIT_IMPORTANCE, confidence=1.0)


def _as_one(
    wish: Wish, plain: PlainText, turn: Turn, resolve: ResolveTime, facts: Sequence[Candidate]
) -> Candidate:
    written = plain.as_written(wish.start, wish.end)
    content = in_third_person(written, chinese=is_chinese(written))
    single = facts[0] if len(facts) == 1 else None
    if single and single.sensitive:
        return single
    if (
        single
        and single.kind in ("food", "liking", "health", "trait")
        and single.content.startswith("用")
        and not content.startswith("用")
    ):
        content = single.content[:2] + content if "用户" not in content and "用戶" not in content else content
    if wish.reminder:
        content = (
            f"用户要提醒的事：{content}"
            if is_chinese(written)
            else f"The user wants to be reminded: {content}"
        )
    result = dated(content, turn.at, resolve, ahead=not _PAST.search(content))
    if single:
        return replace(
            single,
            content=result.content,
            occurred_at=result.at or single.occurred_at,
            type="task" if wish.reminder else single.type,
        )
    return Candidate(
        kind="explicit",
        type="task" if wish.reminder else "fact",
        content=result.content,
        evidence=written,
        session_id=turn.session_id,
        turn=turn.turn,
        said_at=turn.at,
        occurred_at=result.at,
    )
