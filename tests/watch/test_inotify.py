from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest
from watchdog.events import FileSystemEventHandler
from watchdog.observers import Observer

from vault.watch import inotify
from vault.watch.inotify import count_watches, limit_reached


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EMFILE, errno.ENFILE])
def test_limits_are_named(code: int) -> None:
    assert limit_reached(OSError(code, "x"))


def test_other_faults_are_no_limit() -> None:
    assert limit_reached(OSError(errno.EACCES, "x")) is None
    assert limit_reached(OSError("x")) is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify is Linux's")
def test_every_watched_folder_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    before = count_watches()
    assert before is not None
    observer = Observer()
    observer.schedule(FileSystemEventHandler(), str(tmp_path), recursive=True)
    observer.start()
    try:
        assert count_watches() == before + 3
    finally:
        observer.stop()
        observer.join()
    assert count_watches() == before


def test_where_the_system_does_not_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inotify, "OPEN_FILES", tmp_path / "none")
    assert count_watches() is None
