"""One service a vault: who holds the lease serves it, another one is told who does."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from vault.errors import AlreadyServed, WriteFailed
from vault.service.endpoint import find_endpoint

_LOCK = "service.lock"


@contextmanager
def service_lease(index_folder: Path, root: Path) -> Iterator[None]:
    """Hold the lease of the vault at `root`. The system takes it back when the process ends in whatever way.

    Args:
        index_folder: of the vault, made if needed.
        root: of the vault.

    Raises:
        AlreadyServed: another service holds it.
        WriteFailed: the lock cannot be made.
    """
    path = index_folder / _LOCK
    lock = FileLock(path, thread_local=False)
    try:
        index_folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout as error:
        found = find_endpoint(root)
        raise AlreadyServed(root, found[1].url if found else "", found[1].pid if found else None) from error
    except (OSError, NotImplementedError) as error:
        raise WriteFailed(path, str(error)) from error
    try:
        yield
    finally:
        lock.release()
