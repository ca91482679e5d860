"""Merging two versions of a journal or of a usage file: what either side added stays. Pure.

Journals and usage files are added to by one device only; two versions of one come about where a device was
restored from a backup, or copied.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import fields
from datetime import datetime, timezone

from vault.format.decode import byte_order_mark
from vault.format.defaults import Defaults
from vault.format.turn_line import TurnFile, parse_turns
from vault.format.usage_line import UsageFile, format_usage, parse_usage
from vault.format.usage_sum import counts_of
from vault.history.merged import CannotMerge, Merged, unchanged_on_one_side
from vault.history.sequence import merged_order, merged_set
from vault.model.tombstone import is_erased_text
from vault.model.turn import Turn, place_digest, turn_digest
from vault.model.usage import Usage

_Key = tuple[str, int]
"""A line without its end, and how often it stood before in the same file."""

_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)
_COUNTS = tuple(each.name for each in fields(Usage) if each.name not in ("id", "last_hit_at"))


def merge_turns(ours: bytes, theirs: bytes, base: bytes | None = None, *, defaults: Defaults) -> Merged:
    """Unite two versions of a journal; a turn that both have stands once, an erased one stays erased.

    Raises:
        CannotMerge: a version is not understood as a whole.
    """
    whole = unchanged_on_one_side(ours, theirs, base)
    if whole is not None:
        return Merged(whole)
    files = [parse_turns(data, path="", defaults=defaults) for data in (ours, theirs, base or b"")]
    lines = [_numbered(file) for file in files]
    turns = {**_turns(files[0], lines[0]), **_turns(files[1], lines[1])}
    kept = merged_set(lines[0], lines[1], lines[2])
    without = {turn_digest(turn) for key, turn in turns.items() if key in kept and _is_erased(turn)}
    gone = {key for key, turn in turns.items() if _says_more(turn, without)}

    def place(key: _Key) -> tuple[datetime, int, _Key]:
        turn = turns.get(key)
        return (turn.at or _LONG_AGO, turn.turn, key) if turn else (_LONG_AGO, 0, key)

    order = merged_order(list(lines[0]), list(lines[1]), kept - gone, place, list(lines[2]))
    ends = {**lines[0], **lines[1]}
    mark = max(byte_order_mark(ours), byte_order_mark(theirs))
    texts = (key[0].encode("utf-8", "surrogateescape") + (ends[key] or b"\n") for key in order)
    return Merged(mark + b"".join(texts))


def merge_usage(ours: bytes, theirs: bytes, base: bytes | None = None) -> Merged:
    """Merge two versions of the usage file of one device.

    With the ancestor, what both sides counted since adds up. Without it nobody can say whether a line of one
    side is counted in a sum of the other one: of each count the larger one stays.

    Raises:
        CannotMerge: a version is not understood as a whole.
    """
    whole = unchanged_on_one_side(ours, theirs, base)
    if whole is not None:
        return Merged(whole)
    (one, foreign), (other, its_foreign), (old, old_foreign) = map(_counts, (ours, theirs, base or b""))
    ids = sorted(merged_set(one, other, old))
    old_or_unknown = old if base is not None else None
    merged = [format_usage(_counted(each, one, other, old_or_unknown)).encode() for each in ids]
    lines = [*sorted(merged_set(foreign, its_foreign, old_foreign)), *merged]
    return Merged(b"".join(line + b"\n" for line in lines))


def _numbered(file: TurnFile) -> dict[_Key, bytes]:
    """The lines of a file in order, each with its line end."""
    _require_usable(file)
    seen: Counter[str] = Counter()
    found: dict[_Key, bytes] = {}
    for line in file.lines:
        text = line.raw.rstrip(b"\r\n")
        if not text.strip():
            continue
        name = text.decode("utf-8", "surrogateescape")
        found[name, seen[name]] = line.raw[len(text) :]
        seen[name] += 1
    return found


def _turns(file: TurnFile, lines: Mapping[_Key, bytes]) -> dict[_Key, Turn]:
    numbers = [line.number for line in file.lines if line.raw.strip()]
    by_line = {located.line: located.turn for located in file.turns}
    pairs = ((key, by_line.get(number)) for key, number in zip(lines, numbers, strict=True))
    return {key: turn for key, turn in pairs if turn is not None}


def _says_more(turn: Turn, without: Collection[bytes]) -> bool:
    """Whether one of the turns that have no text any more (digests) is this one, with less left of it."""
    if place_digest(turn) in without:
        return turn_digest(turn) != place_digest(turn)
    return turn_digest(turn) in without and not _is_erased(turn)


def _is_erased(turn: Turn) -> bool:
    return is_erased_text(turn.content)


def _counts(data: bytes) -> tuple[dict[str, Usage], list[bytes]]:
    """The counts of a usage file by memory, and the lines that hold anything else."""
    file = parse_usage(data, path="")
    _require_usable(file)
    added_up: dict[str, Usage] = {}
    foreign: list[bytes] = []
    for line in file.lines:
        counts = counts_of(line, path="")
        if counts is not None:
            added_up[counts.id] = added_up.get(counts.id, Usage(counts.id)) + counts
        elif line.raw.strip():
            foreign.append(line.raw.rstrip(b"\r\n"))
    return added_up, foreign


def _counted(
    memory_id: str, ours: Mapping[str, Usage], theirs: Mapping[str, Usage], base: Mapping[str, Usage] | None
) -> Usage:
    none = Usage(memory_id)
    one, other = (side.get(memory_id, none) for side in (ours, theirs))
    times = [each.last_hit_at for each in (one, other) if each.last_hit_at is not None]
    old = base.get(memory_id, none) if base is not None else None
    counts = {name: _count(name, one, other, old) for name in _COUNTS}
    return Usage(memory_id, last_hit_at=max(times, default=None), **counts)


def _count(name: str, one: Usage, other: Usage, old: Usage | None) -> int:
    mine, its = int(getattr(one, name)), int(getattr(other, name))
    before = int(getattr(old, name)) if old is not None else min(mine, its)
    return mine + its - min(before, mine, its)


def _require_usable(file: TurnFile | UsageFile) -> None:
    if not file.usable:
        reasons = [problem.message for problem in file.problems if problem.severity == "error"]
        raise CannotMerge(reasons[0] if reasons else "it is not understood")
