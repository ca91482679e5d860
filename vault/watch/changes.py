"""What may have changed, and when it is time to say so. No threads and no clock here.

Two times are kept apart: how long it must be *quiet* before a set of changes is delivered (an editor saves
in several steps), and how long the first of them waits at the *longest* (a file that is written to without
a pause).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MANY = 1000
"""From so many paths on, looking at the whole vault is as cheap, and surer: in bursts events get lost."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What may have changed since the last set of changes. The disk has the last word.

    Attributes:
        paths: files and folders, relative to the vault, with `/`; they may be gone. A folder stands for
            everything below it.
        full: anything may have changed; `paths` is empty then.
    """

    paths: frozenset[str] = frozenset()
    full: bool = False

    def __bool__(self) -> bool:
        return self.full or bool(self.paths)

    def __or__(self, other: Changes) -> Changes:
        full = self.full or other.full
        return Changes(frozenset() if full else self.paths | other.paths, full)


@dataclass(frozen=True, slots=True)
class Delays:
    """How long changes wait, in seconds.

    Attributes:
        quiet: since the last change.
        gone: instead of `quiet` while all that happened is that files went away: an editor may be about to
            put one back.
        longest: since the first change, whatever else happens.
    """

    quiet: float = 0.1
    gone: float = 0.4
    longest: float = 1.0


class Pending:
    """Changes that wait. Times are seconds of any clock that only goes forward."""

    def __init__(self, delays: Delays | None = None) -> None:
        self._delays = delays or Delays()
        self._paths: set[str] = set()
        self._gone: set[str] = set()
        self._full = False
        self._first: float | None = None
        self._last = 0.0

    def note(self, paths: Iterable[str], now: float, *, gone: bool = False) -> None:
        """These paths may have changed; `gone`: because they went away."""
        noted = set(paths)
        if not noted:
            return
        self._paths |= noted
        self._gone = self._gone | noted if gone else self._gone - noted
        self._full = self._full or len(self._paths) >= MANY
        self._touch(now)

    def note_everything(self, now: float) -> None:
        """Anything may have changed."""
        self._full = True
        self._touch(now)

    def put_back(self, changes: Changes, now: float) -> None:
        """Changes that were taken and could not be dealt with."""
        if changes.full:
            self.note_everything(now)
        self.note(changes.paths, now)

    def wait(self, now: float) -> float | None:
        """Seconds until the changes may be taken, 0 when they may be now; None when there are none."""
        if self._first is None:
            return None
        only_gone = not self._full and self._paths <= self._gone
        quiet = self._delays.gone if only_gone else self._delays.quiet
        return max(0.0, min(self._last + quiet, self._first + self._delays.longest) - now)

    @property
    def all(self) -> Changes:
        """All changes that wait."""
        return Changes(full=True) if self._full else Changes(frozenset(self._paths))

    def take(self) -> Changes:
        """The same; they do not wait any more then."""
        changes = self.all
        self._paths, self._gone, self._full, self._first = set(), set(), False, None
        return changes

    def _touch(self, now: float) -> None:
        self._first = now if self._first is None else self._first
        self._last = now
