"""Memories that stand where they should stand no more: an archiving that was cut short, an old copy. Pure.

Whoever supersedes a memory adds the new one, adds the old one to `archive/`, and only then removes it from
`facts/`. Ended between two of these steps, it is in none of the states that somebody meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Literal

from vault.format.report import quoted
from vault.model.identifier import permanent_id
from vault.model.memory import CONFLICT, Memory
from vault.model.tombstone import is_tombstone
from vault.problem import Problem

Way = Literal["replaced", "archived", "erased"]
"""`replaced`: another memory takes its place, and it is not in `archive/` yet. `archived`: it is, and has not
been taken out of `facts/`. `erased`: it was erased, and a copy of it has come back."""

_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)


@dataclass(frozen=True, slots=True)
class Standing:
    """A memory, where it stands, and whether that is in `archive/`."""

    memory: Memory
    path: str
    line: int
    archived: bool


@dataclass(frozen=True, slots=True)
class HalfArchived:
    """A memory that should stand there no more.

    Attributes:
        standing: where it stands.
        way: why it should not.
        others: the memories that replace it, or the one that is in `archive/`; never empty.
    """

    standing: Standing
    way: Way
    others: tuple[Standing, ...]


def find_half_archived(standings: Iterable[Standing]) -> tuple[HalfArchived, ...]:
    """All of a vault, sorted by place.

    Of memories that supersede each other, around any number of corners, the newest one stays. A line without
    an id that says what a line in `archive/` says is left alone: it may have been written anew.

    Args:
        standings: every memory of the vault.
    """
    live: list[Standing] = []
    archived: dict[str, list[Standing]] = {}
    for standing in standings:
        if standing.archived:
            archived.setdefault(permanent_id(standing.memory.id), []).append(standing)
        else:
            live.append(standing)
    twins = [(each, archived.get(permanent_id(each.memory.id), ())) for each in live]
    twins += [(each, of_one) for of_one in archived.values() if len(of_one) > 1 for each in of_one]
    done = [found for each, others in twins if (found := _in_both(each, others)) is not None]
    current = [each for each in live if each.memory.id not in archived and each.memory.status != "forgotten"]
    return tuple(
        sorted([*done, *_replaced(current)], key=lambda each: (each.standing.path, each.standing.line))
    )


def half_archived_problem(found: HalfArchived) -> Problem:
    """What to tell the person."""
    standing, other = found.standing, found.others[0]
    name, hint = quoted(standing.memory.id), "run `memvault check --fix`"
    where = f"{other.path}:{other.line}"
    if found.way == "erased":
        message = f"{name} was erased; a copy of its text has come back"
        return Problem(standing.path, standing.line, 0, "erased-memory", message, hint)
    if found.way == "archived":
        message = f"{name} is history at {where} and still stands here"
    else:
        message = f"{name} is replaced by {where} and still stands here"
    return Problem(standing.path, standing.line, 0, "half-archived", message, hint, "warning")


def _in_both(standing: Standing, archived: Iterable[Standing]) -> HalfArchived | None:
    """Nothing where the one in `archive/` says something else: the person has to look at the two."""
    memory = standing.memory
    for twin in archived:
        if is_tombstone(twin.memory) and not is_tombstone(memory):
            return HalfArchived(standing, "erased", (twin,))
    if memory.provisional or standing.archived:
        return None
    same = [twin for twin in archived if _statement(twin.memory) == _statement(memory)]
    return HalfArchived(standing, "archived", (same[0],)) if same else None


def _statement(memory: Memory) -> Memory:
    """The memory without what archiving changes, and what is not worth a person's attention."""
    kept = tuple(each for each in memory.relations if each.type != CONFLICT)
    return replace(
        memory,
        status="active",
        superseded_by=(),
        updated_at=None,
        relations=kept,
        last_hit_at=None,
        hit_count=0,
        vector_id="",
    )


def _in_force(memory: Memory) -> bool:
    return memory.status in {"active", "inactive"} and not memory.superseded_by


def _replaced(current: list[Standing]) -> Iterable[HalfArchived]:
    """Memories that others of the same user supersede."""
    by_id = {permanent_id(each.memory.id): each for each in reversed(current)}
    olds: dict[str, list[str]] = {}
    claims: dict[str, list[str]] = {}
    for new_id, new in by_id.items():
        for old_id in map(permanent_id, new.memory.supersedes):
            old = by_id.get(old_id)
            if old is not None and old is not new and old.memory.user_id == new.memory.user_id:
                olds.setdefault(new_id, []).append(old_id)
                claims.setdefault(old_id, []).append(new_id)
    gone: set[str] = set()
    for each in sorted(olds, key=lambda each: _age(by_id[each]), reverse=True):
        if each not in gone:  # then nothing newer leads to it, and what it leads to goes
            gone |= _reached(each, olds)
    for old_id in gone:
        if _in_force(by_id[old_id].memory):
            others = tuple(by_id[each] for each in sorted(claims[old_id]))
            yield HalfArchived(by_id[old_id], "replaced", others)


def _age(standing: Standing) -> tuple[float, str, int]:
    when = standing.memory.updated_at or standing.memory.created_at
    return (when - _LONG_AGO).total_seconds() if when else 0.0, standing.path, standing.line


def _reached(start: str, olds: Mapping[str, Sequence[str]]) -> set[str]:
    """What a memory supersedes, around any number of corners, without itself."""
    seen, ahead = {start}, [start]
    while ahead:
        for old in olds.get(ahead.pop(), ()):
            if old not in seen:
                seen.add(old)
                ahead.append(old)
    return seen - {start}
