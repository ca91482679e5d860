"""Makes the change that led from one version of a file to the next in a third version of it. Pure.

So a commit can hold what the program wrote and nothing of what a person has written beside it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from vault.format.decode import RawLine, split_lines
from vault.format.line_edit import REMOVE, change_fields

MergeText = Callable[[bytes, bytes, bytes], "bytes | None"]
"""Base, ours, theirs to the merged text; None: they contradict each other."""


class DoesNotApply(Exception):
    """The change cannot be made in that version."""


def transfer(
    path: str, before: bytes | None, after: bytes | None, onto: bytes | None, *, merge_text: MergeText
) -> bytes | None:
    """`onto` with the change from `before` to `after` made; None stands for a file that is not there.

    Args:
        path: tells by its ending whether the file is made of lines that stand for themselves.
        before: the file before it was changed.
        after: and afterwards.
        onto: the version to change.
        merge_text: for all other files.

    Raises:
        DoesNotApply: `onto` says something else in the same place.
    """
    if onto in (before, after):
        return after
    if path.lower().endswith(".jsonl"):
        lines = _transfer_lines(before or b"", after or b"", onto or b"")
        return None if not lines and after is None else lines
    if after is None or onto is None:
        raise DoesNotApply(path)
    merged = merge_text(before or b"", onto, after)
    if merged is None:
        raise DoesNotApply(path)
    return merged


def _transfer_lines(before: bytes, after: bytes, onto: bytes) -> bytes:
    removed, added = _difference(before, after)
    lines = [each.raw for each in split_lines(onto)]
    replacing = {key: line for line in added if (key := _id(line)) is not None}
    in_place = _in_place(before, after)
    done: set[bytes] = set()
    for old in removed:
        key = _id(old)
        new = replacing.get(key) if key is not None else in_place.get(old)
        if new is not None:
            done.add(new)
        place = _place(lines, old, key)
        if place is None:
            continue  # a line that the other version does not have yet: not ours to bring
        if new is None:
            del lines[place]
        else:
            lines[place] = _changed(lines[place], old, new)
    for new in added:
        if new not in done:
            _put(lines, new)
    return b"".join(lines)


def _put(lines: list[bytes], new: bytes) -> None:
    """At the end; but in the place of a line about the same, of which there can be one only."""
    place = _place(lines, new, _id(new))
    if place is not None:
        end = lines[place][len(lines[place].rstrip(b"\r\n")) :]
        lines[place] = new.rstrip(b"\r\n") + (end or b"\n")
        return
    if lines and not lines[-1].endswith(b"\n"):
        lines[-1] += b"\n"
    lines.append(new)


def _difference(before: bytes, after: bytes) -> tuple[list[bytes], list[bytes]]:
    """Lines that only one of the two has, in its order."""
    old, new = _texts(split_lines(before)), _texts(split_lines(after))
    return _without(old, new), _without(new, old)


def _in_place(before: bytes, after: bytes) -> dict[bytes, bytes]:
    """Lines that are called by no id, as those of a journal, with what has taken their place."""
    old, new = _texts(split_lines(before)), _texts(split_lines(after))
    pairs = zip(old, new, strict=True) if len(old) == len(new) else ()
    return {one: other for one, other in pairs if one != other and _id(one) is None and _id(other) is None}


def _texts(lines: Sequence[RawLine]) -> list[bytes]:
    return [each.raw for each in lines if each.raw.strip()]


def _without(lines: Sequence[bytes], others: Sequence[bytes]) -> list[bytes]:
    left = Counter(each.strip() for each in others)
    kept = []
    for line in lines:
        if left[line.strip()] > 0:
            left[line.strip()] -= 1
        else:
            kept.append(line)
    return kept


def _place(lines: Sequence[bytes], old: bytes, key: str | None) -> int | None:
    text = old.strip()
    for place, line in enumerate(lines):
        if line.strip() == text:
            return place
    if key is None:
        return None
    return next((place for place, line in enumerate(lines) if _id(line) == key), None)


def _changed(line: bytes, old: bytes, new: bytes) -> bytes:
    """The line with the fields changed in which `new` differs from `old`."""
    end = line[len(line.rstrip(b"\r\n")) :]
    if line.strip() == old.strip():
        return new.rstrip(b"\r\n") + (end or new[len(new.rstrip(b"\r\n")) :])
    was, now = _record(old), _record(new)
    changes: dict[str, object] = {key: value for key, value in now.items() if was.get(key) != value}
    changes |= {key: REMOVE for key in was if key not in now}
    try:
        return change_fields(line, changes)
    except ValueError as error:
        raise DoesNotApply(str(error)) from error


def _id(line: bytes) -> str | None:
    found = _record(line).get("id")
    return found if isinstance(found, str) and found else None


def _record(line: bytes) -> Mapping[str, object]:
    try:
        record = json.loads(line.decode("utf-8-sig"), strict=False)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
