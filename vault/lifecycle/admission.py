"""What becomes of a new memory beside those there are: one decision out of all the rules. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from vault.lifecycle.duplicate import duplicate_of
from vault.lifecycle.supersede import Conflict, Plan, revise
from vault.lifecycle.trust import at_least, may_revise, trust_of
from vault.lifecycle.wording import same_text_form
from vault.model.memory import Memory

Outcome = Literal["add", "confirm", "extend", "replace", "outdated", "conflict"]

ONE_BREATH = timedelta(minutes=5)
"""Pieces of one thing said within this time in one session are one memory."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What to do with a new memory.

    Attributes:
        outcome: `add` it; `confirm`: an old one says so already; `extend`: it takes the place of the words of
            an old one that was said a moment ago; `replace`: old ones are over; `outdated`: it is itself, a
            newer one is known; `conflict`: both stand, and the person is to see it.
        olds: the memories that are meant; for `confirm`, `extend` and `outdated` exactly one.
        reason: by which rule; for people who ask why.
    """

    outcome: Outcome
    olds: tuple[Memory, ...] = ()
    reason: str = ""


def admit(
    candidate: Memory,
    *,
    same_slot: Sequence[Memory],
    neighbours: Sequence[tuple[Memory, float]],
    level: float,
    related: float,
    now: datetime,
) -> Admission:
    """Decide. Never raises. Texts must be in one script (see `difference.compare`).

    The rules go by what is said; then trust decides whether their verdict may be carried out.

    Args:
        candidate: the new memory; `created_at` is when it was said.
        same_slot: memories with its slot.
        neighbours: memories of the same user and namespace with their cosines to it, in any order.
        level: the model's duplicate level, a cosine.
        related: from this cosine on two memories may be about the same thing.
        now: timezone-aware.
    """

    def judged(*, less_trusted: bool) -> Admission:
        verdict = _by_rules(
            candidate,
            [old for old in same_slot if _is_less_trusted(old, candidate) is less_trusted],
            [pair for pair in neighbours if _is_less_trusted(pair[0], candidate) is less_trusted],
            level=level,
            related=related,
            now=now,
        )
        return _within_trust(candidate, verdict)

    first = judged(less_trusted=False)
    if first.outcome not in {"add", "replace"}:
        return first
    # what others claim, of whatever date, keeps nobody from changing what they said themselves
    second = judged(less_trusted=True)
    if first.outcome == "add":
        return second
    olds = (*first.olds, *second.olds) if second.outcome == "replace" else first.olds
    return Admission("replace", olds, first.reason)


def _by_rules(
    candidate: Memory,
    same_slot: Sequence[Memory],
    neighbours: Sequence[tuple[Memory, float]],
    *,
    level: float,
    related: float,
    now: datetime,
) -> Admission:
    known = _in_slot_already(candidate, same_slot)
    if known is not None:
        return Admission("confirm", (known,), "same-slot")
    verdict = duplicate_of(candidate, neighbours, level)
    if verdict.is_duplicate and verdict.memory is not None:
        return Admission("confirm", (verdict.memory,), verdict.likeness)
    begun = [old for old, _ in neighbours if _goes_on(candidate, old)]
    if begun:
        return Admission("extend", (begun[0],), "one-breath")
    if verdict.likeness == "says-more" and verdict.memory:
        return Admission("replace", (verdict.memory,), "says-more")
    revised = revise(candidate, same_slot=same_slot, neighbours=neighbours, related=related, now=now)
    return _as_admission(revised, candidate, [*same_slot, *(old for old, _ in neighbours)])


def _is_less_trusted(old: Memory, candidate: Memory) -> bool:
    return not at_least(trust_of(old.source), trust_of(candidate.source))


def _within_trust(candidate: Memory, admission: Admission) -> Admission:
    """What becomes of a verdict that would let what is trusted less decide about what is trusted more.

    Both stand: side by side where one only says more than the other, else as a contradiction. And what is
    trusted more takes the place of the same from elsewhere, lest another text from there replace it.
    """
    olds, outcome = admission.olds, admission.outcome
    if outcome in {"add", "conflict"}:
        return admission
    if outcome == "confirm":
        if may_revise(olds[0], candidate) or not may_revise(candidate, olds[0]):
            return admission
        less = admission.reason == "says-less"
        return Admission("add") if less else Admission("replace", olds, "more-trusted")
    if outcome == "outdated":
        allowed = may_revise(olds[0], candidate)
    else:
        allowed = all(may_revise(candidate, old) for old in olds)
    if allowed:
        return admission
    if outcome == "extend" or admission.reason == "says-more":
        return Admission("add")
    return Admission("conflict", olds, "less-trusted")


def _as_admission(revised: Plan | Conflict | None, candidate: Memory, known: Sequence[Memory]) -> Admission:
    by_id = {old.id: old for old in known}
    if isinstance(revised, Conflict):
        others = tuple(by_id[each] for each in revised.ids if each in by_id)
        return Admission("conflict", others, revised.reason)
    if revised is None:
        return Admission("add")
    if revised.new != candidate.id:
        return Admission("outdated", (by_id[revised.new],), revised.reason)
    return Admission("replace", tuple(by_id[each] for each in revised.old), revised.reason)


def _in_slot_already(candidate: Memory, same_slot: Sequence[Memory]) -> Memory | None:
    """An exact fact with this value, however it is worded."""
    for old in same_slot:
        same = same_text_form(old.value) == same_text_form(candidate.value)
        if candidate.value and same and old.status in {"active", "inactive"} and not old.superseded_by:
            return old
    return None


def _goes_on(candidate: Memory, old: Memory) -> bool:
    """Whether `old`, said just before in the same session, is the beginning of what `candidate` says."""
    if not (candidate.source and old.source and candidate.source.session_id):
        return False
    same_thing = (candidate.user_id, candidate.namespace, candidate.slot) == (
        old.user_id,
        old.namespace,
        old.slot,
    )
    begun, said = old.updated_at or old.created_at, candidate.created_at
    return (
        same_thing
        and candidate.source.session_id == old.source.session_id
        and begun is not None
        and said is not None
        and timedelta() <= said - begun <= ONE_BREATH
        and same_text_form(candidate.value) == same_text_form(old.value)
        and same_text_form(candidate.content).startswith(same_text_form(old.content))
    )
