"""The journal by days: who talked on which day, and which files hold it. Only reads.

A day is one of the vault's timezone. A turn belongs to the day on which it was said, one without a time to
the day that its file is named after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone, tzinfo

from vault.errors import OutsideVault, ReadFailed
from vault.files.fingerprint import Fingerprint, read_file
from vault.files.scan import FileSeen
from vault.files.vault_folder import VaultFolder
from vault.format.turn_line import TurnFile, parse_turns
from vault.model.tombstone import is_erased_text
from vault.model.turn import Turn

JOURNAL = "journal"

_DAY = re.compile(r"(?:^|/)(\d{4}-\d{2}-\d{2})[^/]*\.jsonl$", re.IGNORECASE)
_FILES_KEPT = 64
_ONE_DAY = timedelta(days=1)
_NOT_TURNS = frozenset({"unknown-role", "missing-content"})
_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)


@dataclass(frozen=True, slots=True)
class JournalFile:
    """A file of the journal as it was read.

    Attributes:
        seen: as the scan found it.
        fingerprint: of its bytes; empty when it could not be read.
        turns: with their days, in file order; without those whose day nobody knows.
        whole: everything in it was understood: nothing would be lost that is not in `turns`.
    """

    seen: FileSeen
    fingerprint: Fingerprint
    turns: tuple[tuple[date, Turn], ...]
    whole: bool

    @property
    def path(self) -> str:
        """Relative to the vault."""
        return self.seen.path

    @property
    def has_texts(self) -> bool:
        """Whether anything is left in it of what was said."""
        return any(not is_erased_text(turn.content) for _, turn in self.turns)

    @property
    def days(self) -> frozenset[date]:
        """The days of its turns."""
        return frozenset(day for day, _ in self.turns)


class JournalDays:
    """What the journals of all devices hold, read as far as it is asked for.

    Args:
        folder: the vault.
        zone: its timezone.
    """

    def __init__(self, folder: VaultFolder, zone: tzinfo) -> None:
        self._folder = folder
        self._zone = zone
        found = folder.scan([JOURNAL]).files.values()
        self._seen = {seen.path: seen for seen in found if seen.kind == "turns"}
        self._read: dict[str, JournalFile] = {}

    def days(self) -> tuple[date, ...]:
        """The days that files are named after, and those in files that are not named after one; ascending."""
        days: set[date] = set()
        for path in self._seen:
            day = named_day(path)
            days |= self.file(path).days if day is None else {day}
        return tuple(sorted(days))

    def turns(self, day: date, user_id: str) -> tuple[Turn, ...]:
        """What a user and the assistant said on a day, in order; each once, however many files have it."""
        said = (turn for each, turn in self._about(day) if each == day and turn.user_id == user_id)
        return tuple(sorted(dict.fromkeys(said), key=_by_time))

    def users(self, day: date) -> tuple[str, ...]:
        """Whose turns there are on a day."""
        return tuple(sorted({turn.user_id for each, turn in self._about(day) if each == day}))

    def files(self, before: date) -> Iterator[JournalFile]:
        """The files that may hold turns from before a day, by path."""
        for path in sorted(self._seen):
            day = named_day(path)
            if day is None or day < before:
                yield self.file(path)

    def seen(self) -> tuple[FileSeen, ...]:
        """All files of the journal, unread."""
        return tuple(self._seen.values())

    def file(self, path: str) -> JournalFile:
        """One of the files; one that is gone or cannot be read is empty and not whole."""
        if path not in self._read:
            while len(self._read) >= _FILES_KEPT:
                self._read.pop(next(iter(self._read)))
            self._read[path] = self._opened(self._seen[path])
        return self._read[path]

    def _about(self, day: date) -> Iterator[tuple[date, Turn]]:
        near = (day - _ONE_DAY, day, day + _ONE_DAY, None)
        for path in sorted(self._seen):
            if named_day(path) in near:
                yield from self.file(path).turns

    def _opened(self, seen: FileSeen) -> JournalFile:
        try:
            found = read_file(self._folder.root, seen.path)
        except (FileNotFoundError, ReadFailed, OutsideVault):
            return JournalFile(seen, "", (), whole=False)
        parsed = parse_turns(found.data, path=seen.path, defaults=self._folder.defaults)
        named = named_day(seen.path)
        dated = [(self._day(located.turn, named), located.turn) for located in parsed.turns]
        known = tuple((day, turn) for day, turn in dated if day is not None)
        return JournalFile(seen, found.fingerprint, known, whole=_is_whole(parsed, len(known)))

    def _day(self, turn: Turn, named: date | None) -> date | None:
        return turn.at.astimezone(self._zone).date() if turn.at is not None else named


def named_day(path: str) -> date | None:
    """The day that a file of the journal is named after: `2026-11-29.jsonl`."""
    found = _DAY.search(path)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def _is_whole(parsed: TurnFile, known: int) -> bool:
    errors = {problem.code for problem in parsed.problems if problem.severity == "error"}
    return (
        parsed.usable and not parsed.partial_last_line and errors <= _NOT_TURNS and known == len(parsed.turns)
    )


def _by_time(turn: Turn) -> tuple[datetime, str, int]:
    return (turn.at or _LONG_AGO, turn.session_id, turn.turn)
