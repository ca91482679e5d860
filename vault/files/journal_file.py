"""Adding turns of a conversation to the journal: one file a device a day, only ever appended to.

When the time for which journals are kept is over, the texts in a file go; of each turn a line stays, by which
it is known again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import groupby
from pathlib import Path

from vault.errors import ChangedOnDisk, UnparsedFile
from vault.files.append import append_lines
from vault.files.atomic_write import replace_file
from vault.files.fingerprint import Fingerprint, fingerprint_of, locate, read_file
from vault.files.layout import folder_name
from vault.files.lock import WriteLock
from vault.format.defaults import Defaults
from vault.format.turn_line import format_turn, parse_turns
from vault.model.turn import Turn, without_text


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


def take_texts_out(
    root: Path, path: str, *, expected: Fingerprint, mark: str, defaults: Defaults, lock: WriteLock
) -> None:
    """Leave of each turn in a file only what it is known again by; lines that are no turns go.

    Args:
        root: of the vault.
        path: of the file, relative to it.
        expected: its fingerprint.
        mark: stands where a text stood.
        defaults: of the vault.
        lock: held.

    Raises:
        ChangedOnDisk: it is another one by now, or gone.
        UnparsedFile: nobody knows what would go with it.
        ReadFailed, OutsideVault, WriteFailed: it is as it was.
    """
    place = locate(root, path)
    try:
        data = read_file(root, path).data
    except FileNotFoundError as error:
        raise ChangedOnDisk(place) from error
    if fingerprint_of(data) != expected:
        raise ChangedOnDisk(place)
    parsed = parse_turns(data, path=path, defaults=defaults)
    if not parsed.usable:
        raise UnparsedFile(path, "it cannot be read")
    lines = [format_turn(without_text(located.turn, mark)) + "\n" for located in parsed.turns]
    replace_file(place, "".join(lines).encode(), expected=expected, lock=lock)
