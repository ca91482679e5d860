"""Merging two versions of a note section by section, with or without the common ancestor.

A section that one side changed is as on that side; changes of both are joined where they do not touch. Else
both versions stand in the note, marked; so it is, too, where nobody knows the ancestor. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vault.format.conflict_marker import find_conflicts
from vault.format.decode import foreign_encoding, split_lines
from vault.history.front_fields import merge_front
from vault.history.merge_text import merge_text
from vault.history.merged import CannotMerge, Merged, unchanged_on_one_side
from vault.history.note_parts import (
    FRONT,
    MACHINE,
    PartKey,
    Versions,
    cut_note,
    mark_of,
    put_together,
    versions_of,
)
from vault.history.sequence import merged_order, merged_set

_Parts = dict[PartKey, Versions]
_NOTHING: Versions = {}


def merge_notes(ours: bytes, theirs: bytes, base: bytes | None = None) -> Merged:
    """Merge two versions of a note; which is which makes no difference.

    Args:
        ours: one version.
        theirs: the other one.
        base: their common ancestor; None when it is not known.

    Raises:
        CannotMerge: a version is in another encoding, or holds conflict markers of git.
    """
    whole = unchanged_on_one_side(ours, theirs, base)
    if whole is not None:
        return Merged(whole)
    for data in (ours, theirs, base or b""):
        _require_usable(data)
    one, other, old = _aligned(*(cut_note(data) for data in (ours, theirs, base or b"")))
    parts = {
        key: _merged(key, one.get(key, _NOTHING), other.get(key, _NOTHING), old.get(key, _NOTHING))
        for key in {**one, **other}
    }
    kept = {key for key, versions in parts.items() if versions}
    order = _order(list(one), list(other), kept, list(old))
    many = sum(len(parts[key]) > 1 for key in kept)
    return Merged(put_together([parts[key] for key in order], mark_of(ours, theirs)), side_by_side=many)


def _require_usable(data: bytes) -> None:
    if foreign_encoding(data):
        raise CannotMerge("it is not UTF-8 text")
    if find_conflicts(split_lines(data), only_whole=True).openings:
        raise CannotMerge("git left a conflict in it")


def _aligned(one: _Parts, other: _Parts, old: _Parts) -> tuple[_Parts, _Parts, _Parts]:
    """The parts, each known by one key: one that says the same below other headings was moved there."""
    one, other = (_renamed(side, _moves(side, old)) for side in (one, other))
    moved = {key: min(key, to) for key, to in _moves(one, other).items()}
    back = {key: min(key, to) for key, to in _moves(other, one).items()}
    return _renamed(one, moved), _renamed(other, back), old


def _moves(side: _Parts, reference: _Parts) -> dict[PartKey, PartKey]:
    """Of parts under a key that the reference lacks: the key under which that says the same, or also that."""
    free: dict[bytes, list[PartKey]] = {}
    for key, versions in reference.items():
        for said in versions if key not in side else ():
            free.setdefault(said, []).append(key)
    moves: dict[PartKey, PartKey] = {}
    taken: set[PartKey] = set()
    for key, versions in side.items():
        candidates = [each for said in sorted(versions) for each in free.get(said, ()) if each not in taken]
        if key not in reference and candidates:
            moves[key] = candidates[0]
            taken.add(candidates[0])
    return moves


def _renamed(side: _Parts, names: Mapping[PartKey, PartKey]) -> _Parts:
    return {names.get(key, key): versions for key, versions in side.items()}


def _order(
    one: Sequence[PartKey], other: Sequence[PartKey], kept: set[PartKey], old: Sequence[PartKey]
) -> list[PartKey]:
    body = merged_order(
        [key for key in one if key != FRONT],
        [key for key in other if key != FRONT],
        kept,
        lambda key: key,
        [key for key in old if key != FRONT],
    )
    return [FRONT, *body] if FRONT in kept else body


def _merged(key: PartKey, mine: Versions, its: Versions, was: Versions) -> Versions:
    if mine.keys() == its.keys():
        return {said: _in_one_form(said, mine, its, was) for said in mine}
    if its.keys() == was.keys() or mine.keys() == was.keys():
        return mine if its.keys() == was.keys() else its
    if key == FRONT and mine and its:
        return versions_of([merge_front(*(next(iter(each.values()), b"") for each in (mine, its, was)))])
    if key == MACHINE and mine and its:
        latest = max(mine.keys() | its.keys())
        return {latest: {**mine, **its}[latest]}
    if len(mine) == len(its) == len(was) == 1:
        joined = merge_text(*(next(iter(each.values())) for each in (mine, its, was)))
        if joined is not None:
            return versions_of([joined])
    return {said: _in_one_form(said, mine, its, {}) for said in merged_set(mine, its, was)}


def _in_one_form(
    said: bytes, mine: Mapping[bytes, bytes], its: Mapping[bytes, bytes], was: Mapping[bytes, bytes]
) -> bytes:
    """Of two texts that differ in blank lines and line ends only, the one that was changed, else either."""
    forms = {side[said] for side in (mine, its) if said in side}
    return max(forms - {was.get(said, b"")} or forms, key=lambda each: (len(each), each))
