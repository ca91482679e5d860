"""Adding turns of a conversation to the journal: one file a device a day, only ever appended to.

What is in it goes with its file (`removal`), when the time for which journals are kept is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import groupby
from pathlib import Path

from vault.files.append import append_lines
from vault.files.fingerprint import locate, read_file
from vault.files.layout import folder_name
from vault.files.lock import WriteLock
from vault.format.turn_line import format_turn
from vault.model.turn import Turn


@dataclass(frozen=True, slots=True)
class WrittenTurns:
    """Where consecutive turns are.

    Attributes:
        path: of the file, relative to the vault.
        first_line: 1-based.
        count: of lines.
    """

    path: str
    first_line: int
    count: int


def journal_path(device: str, day: date) -> str:
    """`journal/<device>/2026/2026-11-29.jsonl`, relative to the vault."""
    return f"journal/{folder_name(device)}/{day:%Y}/{day.isoformat()}.jsonl"


def append_turns(
    root: Path, turns: Sequence[Turn], *, device: str, zone: tzinfo, now: datetime, lock: WriteLock
) -> tuple[WrittenTurns, ...]:
    """Appends turns in order, each to the file of its day.

    Args:
        root: of the vault.
        turns: of one or several sessions.
        device: whose journal; only that device ever writes there.
        zone: the vault's timezone, in which a day begins and ends.
        now: the time of turns that have none.
        lock: held.

    Returns:
        One entry for each run of turns of the same day.

    Raises:
        ChangedOnDisk, UnparsedFile, WriteFailed, OutsideVault: the turns of that day are not written;
            those of earlier days are.
    """
    written = []
    for day, of_day in groupby(turns, key=lambda turn: (turn.at or now).astimezone(zone).date()):
        lines = [format_turn(turn).encode() for turn in of_day]
        path = journal_path(device, day)
        appended = append_lines(locate(root, path), lines, lock=lock)
        before = read_file(root, path).data[: appended.start]
        written.append(WrittenTurns(path, before.count(b"\n") + 1, len(lines)))
    return tuple(written)
