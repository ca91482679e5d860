"""What this device remembers of its reflections: which days are done, and what they have proposed.

Nothing of it is needed: without it the last days are looked at once more, and the write gate knows what it
remembered before. It lies in the state folder and holds no words of anybody.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from vault.config.locations import cache_dir, state_dir
from vault.config.whole_file import put_whole
from vault.files.scan import FileSeen
from vault.index.location import index_folder
from vault.model.memory import Memory, Source

_DAYS_KEPT = 60


@dataclass(slots=True)
class ReflectionState:
    """May be changed, and saved.

    Attributes:
        done: by user: the last day that was over and has been reflected upon, with all days before.
        proposed: by user and day: digests of facts that were handed to the write gate.
        settled: files of the journal (`path` -> size and time of change) in which there is nothing to sum up.
    """

    done: dict[str, date] = field(default_factory=dict)
    proposed: dict[str, dict[date, frozenset[str]]] = field(default_factory=dict)
    settled: dict[str, tuple[int, int]] = field(default_factory=dict)

    def has_proposed(self, user: str, day: date, digest: str) -> bool:
        """Whether this part of that day was handed to the gate before."""
        return digest in self.proposed.get(user, {}).get(day, ())

    def propose(self, user: str, day: date, digests: Iterable[str]) -> None:
        """Parts of a day are with the gate: facts by `origin_of`, or all that a plugin saw in it."""
        days = self.proposed.setdefault(user, {})
        days[day] = days.get(day, frozenset()) | frozenset(digests)

    def finish(self, user: str, day: date) -> None:
        """All days up to this one are done."""
        self.done[user] = max(day, self.done.get(user, day))

    def is_settled(self, seen: FileSeen) -> bool:
        """Whether it is known that a file of the journal is summed up, as it is now."""
        return self.settled.get(seen.path) == (seen.size, seen.mtime_ns)

    def settle(self, seen: FileSeen) -> None:
        """A file of the journal is summed up."""
        self.settled[seen.path] = (seen.size, seen.mtime_ns)

    def forget_changed(self, files: Iterable[FileSeen]) -> None:
        """Of files that have changed or gone nothing is known any more."""
        self.settled = {seen.path: (seen.size, seen.mtime_ns) for seen in files if self.is_settled(seen)}


def origin_of(proposed: Memory) -> str:
    """Tells a fact by where it was said and what it is about, not by its words: those may be erased."""
    source = proposed.source or Source()
    return digest_of(source.session_id, *source.message_ids, proposed.type, proposed.key, proposed.scene)


def digest_of(*parts: str) -> str:
    """A short text that stands for texts."""
    return hashlib.sha256("\x00".join(parts).encode("utf-8", "replace")).hexdigest()[:20]


def state_path(vault_id: str, root: Path) -> Path:
    """Where the state of the vault at `root` is kept."""
    return state_dir() / "reflect" / f"{index_folder(cache_dir(), vault_id, root).name}.json"


def load_state(path: Path) -> ReflectionState:
    """The state at `path`; an empty one if there is none, or none that can be read."""
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        return ReflectionState(
            done={user: date.fromisoformat(day) for user, day in held["done"].items()},
            proposed={
                user: {date.fromisoformat(day): frozenset(digests) for day, digests in days.items()}
                for user, days in held["proposed"].items()
            },
            settled={path: (int(size), int(at)) for path, (size, at) in held["settled"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return ReflectionState()


def save_state(path: Path, state: ReflectionState) -> None:
    """Write it; where that is not possible, the same days are looked at again next time."""
    held = {
        "done": {user: day.isoformat() for user, day in sorted(state.done.items())},
        "proposed": {user: _days(days) for user, days in sorted(state.proposed.items())},
        "settled": {path: list(seen) for path, seen in sorted(state.settled.items())},
    }
    with suppress(OSError):
        put_whole(path, json.dumps(held, ensure_ascii=False))


def _days(days: Mapping[date, frozenset[str]]) -> dict[str, list[str]]:
    return {day.isoformat(): sorted(days[day]) for day in sorted(days)[-_DAYS_KEPT:]}
