"""Whether a new memory takes the place of old ones, or contradicts one without anybody being able to say.

Settled here: another value of the same slot; a stated change (`vault.lifecycle.change`) about the same thing.
Said without a word of change, another home or the opposite of an old statement is a conflict: both stay, and
the person sees them. Statements that can be true side by side are nothing. Summaries tell of their own time:
they outdate nothing and are not outdated. Who says it plays no part here: see `vault.lifecycle.admission`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vault.lifecycle.change import as_said, changes_in
from vault.lifecycle.contradiction import contradicts
from vault.lifecycle.outdated import names_several, outdated_by
from vault.lifecycle.wording import same_text_form
from vault.model.memory import Memory
from vault.model.validity import is_expired

PlanReason = Literal["same-slot", "stopped", "switched", "moved", "now", "corrected", "grown"]
ConflictReason = Literal["attribute", "denial", "opposite", "measure", "in-part"]

_LONGEST_STATEMENT = 80
"""In characters. The rules read single statements; a long text is beyond them."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Old memories to archive, and what takes their place.

    Attributes:
        old: ids to be superseded; the candidate's own id when it is the one that is out of date (an import).
        new: the id that replaces them.
        reason: by which rule.
        cue: the words that say so, or the slot.
    """

    old: tuple[str, ...]
    new: str
    reason: PlanReason
    cue: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Memories that cannot both be true, and no rule to settle it; the newer one is preferred in recall."""

    ids: tuple[str, ...]
    reason: ConflictReason
    cue: str = ""


def revise(
    candidate: Memory,
    *,
    same_slot: Sequence[Memory] = (),
    neighbours: Sequence[tuple[Memory, float]] = (),
    related: float,
    now: datetime,
) -> Plan | Conflict | None:
    """What `candidate` does to the memories there are. Never raises.

    Args:
        candidate: the new memory, no duplicate of an old one.
        same_slot: memories with its slot.
        neighbours: old memories with their cosines to it, in any order.
        related: from this cosine on a neighbour may be about the same thing.
        now: timezone-aware.
    """
    olds = [old for old in same_slot if candidate.slot == old.slot and _replaceable(candidate, old, now)]
    others = [old for old in olds if candidate.slot and _value(old) != _value(candidate)]
    if others:
        return _settled(
            candidate, others, now, "same-slot", " ".join(filter(None, (candidate.scene, candidate.key)))
        )
    if candidate.type == "summary":
        return None
    near = sorted((pair for pair in neighbours if pair[1] >= related), key=lambda pair: -pair[1])
    about = [old for old, _ in near if _may_be_outdated(candidate, old, now)]
    if len(candidate.content) > _LONGEST_STATEMENT:
        return None
    everything = [old for old, _ in neighbours if _may_be_outdated(candidate, old, now)]
    return _changed(candidate, about, everything, now) or _contradiction(candidate, about, now)


def _changed(
    candidate: Memory, about: Sequence[Memory], everything: Sequence[Memory], now: datetime
) -> Plan | Conflict | None:
    """What its changes do; where one names what has changed, the words decide and not the cosine."""
    outdated: dict[str, tuple[Memory, PlanReason]] = {}
    cues: list[str] = []
    for change in changes_in(candidate.content):
        olds = everything if change.old or change.topic or change.sphere else about
        for old in olds:
            why = outdated_by(change, as_said(candidate.content), as_said(old.content))
            if why:
                outdated.setdefault(old.id, (old, why))
                cues.append(change.cue)
    if not outdated:
        return None
    partly = [old for old, _ in outdated.values() if names_several(old.content)]
    if len(partly) == len(outdated) and any(
        each.sphere == "living" for each in changes_in(candidate.content)
    ):
        return Conflict((*(old.id for old in partly), candidate.id), "in-part", cues[0])
    reason = next(iter(outdated.values()))[1]
    return _settled(candidate, [old for old, _ in outdated.values()], now, reason, cues[0])


def _contradiction(candidate: Memory, about: Sequence[Memory], now: datetime) -> Plan | Conflict | None:
    for old in about:
        found = contradicts(as_said(candidate.content), as_said(old.content))
        if found == "grown":
            return _settled(candidate, [old], now, "grown", "")
        if found:
            return Conflict((old.id, candidate.id), found)
    return None


def _settled(candidate: Memory, olds: Sequence[Memory], now: datetime, reason: PlanReason, cue: str) -> Plan:
    """A plan; the candidate is what is out of date when an old memory is newer."""
    newer = [old for old in olds if _said_before(candidate, old)]
    if newer:
        latest = max(newer, key=lambda old: _said_at(old) or now)
        return Plan((candidate.id,), latest.id, reason, cue)
    return Plan(tuple(old.id for old in olds), candidate.id, reason, cue)


def _replaceable(candidate: Memory, old: Memory, now: datetime) -> bool:
    """Of the same user, still in force, and no event that has happened: what was, was."""
    happened = old.type == "event" and old.occurred_at is not None and old.occurred_at <= now
    return (
        old.id != candidate.id
        and (old.user_id, old.namespace) == (candidate.user_id, candidate.namespace)
        and old.status in {"active", "inactive"}
        and not old.superseded_by
        and not is_expired(old, now)
        and (not happened or candidate.slot is not None)
    )


def _may_be_outdated(candidate: Memory, old: Memory, now: datetime) -> bool:
    """Replaceable, one statement as well, no summary, and no exact fact about something else."""
    if old.type == "summary":
        return False
    in_other_slot = candidate.key and old.key and candidate.slot != old.slot
    return not in_other_slot and len(old.content) <= _LONGEST_STATEMENT and _replaceable(candidate, old, now)


def _value(memory: Memory) -> str:
    return same_text_form(memory.value or memory.content)


def _said_at(memory: Memory) -> datetime | None:
    return memory.valid_from or memory.updated_at or memory.created_at


def _said_before(candidate: Memory, old: Memory) -> bool:
    ours, theirs = _said_at(candidate), _said_at(old)
    return ours is not None and theirs is not None and ours < theirs
