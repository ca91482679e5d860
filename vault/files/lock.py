"""The lock that lets one process write into a vault at a time. Readers never wait for it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from vault.errors import LockTimeout
from vault.files.queue_lock import QueueLock
from vault.files.system_calls import write_failed

DEFAULT_TIMEOUT = 10.0
POLL_SECONDS = 0.01

_guard = threading.Lock()
_queues: dict[str, QueueLock] = {}


@dataclass(slots=True)
class WriteLock:
    """Proof that the lock is held; every writing function asks for it. Made by `write_lock` only.

    Attributes:
        path: of the lock file, outside the vault.
        held: False once the `with` block is left.
    """

    path: Path
    held: bool = True

    def require(self) -> None:
        """Raises RuntimeError when the lock is not held any more: a fault of the program."""
        if not self.held:
            raise RuntimeError(f"the write lock {self.path} was given back before this write")


@contextmanager
def write_lock(lock_path: Path, timeout: float = DEFAULT_TIMEOUT) -> Iterator[WriteLock]:
    """Holds the vault's write lock, among processes and among threads. The system frees it if we die.

    Threads of one process queue for it; of each process only the first one asks the system again and again.
    Not re-entrant: pass the held lock on instead of taking it again.

    Args:
        lock_path: in the index folder, never in the vault; folders are made.
        timeout: seconds to wait.

    Raises:
        LockTimeout: another process or thread kept it for so long.
        WriteFailed: the lock file cannot be made.
    """
    until = time.monotonic() + timeout
    queue = _queue(lock_path)
    if not queue.acquire(timeout):
        raise LockTimeout(lock_path, timeout)
    try:
        lock = FileLock(lock_path)
        try:
            lock_path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=max(0.0, until - time.monotonic()), poll_interval=POLL_SECONDS)
        except Timeout as error:
            raise LockTimeout(lock_path, timeout) from error
        except OSError as error:
            raise write_failed(lock_path, error) from error
        held = WriteLock(lock_path)
        try:
            yield held
        finally:
            held.held = False
            lock.release()
    finally:
        queue.release()


def _queue(lock_path: Path) -> QueueLock:
    with _guard:
        return _queues.setdefault(str(lock_path), QueueLock())


def _forget_queues() -> None:
    """In a forked child the threads that held them are gone."""
    global _guard  # noqa: PLW0603 - it may have been held, too
    _guard = threading.Lock()
    _queues.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_queues)
