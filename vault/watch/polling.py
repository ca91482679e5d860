"""Looking for changes instead of being told: compares what the vault's files look like with last time.

Used where the system does not tell (network drives, limits reached), and everywhere at long intervals to
catch what was not told.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vault.files.scan import FileSeen, scan

SHARE_OF_TIME = 0.05
"""Share of the time that looking may take, so that a slow drive is looked at less often."""
_YOUNG_NS = 2_500_000_000
"""A file whose time is so close to the look may change again without a visible difference (FAT and some
network drives count in steps of two seconds): it is reported once more."""


@dataclass(frozen=True, slots=True)
class Differences:
    """What two looks say.

    Attributes:
        changed: new, or different by size, time or inode.
        gone: not there any more.
    """

    changed: frozenset[str]
    gone: frozenset[str]


def next_interval(shortest: float, longest: float, seconds: float) -> float:
    """Seconds until the next look, when one took `seconds`."""
    return max(shortest, min(seconds / SHARE_OF_TIME, longest))


class Polling:
    """Remembers the last look at a vault. Not safe for use from several threads.

    Args:
        root: the vault.
        note_folders: see `vault.files.layout.classify`.
    """

    def __init__(self, root: Path, note_folders: Sequence[str]) -> None:
        self._root = root
        self._note_folders = tuple(note_folders)
        self._files: Mapping[str, FileSeen] | None = None
        self._young: frozenset[str] = frozenset()
        self.seconds = 0.0

    def look(self, now_ns: int) -> Differences | None:
        """The differences to the last look; None for the first one.

        Args:
            now_ns: nanoseconds since the epoch, to tell which files have just been written.

        Raises:
            VaultVanished: the vault is gone.
            ReadFailed: it cannot be listed.
        """
        started = time.perf_counter()
        found = scan(self._root, note_folders=self._note_folders)
        self.seconds = time.perf_counter() - started
        before, files = self._files, dict(found.files)
        if before is not None:
            files.update({path: seen for path, seen in before.items() if _is_below(path, found.unread)})
        young, self._young = self._young, _young(files, now_ns)
        self._files = files
        if before is None:
            return None
        changed = {path for path, seen in files.items() if before.get(path) != seen}
        return Differences(
            changed=frozenset(changed | (young & files.keys())), gone=frozenset(before.keys() - files.keys())
        )


def _is_below(path: str, folders: frozenset[str]) -> bool:
    parts = path.split("/")
    return any("/".join(parts[:count]) in folders for count in range(1, len(parts)))


def _young(files: Mapping[str, FileSeen], now_ns: int) -> frozenset[str]:
    return frozenset(path for path, seen in files.items() if abs(now_ns - seen.mtime_ns) < _YOUNG_NS)
