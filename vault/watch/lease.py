"""One watcher a vault: who holds the lease watches, everyone else is told who does."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from vault.errors import AlreadyWatched, WriteFailed

_LOCK = "watch.lock"
_OWNER = "watch.owner.json"


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds the lease.

    Attributes:
        pid: of its process.
        since: aware.
        role: what it is, e.g. `watch` or `serve`.
    """

    pid: int
    since: datetime
    role: str


@contextmanager
def watch_lease(index_folder: Path, role: str, now: datetime) -> Iterator[Owner]:
    """Hold the lease. The system takes it back when the process ends in whatever way.

    Args:
        index_folder: of the vault, made if needed; never inside the vault.
        role: shown to whoever wants the lease, too.
        now: aware.

    Raises:
        AlreadyWatched: another watcher holds it, in this process or another.
        WriteFailed: the lock cannot be made.
    """
    lock = FileLock(index_folder / _LOCK, thread_local=False)
    try:
        index_folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        owner = read_owner(index_folder)
        raise AlreadyWatched(owner.pid if owner else None, owner.role if owner else "") from error
    except (OSError, NotImplementedError) as error:
        raise WriteFailed(index_folder / _LOCK, str(error)) from error
    try:
        owner = Owner(os.getpid(), now, role)
        _write_owner(index_folder, owner)
        yield owner
    finally:
        with suppress(OSError):
            (index_folder / _OWNER).unlink()
        lock.release()


def read_owner(index_folder: Path) -> Owner | None:
    """Who holds the lease, as it wrote itself; None: nobody, or it has not written yet.

    Left behind by a process that was killed it may name one that is gone; `watch_lease` decides by the lock.
    """
    try:
        data = json.loads((index_folder / _OWNER).read_text(encoding="utf-8"))
        return Owner(int(data["pid"]), datetime.fromisoformat(data["since"]), str(data["role"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _write_owner(index_folder: Path, owner: Owner) -> None:
    data = {"pid": owner.pid, "since": owner.since.isoformat(), "role": owner.role}
    with suppress(OSError):  # for people only; the lock counts
        (index_folder / _OWNER).write_text(json.dumps(data), encoding="utf-8")
