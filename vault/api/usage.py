"""Counting what is recalled: noted at once, written into the vault in the background.

A recall never waits for this, and never fails because of it: where the counts cannot be written, they wait
for the next time, and in the end they are let go.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from vault.config.device import device_id
from vault.errors import MemvaultError
from vault.files.lock import write_lock
from vault.files.usage_file import add_usage, usage_path
from vault.model.identifier import permanent_id
from vault.model.usage import Usage

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.recall.result import Hit

FLUSH_SECONDS = 30.0
"""So long counts are gathered before they are written. A crash loses no more than these."""
LOCK_SECONDS = 2.0
"""How long to wait for another process that counts."""
INDEX_SECONDS = 0.2
"""How long to wait for one that indexes: the next look at the disk takes the counts in as well."""
MOST_WAITING = 10_000
"""Memories whose counts are kept while they cannot be written."""
_FALLBACKS = frozenset(("profile", "recent"))
"""Why something is shown to a question that names nothing (see `vault.recall.search`): no use of it."""


class UsageRecorder:
    """Gathers counts and has them written, by a thread that begins with the first one.

    Args:
        write: puts counts on disk, or raises `MemvaultError` or OSError and has written none of them.
        seconds: between the first count and the writing.
    """

    def __init__(
        self, write: Callable[[Sequence[Usage], datetime], None], seconds: float = FLUSH_SECONDS
    ) -> None:
        self._write = write
        self._seconds = seconds
        self._guard = threading.Lock()
        self._flushing = threading.Lock()
        self._waiting: dict[str, Usage] = {}
        self._latest: datetime | None = None
        self._thread: threading.Thread | None = None
        self._news = threading.Event()
        self._closed = threading.Event()

    def hit(self, ids: Iterable[str], now: datetime) -> None:
        """Note that these were recalled; returns at once."""
        self._add([Usage(each, hits=1, last_hit_at=now) for each in ids], now)

    def flush(self) -> None:
        """Write what was gathered; what cannot be written now is kept for the next time."""
        with self._flushing:
            with self._guard:
                counts, self._waiting = self._waiting, {}
                now = self._latest
            if not counts or now is None:
                return
            try:
                self._write(tuple(counts.values()), now)
            except (MemvaultError, OSError):
                with self._guard:
                    self._gather(counts.values())

    def close(self) -> None:
        """Write for the last time; what is counted afterwards is let go."""
        self._closed.set()
        self._news.set()
        self.flush()

    def _add(self, counts: Sequence[Usage], now: datetime) -> None:
        if not counts or self._closed.is_set():
            return
        with self._guard:
            self._gather(counts)
            self._latest = now
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="memvault-usage", daemon=True)
                self._thread.start()
        self._news.set()

    def _gather(self, counts: Iterable[Usage]) -> None:
        for each in counts:
            known = self._waiting.get(each.id)
            if known is not None:
                self._waiting[each.id] = known + each
            elif len(self._waiting) < MOST_WAITING:
                self._waiting[each.id] = each

    def _run(self) -> None:
        while self._news.wait() and not self._closed.wait(self._seconds):
            self._news.clear()
            self.flush()


def count_hits(resources: Resources, hits: Iterable[Hit], now: datetime) -> None:
    """Note which memories and notes an answer has really returned, if that is wanted."""
    if resources.settings.lifecycle.record_usage:
        counted = dict.fromkeys(permanent_id(hit.id) for hit in hits if is_counted(hit))
        resources.usage.hit(counted, now)


def is_counted(hit: Hit) -> bool:
    """Whether a hit is a use: of a memory or a note, and because it was asked for."""
    return hit.type != "message" and _FALLBACKS.isdisjoint(hit.why.notes)


def write_usage(resources: Resources, counts: Sequence[Usage], now: datetime) -> None:
    """Add counts to this device's usage file, and take them into the index.

    Raises:
        LockTimeout, UnparsedFile, VaultVanished, ChangedOnDisk, WriteFailed, ReadFailed, OutsideVault,
        ConfigError: nothing was added.
    """
    path = usage_path(device_id())
    with write_lock(resources.usage_lock, LOCK_SECONDS) as lock:
        add_usage(resources.folder.root, path, counts, lock=lock)
    with suppress(MemvaultError):  # they are on disk
        resources.in_step.reconcile(now, under=(path,), words_only=True, lock_timeout=INDEX_SECONDS)
