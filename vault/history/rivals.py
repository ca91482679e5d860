"""Memories that replaced the same one on different devices: both stand, and a person has to decide. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from vault.format.line_edit import change_fields
from vault.history.version import Version
from vault.model.memory import CONFLICT


def marked_rivals(replaced_by: Iterable[Sequence[str]], current: Mapping[str, Version]) -> dict[str, bytes]:
    """Lines with marks of contradiction, by id, of memories that lack them.

    Args:
        replaced_by: for each memory that several devices replaced, the ids of what they put in its place.
        current: versions by id of memories that count now.
    """
    marks: dict[str, set[str]] = {}
    for ids in replaced_by:
        for one, other in combinations(sorted(set(ids) & current.keys()), 2):
            if not _settled(current[one], current[other]):
                marks.setdefault(one, set()).add(other)
                marks.setdefault(other, set()).add(one)
    lines = ((each, _marked(current[each], sorted(others))) for each, others in sorted(marks.items()))
    return {each: raw for each, raw in lines if raw != current[each].raw}


def _settled(one: Version, other: Version) -> bool:
    """Whether one replaces the other one, or they say the same."""
    replaces = other.id in one.memory.supersedes or one.id in other.memory.supersedes
    return replaces or one.memory.content == other.memory.content


def _marked(version: Version, others: Sequence[str]) -> bytes:
    known = {each.target for each in version.memory.relations if each.type == CONFLICT}
    new = [{"type": CONFLICT, "target": each} for each in others if each not in known]
    if not new:
        return version.raw
    old = [{"type": each.type, "target": each.target} for each in version.memory.relations]
    return change_fields(version.raw, {"relations": [*old, *new]})
