"""Versions of one memory: their fields in comparable form, which of two counts, and their merge. Pure.

The rules are those of `schema/FORMAT.md` (Merging). Without a common ancestor the merge is commutative,
associative and idempotent: of versions that differ the highest `rank` counts, and of those of equal rank each
field has the value whose canonical JSON comes last; sets are united.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from functools import reduce

from vault.format.defaults import Defaults
from vault.format.line_edit import REMOVE, change_fields
from vault.format.memory_line import format_memory, parse_memories
from vault.history.sequence import merged_set
from vault.model.identifier import permanent_id
from vault.model.memory import Memory
from vault.model.tombstone import is_tombstone

SETS = ("tags", "supersedes", "superseded_by", "relations")
"""Fields that are merged as sets."""
NOT_TOLD = frozenset(
    {"id", "status", "created_at", "updated_at", "source", "importance", "confidence", *SETS}
)
"""Fields that are not what a memory says: a version that differs in these only is not kept."""
_UNKNOWN = object()
_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)
_OVER = ("superseded", "forgotten")

Rank = tuple[bool, bool, datetime]


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a memory.

    Attributes:
        raw: its line, without the line end.
        memory: what it says.
        fields: canonical values by key, those that are default left out.
        written: values as they stand in the line, by key.
        archived: it stands below `archive/`.
    """

    raw: bytes
    memory: Memory
    fields: Mapping[str, object]
    written: Mapping[str, object]
    archived: bool = False

    @property
    def id(self) -> str:
        """By which versions are matched: a line without an id has the one that it would be given."""
        return permanent_id(self.memory.id)

    @property
    def told(self) -> Mapping[str, object]:
        """What it says, without what is only about it."""
        return {key: value for key, value in self.fields.items() if key not in NOT_TOLD}

    @property
    def rank(self) -> Rank:
        """Of two versions the greater one counts: erased, then over, then changed later."""
        memory = self.memory
        over = self.archived or memory.status in _OVER
        return is_tombstone(memory), over, memory.updated_at or memory.created_at or _LONG_AGO


@dataclass(frozen=True, slots=True)
class MergedVersion:
    """What came of two versions.

    Attributes:
        version: the one that stays.
        lost: versions that said something that it does not say any more, to be kept.
    """

    version: Version
    lost: tuple[Version, ...] = ()


def version_of(raw: bytes, memory: Memory, *, archived: bool = False) -> Version:
    """The version in a line that was read as this memory."""
    raw = raw.strip().removeprefix(b"\xef\xbb\xbf")
    fields = json.loads(format_memory(memory))
    return Version(raw, memory, fields, _written(raw), archived)


def _written(raw: bytes) -> Mapping[str, object]:
    try:
        found = json.loads(raw.decode("utf-8", "replace"), strict=False)
    except ValueError:  # more digits than Python converts
        return {}
    return found if isinstance(found, dict) else {}


def merge_versions(
    ours: Version, theirs: Version, base: Version | None = None, *, defaults: Defaults
) -> MergedVersion:
    """Merge two versions of a memory field by field.

    Args:
        ours: one version.
        theirs: another one; which is which makes no difference.
        base: their common ancestor, if it is known.
        defaults: of the vault.
    """
    if ours.fields == theirs.fields and ours.memory.provisional == theirs.memory.provisional:
        return MergedVersion(_written_alike(ours, theirs, base))
    low, high = sorted((ours, theirs), key=_order)
    if high.rank[0]:
        return MergedVersion(_of_erased(low, high, defaults))
    merged = _fields(low, high, base)
    version = _with_fields(high, low, merged, defaults)
    lost = tuple(each for each in (low, high) if _says_more(each, version, base))
    return MergedVersion(version, lost)


def merge_all(versions: Sequence[Version], *, defaults: Defaults) -> MergedVersion:
    """Merge any number of versions, at least one, without an ancestor."""

    def add(so_far: MergedVersion, each: Version) -> MergedVersion:
        merged = merge_versions(so_far.version, each, defaults=defaults)
        return MergedVersion(merged.version, (*so_far.lost, *merged.lost))

    return reduce(add, versions[1:], MergedVersion(versions[0]))


def lost_line(version: Version) -> tuple[str, bytes]:
    """A version that has lost, as a memory of its own that its successor supersedes; the same everywhere.

    Returns:
        Its id, and its line without a line end.
    """
    memory = replace(
        version.memory,
        id=_lost_id(version.id, version.told),
        provisional=False,
        status="superseded",
        superseded_by=(version.id,),
        supersedes=(),
        relations=(),
        tags=(),
    )
    return memory.id, format_memory(memory).encode()


def is_lost(version: Version) -> bool:
    """Whether it is what `lost_line` makes of a version; so it is known in whatever file it stands."""
    successors = version.memory.superseded_by
    return len(successors) == 1 and version.memory.id == _lost_id(successors[0], version.told)


def _lost_id(memory_id: str, told: Mapping[str, object]) -> str:
    said = f"lost\x00{memory_id}\x00{canonical(told)}".encode("utf-8", "replace")
    return "mem_" + hashlib.sha256(said).hexdigest()[:20]


def canonical(value: object) -> str:
    """JSON in one form: sorted keys, no blanks, characters as they are."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _order(version: Version) -> tuple[object, ...]:
    return version.rank, canonical(version.fields), not version.memory.provisional, version.raw


def _written_alike(ours: Version, theirs: Version, base: Version | None) -> Version:
    """Of two lines that say the same the one that was edited, else either, the same everywhere."""
    if base is not None and ours.raw != theirs.raw:
        if ours.raw == base.raw:
            return theirs
        if theirs.raw == base.raw:
            return ours
    return max(ours, theirs, key=lambda each: each.raw)


def _of_erased(low: Version, high: Version, defaults: Defaults) -> Version:
    """What is left of an erased memory takes nothing over from one that was not erased."""
    if not low.rank[0]:
        return high
    return _with_fields(high, low, _fields(low, high, None), defaults)


def _fields(low: Version, high: Version, base: Version | None) -> dict[str, object]:
    """The value of each key in the end; `REMOVE` where it has none."""
    merged: dict[str, object] = {}
    for key in {**low.fields, **high.fields}:
        below, above = low.fields.get(key, REMOVE), high.fields.get(key, REMOVE)
        before = base.fields.get(key, REMOVE) if base is not None else _UNKNOWN
        if below in (above, before):
            merged[key] = above
        elif above == before:
            merged[key] = below
        elif key in SETS:
            merged[key] = _united(low, high, base, key)
        elif key == "id":
            merged[key] = below if above is REMOVE else above
        elif base is not None and key == "updated_at":
            merged[key] = max(low, high, key=lambda each: each.memory.updated_at or _LONG_AGO).fields[key]
        elif low.rank == high.rank:
            merged[key] = max(below, above, key=_last_of_equals)
        else:
            merged[key] = above
    return merged


def _last_of_equals(value: object) -> tuple[bool, str]:
    return (False, "") if value is REMOVE else (True, canonical(value))


def _united(low: Version, high: Version, base: Version | None, key: str) -> object:
    sides = [_texts(each, key) for each in (low, high)]
    united = merged_set(sides[0], sides[1], _texts(base, key) if base is not None else ())
    if not united:
        return REMOVE
    if united == set(sides[1]) and low.rank < high.rank:
        return high.fields[key]
    return [json.loads(each) for each in sorted(united)]


def _texts(version: Version, key: str) -> list[str]:
    value = version.fields.get(key, [])
    return [canonical(each) for each in value] if isinstance(value, list) else []


def _with_fields(high: Version, low: Version, merged: Mapping[str, object], defaults: Defaults) -> Version:
    """The line of `high` with what it does not say yet, in the words in which `low` says it."""
    changes: dict[str, object] = {}
    for key, value in merged.items():
        if value != high.fields.get(key, REMOVE):
            from_low = value == low.fields.get(key, REMOVE)
            changes[key] = low.written.get(key, REMOVE) if from_low else value
    if not changes:
        return high
    try:
        raw = change_fields(high.raw, changes)
    except ValueError:  # a number that JSON has no form for
        raw = change_fields(high.raw, {key: merged[key] for key in changes})
    (located,) = parse_memories(raw, path="", defaults=defaults).memories
    return version_of(raw, located.memory, archived=high.archived)


def _says_more(version: Version, merged: Version, base: Version | None) -> bool:
    """Whether it says something that neither what stays nor the ancestor says."""
    for key, value in version.fields.items():
        known = merged.fields.get(key)
        if key not in NOT_TOLD and value != known and (base is None or value != base.fields.get(key)):
            return True
    return False
