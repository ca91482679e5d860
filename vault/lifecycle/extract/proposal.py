"""From what one message states, or asks to remember, to candidates: dates, weights, evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vault.lifecycle.change import changes_in
from vault.lifecycle.extract.candidate import Candidate, Kind, ResolveTime
from vault.lifecycle.extract.explicit import Wish, wishes
from vault.lifecycle.extract.finding import Finding, find
from vault.lifecycle.extract.own_words import own_words
from vault.lifecycle.extract.pattern import word_set
from vault.lifecycle.extract.plain_text import PlainText, is_chinese, plain_text
from vault.lifecycle.extract.refusal import refusals
from vault.lifecycle.extract.sentence import Piece, pieces
from vault.lifecycle.extract.statement import in_third_person
from vault.lifecycle.extract.when import Dated, dated
from vault.model.turn import Turn

EXPLICIT_IMPORTANCE = 0.9
SURE, UNSURE = 0.8, 0.6
"""Confidence in a clause that names its subject, and in one that does not, or says `可能`."""

_PAST = re.compile(r"[了过過]|\b(?:was|were|did|had|went|got|[a-z]{3,}ed)\b")
_HAPPENS: frozenset[Kind] = frozenset(
    (
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
    )
)
"""Kinds of which it is kept when they happened or will; a birthday or a habit has no such day."""
_TIMELESS: frozenset[Kind] = frozenset(("name", "exact value", "trait", "manner"))
_YEARLY: frozenset[Kind] = frozenset(("birthday", "habit"))
"""`3月14号` and `周日` come back: only `下个月18号` and the like get a date."""
_RECURS = re.compile(
    r"周会|例会|组会|晨会|早会|站会|月会|\b(?:standup|stand-up|weekly|meets|every)\b|\b\w+days\b",
    re.IGNORECASE,
)
_AHEAD: frozenset[Kind] = frozenset(("plan", "project", "decision"))
_OF_THE_USER: frozenset[Kind] = frozenset(("food", "liking", "health", "trait"))
_USER = word_set("用户 用戶")
_REMINDER = ("用户要提醒的事：", "The user wants to be reminded: ")


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one message proposes. `last` is its last finding: the next message may add to it."""

    candidates: tuple[Candidate, ...]
    last: Finding | None


def propose(text: str, turn: Turn, resolve: ResolveTime, before: Finding | None = None) -> Proposal:
    """The candidates in `text`, in the order in which they are said; each once.

    Args:
        text: what is read as said in `turn`.
        turn: whose number, session and time they get.
        resolve: see `ResolveTime`.
        before: the last finding of the user's message before.
    """
    plain = plain_text(text, bytes(own_words(text)))
    clauses = pieces(plain)
    asked = wishes(plain, clauses)
    covered = {number for wish in asked for number in range(wish.first, wish.behind)}
    reasons = refusals(plain, clauses)
    refused = [reason or ("request" if number in covered else None) for number, reason in enumerate(reasons)]
    found = find(plain, clauses, refused, before)
    proposed = [(each.first, _candidate(each, plain, turn, resolve)) for each in found]
    for wish in asked:
        proposed.extend((wish.first, each) for each in _of_wish(wish, plain, clauses, turn, resolve))
    ordered = [each for _, each in sorted(proposed, key=lambda pair: pair[0])]
    distinct = {(each.content, each.key, each.scene, each.value): each for each in ordered}
    return Proposal(tuple(distinct.values()), found[-1] if found else None)


def _candidate(found: Finding, plain: PlainText, turn: Turn, resolve: ResolveTime) -> Candidate:
    result = Dated(found.content, None)
    if found.kind not in _TIMELESS:
        recurs = bool(_RECURS.search(found.content)) and not changes_in(found.content)
        ahead, yearly = found.kind in _AHEAD and not recurs, found.kind in _YEARLY or recurs
        result = dated(found.content, turn.at, resolve, ahead=ahead, only_relative=yearly)
    appointment = found.kind == "work" and result.at is not None and bool(found.key)
    if appointment:  # 下周三牙医: whom one goes to see, and not what one is
        found = replace(found, key="", value="")
        result = dated(found.content, turn.at, resolve, ahead=True)
    return Candidate(
        kind=found.kind,
        type="event" if appointment else found.rule.type,
        content=result.content,
        evidence=plain.written[found.start : found.end],
        session_id=turn.session_id,
        turn=turn.turn,
        said_at=turn.at,
        key=found.key,
        scene=found.scene,
        value=found.value,
        importance=found.rule.importance,
        confidence=SURE if found.sure else UNSURE,
        occurred_at=result.at if found.kind in _HAPPENS else None,
        sensitive=found.rule.secret,
        correction=found.correction,
        known_only=found.rule.known_only,
        about=found.who.words if found.who.kind in ("person", "pet") else "",
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
    facts = [_candidate(each, plain, turn, resolve) for each in found]
    split = len(found) > 1 and sum(each.behind - each.first for each in found) == len(inner)
    start, end = plain.span(clauses[wish.first].first, clauses[wish.behind - 1].behind)
    if not split:
        facts = [_as_one(wish, plain, turn, resolve, facts)]
    for fact in facts:
        yield replace(
            fact,
            evidence=plain.written[start:end],
            explicit=True,
            known_only=False,
            importance=EXPLICIT_IMPORTANCE,
            confidence=1.0,
        )


def _as_one(
    wish: Wish, plain: PlainText, turn: Turn, resolve: ResolveTime, facts: Sequence[Candidate]
) -> Candidate:
    """The whole statement, with the type and slot of the one fact in it, if it is one."""
    single = facts[0] if len(facts) == 1 else None
    if single and single.sensitive:
        return single
    written = plain.as_written(wish.start, wish.end)
    chinese = is_chinese(written)
    content = in_third_person(written, chinese=chinese)
    if single and single.kind in _OF_THE_USER and not any(user in content for user in _USER):
        content = single.content[:2] + content if single.content[:2] in _USER else content
    if wish.reminder:
        content = _REMINDER[0 if chinese else 1] + content
    result = dated(content, turn.at, resolve, ahead=not _PAST.search(content))
    if single is None:
        single = Candidate("explicit", "fact", "", written, turn.session_id, turn.turn, turn.at)
    kind_of_memory = "task" if wish.reminder else single.type
    at = result.at or single.occurred_at
    return replace(single, content=result.content, type=kind_of_memory, occurred_at=at)
