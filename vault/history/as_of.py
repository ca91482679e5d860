"""What a vault said at an earlier time, where git does not know: from the dates of its memories. Pure.

A memory that has been changed since is as it is now: what it said before, its line does not tell.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from vault.format.defaults import Defaults
from vault.format.note_markdown import parse_note
from vault.format.turn_line import parse_turns
from vault.history.record_changes import Standing
from vault.model.tombstone import is_tombstone


def rewind(standings: Iterable[Standing], at: datetime) -> Iterator[Standing]:
    """The memories that were known at `at`, as they counted then.

    Args:
        standings: all memories of the vault, those of the archive too.
        at: aware.
    """
    known = {each.memory.id: each for each in standings}
    for each in known.values():
        written = each.memory.created_at
        if written is not None and written > at:
            continue
        yield _alive_again(each) if each.over and _ended_after(each, known, at) else each


def turns_until(data: bytes, at: datetime, *, path: str, defaults: Defaults) -> bytes:
    """The lines of a journal that were said until `at`, and those that do not say when."""
    parsed = parse_turns(data, path=path, defaults=defaults)
    later = {each.line for each in parsed.turns if each.turn.at is not None and each.turn.at > at}
    return b"".join(line.raw for line in parsed.lines if line.number not in later)


def note_is_later(data: bytes, at: datetime, *, path: str, defaults: Defaults) -> bool:
    """Whether a note says that it was begun after `at`."""
    note = parse_note(data, path=path, defaults=defaults).note
    return note is not None and note.created_at is not None and note.created_at > at


def _ended_after(standing: Standing, known: Mapping[str, Standing], at: datetime) -> bool:
    """Whether it became history later than `at`: when its successor was written, else when it was moved."""
    memory = standing.memory
    if is_tombstone(memory):
        return False
    successors = (known[each].memory.created_at for each in memory.superseded_by if each in known)
    ends = [when for when in successors if when is not None]
    ended = min(ends, default=memory.updated_at)
    return ended is not None and ended > at


def _alive_again(standing: Standing) -> Standing:
    return Standing(
        dataclasses.replace(standing.memory, status="active", superseded_by=()), standing.path, archived=False
    )
