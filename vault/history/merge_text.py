"""Merging two versions of a text line by line with their common ancestor, as git does. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

OURS, MIDDLE, THEIRS = b"<<<<<<< ours", b"=======", b">>>>>>> theirs"


def merge_text(ours: bytes, theirs: bytes, base: bytes, *, marked: bool = False) -> bytes | None:
    """Merge changes that do not touch each other.

    Args:
        ours: one version.
        theirs: the other one.
        base: their common ancestor; with nothing in common, all is one conflict.
        marked: leave conflicts in the text, between git's markers.

    Returns:
        The merge; None where the two changed the same lines or neighbouring ones, unless `marked`.
    """
    one, other, old = (data.splitlines(keepends=True) for data in (ours, theirs, base))
    merged: list[bytes] = []
    for mine, its, was in _chunks(one, other, old):
        if its in (mine, was):
            merged += mine
        elif mine == was:
            merged += its
        elif marked:
            merged += [OURS + b"\n", *_ended(mine), MIDDLE + b"\n", *_ended(its), THEIRS + b"\n"]
        else:
            return None
    return b"".join(merged)


def _chunks(
    one: Sequence[bytes], other: Sequence[bytes], old: Sequence[bytes]
) -> Iterator[tuple[list[bytes], list[bytes], list[bytes]]]:
    """The three texts cut where all are the same, in turns: what differs, then what is the same."""
    matches = [_matched(side, old) for side in (one, other)]
    start = [0, 0, 0]
    index = 0
    while index < len(old):
        if any(index not in match for match in matches):
            index += 1
            continue
        at = [matches[0][index], matches[1][index], index]
        yield list(one[start[0] : at[0]]), list(other[start[1] : at[1]]), list(old[start[2] : at[2]])
        while all(match.get(at[2]) == place for match, place in zip(matches, at[:2], strict=True)):
            at = [place + 1 for place in at]
        same = list(old[index : at[2]])
        yield same, same, same
        start, index = at, at[2]
    yield list(one[start[0] :]), list(other[start[1] :]), list(old[start[2] :])


def _matched(side: Sequence[bytes], old: Sequence[bytes]) -> dict[int, int]:
    """Lines of the ancestor that are still there, each with its index now."""
    blocks = SequenceMatcher(None, old, side, autojunk=False).get_matching_blocks()
    return {block.a + step: block.b + step for block in blocks for step in range(block.size)}


def _ended(lines: Sequence[bytes]) -> list[bytes]:
    return [line if line.endswith(b"\n") else line + b"\n" for line in lines]
