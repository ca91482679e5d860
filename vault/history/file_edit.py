"""A planned change of a file, and what takes it back. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True, slots=True)
class FileEdit:
    """What is to become of a file.

    Attributes:
        path: relative to the vault.
        before: its bytes now; None: it is not there.
        after: its bytes then; None: it goes.
    """

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines that were put in place of others.

    Attributes:
        at: index of the first of the new lines, from 0.
        before: the old lines, line ends included.
        after: the new ones.
    """

    at: int
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]


def hunks(before: bytes, after: bytes) -> tuple[Hunk, ...]:
    """What turns `after` into `before` again."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    middle = old[head : len(old) - tail], new[head : len(new) - tail]
    codes = SequenceMatcher(None, *middle, autojunk=False).get_opcodes()
    return tuple(
        Hunk(head + c, tuple(middle[0][a:b]), tuple(middle[1][c:d]))
        for tag, a, b, c, d in codes
        if tag != "equal"
    )


def _common(one: Sequence[bytes], other: Sequence[bytes]) -> int:
    """How many lines are the same at the beginning."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        min(len(one), len(other)),
    )


def taken_back(data: bytes, made: Sequence[Hunk]) -> bytes | None:
    """The file without the change, what was done to other lines since included.

    Returns:
        None when lines of the change are not there any more.
    """
    lines = data.splitlines(keepends=True)
    for hunk in reversed(made):
        at = _found(lines, hunk)
        if at is None:
            return None
        lines[at : at + len(hunk.after)] = hunk.before
    return b"".join(_ended(lines))


def _found(lines: Sequence[bytes], hunk: Hunk) -> int | None:
    """Where the new lines stand now, nearest to where they were put."""
    if not hunk.after:
        return min(hunk.at, len(lines))
    wanted = [line.rstrip(b"\r\n") for line in hunk.after]
    present = [line.rstrip(b"\r\n") for line in lines]
    starts = [at for at in range(len(lines)) if present[at : at + len(wanted)] == wanted]
    return min(starts, key=lambda at: abs(at - hunk.at), default=None)


def _ended(lines: Sequence[bytes]) -> list[bytes]:
    return [line if line.endswith(b"\n") else line + b"\n" for line in lines[:-1]] + list(lines[-1:])


def with_edits(files: Mapping[str, bytes], edits: Sequence[FileEdit]) -> dict[str, bytes]:
    """The files when the edits are made."""
    result = dict(files)
    for edit in edits:
        if edit.after is None:
            result.pop(edit.path, None)
        else:
            result[edit.path] = edit.after
    return result
