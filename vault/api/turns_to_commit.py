"""Which lines of the journal are still to be committed: known by digests, so that no text is kept twice.

They are committed with what the conversation gave, or when it is over. A line that was erased or edited
meanwhile is not among them any more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vault.api.commit_message import Action
from vault.files.fingerprint import read_or_none
from vault.format.decode import split_lines
from vault.format.defaults import Defaults
from vault.format.turn_line import LocatedTurn, parse_turns
from vault.history.commit import FileWrite

_MOST_SESSIONS = 5


@dataclass(frozen=True, slots=True)
class _Entry:
    path: str
    device: str
    at: datetime
    lines: tuple[str, ...]


class TurnsToCommit:
    """The list of one vault on this device. Whoever uses it holds the lock of the journal.

    Args:
        file: that keeps it, one entry a line.
        root: of the vault.
    """

    def __init__(self, file: Path, root: Path) -> None:
        self._file = file
        self._root = root

    def __bool__(self) -> bool:
        return self._file.exists()

    def add(self, lines: Mapping[str, Sequence[str]], *, device: str, now: datetime) -> None:
        """Put lines on the list.

        Args:
            lines: that were added to files of the journal, by path, without line ends.
            device: this one.
            now: aware.

        Raises:
            OSError: they are not on the list.
        """
        entries = [
            {"path": path, "device": device, "at": now.isoformat(), "lines": [*map(_digest, added)]}
            for path, added in lines.items()
        ]
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as file:
            file.write("".join(json.dumps(each) + "\n" for each in entries))

    def action(self, defaults: Defaults) -> Action | None:
        """What is to be committed: of each file the lines that are still there; None: nothing.

        Args:
            defaults: of the vault.
        """
        entries = self._entries()
        wanted: dict[str, set[str]] = {}
        for each in entries:
            wanted.setdefault(each.path, set()).update(each.lines)
        found = (self._write(path, digests) for path, digests in wanted.items())
        writes = tuple(each for each in found if each.after)
        if not writes:
            return None
        turns = [each.turn for write in writes for each in _turns(write, defaults)]
        sessions = tuple(dict.fromkeys(turn.session_id for turn in turns))[:_MOST_SESSIONS]
        last = entries[-1]
        return Action("capture", last.at, last.device, writes, waits=True, sessions=sessions)

    def clear(self) -> None:
        """All of it is committed."""
        self._file.unlink(missing_ok=True)

    def _write(self, path: str, digests: Container[str]) -> FileWrite:
        data = read_or_none(self._root, path) or b""
        lines = (each.raw.rstrip(b"\r\n") for each in split_lines(data))
        return FileWrite(path, b"", b"".join(line + b"\n" for line in lines if _digest(line) in digests))

    def _entries(self) -> list[_Entry]:
        """One that is broken is passed over: its lines are there, and not committed."""
        try:
            lines = self._file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return []
        return [each for each in map(_entry, lines) if each is not None]


def _entry(line: str) -> _Entry | None:
    try:
        found = json.loads(line)
        at = datetime.fromisoformat(found["at"])
        return _Entry(str(found["path"]), str(found["device"]), at, tuple(map(str, found["lines"])))
    except (ValueError, KeyError, TypeError):
        return None


def _turns(write: FileWrite, defaults: Defaults) -> Iterable[LocatedTurn]:
    return parse_turns(write.after or b"", path=write.path, defaults=defaults).turns


def _digest(line: bytes | str) -> str:
    return hashlib.sha256(line if isinstance(line, bytes) else line.encode("utf-8", "replace")).hexdigest()[
        :16
    ]
