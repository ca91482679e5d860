"""Being told of changes by the operating system, through watchdog."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from watchdog import events
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from vault.watch.inotify import count_watches, limit_reached
from vault.watch.relevance import WatchPlan, is_relevant, plan_watches

_EVENTS: list[type[FileSystemEvent]] = [
    getattr(events, name)
    for name in (
        "FileCreatedEvent", "FileModifiedEvent", "FileDeletedEvent", "FileMovedEvent", "FileClosedEvent",
        "FileAttribEvent", "DirCreatedEvent", "DirDeletedEvent", "DirMovedEvent", "DirAttribEvent",
    )
    if hasattr(events, name)
]  # fmt: skip
"""Not that a file was opened or read: the index does that itself. The Attrib events came with watchdog 7."""
_INOTIFY_LOG = "watchdog.observers.inotify_c"
_START_LOCK = threading.Lock()
_LOOKS_FOR_FOLDERS, _BETWEEN_LOOKS = 15, 0.1
logging.getLogger("watchdog").addHandler(logging.NullHandler())  # its own troubles are no news for people


class CannotObserve(Exception):
    """The system does not tell of changes in this vault; the message says why, for the person."""


class Told(Protocol):
    """Who is told. Called from watchdog's threads; must return quickly."""

    def changed(self, paths: Sequence[str]) -> None:
        """These are new, or may have changed."""

    def went_away(self, paths: Sequence[str]) -> None:
        """These are gone."""

    def lost_track(self, why: str) -> None:
        """Events are missing or folders unwatched: observe anew and look at everything."""


class Observing:
    """A running observer of one vault. It is made anew rather than repaired.

    Args:
        root: the vault.
        told: who is told of changes.
        note_folders: see `vault.files.layout.classify`.

    Raises:
        CannotObserve: a limit is reached, or the system refuses.
        ReadFailed: the vault cannot be listed.
    """

    def __init__(self, root: Path, told: Told, note_folders: Sequence[str]) -> None:
        self._root = root
        self._note_folders = tuple(note_folders)
        self._before = count_watches() or 0
        self._overflow = _OverflowFilter(told)
        self._observer: BaseObserver | None = None
        self._threads: tuple[threading.Thread, ...] = ()
        plan = plan_watches(root, note_folders)
        translator = _Translator(root, plan, told, self._note_folders)
        try:
            with _START_LOCK:
                self._start(plan, translator)
        except OSError as error:
            self.stop()
            raise CannotObserve(limit_reached(error) or str(error)) from error
        if not self._all_watched_soon():
            self.stop()
            raise CannotObserve("not every folder could be watched: raise fs.inotify.max_user_watches")

    def _all_watched_soon(self) -> bool:
        """Folders made meanwhile, by a checkout perhaps, are watched a moment after they are there."""
        for _ in range(_LOOKS_FOR_FOLDERS):
            if not self.misses_folders():
                return True
            time.sleep(_BETWEEN_LOOKS)
        return False

    def _start(self, plan: WatchPlan, translator: _Translator) -> None:
        logging.getLogger(_INOTIFY_LOG).addFilter(self._overflow)
        # watchdog 7 says this, at length, whenever folders are made one inside the other; it is harmless.
        warnings.filterwarnings("ignore", message="Callback with id", category=RuntimeWarning)
        before = set(threading.enumerate())
        self._observer = Observer()
        for tree in plan.trees:
            place = str(self._root / tree.path)
            self._observer.schedule(translator, place, recursive=tree.recursive, event_filter=_EVENTS)
        self._observer.start()
        self._threads = tuple(
            thread
            for thread in threading.enumerate()
            if thread not in before and type(thread).__module__.startswith("watchdog.")
        )

    @property
    def mode(self) -> str:
        """`inotify` on Linux, elsewhere `events`."""
        return "inotify" if sys.platform.startswith("linux") else "events"

    def is_alive(self) -> bool:
        """Whether every thread that this began with still runs."""
        return bool(self._threads) and all(thread.is_alive() for thread in self._threads)

    def misses_folders(self) -> bool:
        """Whether fewer folders are watched than are there: the system leaves some out without a word."""
        count = count_watches()
        return (
            count is not None and count - self._before < plan_watches(self._root, self._note_folders).folders
        )

    def stop(self) -> None:
        """End the threads; nobody is told of anything afterwards."""
        logging.getLogger(_INOTIFY_LOG).removeFilter(self._overflow)
        if self._observer is None:
            return
        self._observer.unschedule_all()
        self._observer.stop()
        if self._observer.is_alive():
            self._observer.join(timeout=2.0)


class _Translator(FileSystemEventHandler):
    """Turns events into paths of the vault that matter."""

    def __init__(self, root: Path, plan: WatchPlan, told: Told, note_folders: Sequence[str]) -> None:
        self._prefix = str(root).rstrip(os.sep) + os.sep
        self._told = told
        self._note_folders = note_folders
        self._watched_alone = {tree.path for tree in plan.trees if not tree.recursive}

    def on_any_event(self, event: FileSystemEvent) -> None:
        is_folder = event.is_directory
        source = self._relevant(event.src_path, is_folder=is_folder)
        target = self._relevant(event.dest_path, is_folder=is_folder)
        if source:
            (self._told.went_away if _takes_away(event) else self._told.changed)([source])
        if target:
            self._told.changed([target])
        if is_folder and not isinstance(event, _FOLDER_ATTRIBUTES):
            self._check_watches(source, target)

    def _check_watches(self, *paths: str | None) -> None:
        for path in paths:
            if path is not None and path.rpartition("/")[0] in self._watched_alone:
                self._told.lost_track("")

    def _relevant(self, place: bytes | str, *, is_folder: bool) -> str | None:
        place = os.fsdecode(place)
        if not place.startswith(self._prefix):
            return None
        path = place[len(self._prefix) :].replace(os.sep, "/")
        return path if is_relevant(path, self._note_folders, is_folder=is_folder) else None


_FOLDER_ATTRIBUTES: tuple[type[FileSystemEvent], ...] = tuple(
    kind for kind in _EVENTS if kind.__name__ == "DirAttribEvent"
)


def _takes_away(event: FileSystemEvent) -> bool:
    return event.event_type in (events.EVENT_TYPE_DELETED, events.EVENT_TYPE_MOVED)


class _OverflowFilter(logging.Filter):
    """Hears watchdog log that the kernel dropped events, the only way in which it says so."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self._told = told

    def filter(self, record: logging.LogRecord) -> bool:
        if "overflow" not in record.getMessage():
            return True
        self._told.lost_track("more changed at once than the system remembers")
        return False
