from __future__ import annotations

import errno
import logging
import os
import shutil
import threading
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path

import pytest
from watchdog.events import FileModifiedEvent
from watchdog.observers import Observer

from tests.watch.conftest import Watched, until
from vault.errors import ReadFailed
from vault.watch import observing
from vault.watch.observing import CannotObserve, Observing


class Ear:
    """Hears what `Observing` tells."""

    def __init__(self) -> None:
        self.heard: set[str] = set()
        self.gone: set[str] = set()
        self.lost: list[str] = []

    def changed(self, paths: Sequence[str]) -> None:
        self.heard.update(paths)

    def went_away(self, paths: Sequence[str]) -> None:
        self.gone.update(paths)

    def lost_track(self, why: str) -> None:
        self.lost.append(why)


class Observed:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.ear = Ear()
        self.observing = Observing(root, self.ear, ("notes",))

    def hears(self, *paths: str, gone: bool = False) -> None:
        until(lambda: set(paths) <= (self.ear.gone if gone else self.ear.heard), f"heard of {paths}")

    def flush(self) -> None:
        """What happened before has been heard of: events come in order."""
        self.ear.heard.discard("vault.yaml")
        (self.root / "vault.yaml").touch()
        self.hears("vault.yaml")


@pytest.fixture
def observed(watched: Watched) -> Iterator[Observed]:
    made = Observed(watched.root)
    yield made
    made.observing.stop()
    assert not [each for each in threading.enumerate() if type(each).__module__.startswith("watchdog.")]


def test_files(observed: Observed) -> None:
    root = observed.root
    (root / "facts" / "new.jsonl").write_text("{}\n", encoding="utf-8")
    observed.hears("facts/new.jsonl")
    (root / "facts" / "new.jsonl").unlink()
    observed.hears("facts/new.jsonl", gone=True)
    (root / "notes" / "plan.md").chmod(0o600)
    observed.hears("notes/plan.md")


def test_both_ends_of_a_move(observed: Observed) -> None:
    (observed.root / "facts" / "home.jsonl").rename(observed.root / "facts" / "house.jsonl")
    observed.hears("facts/house.jsonl")
    observed.hears("facts/home.jsonl", gone=True)


def test_saved_by_renaming(observed: Observed) -> None:
    draft = observed.root / "facts" / ".home.jsonl.swp"
    draft.write_text("{}\n", encoding="utf-8")
    draft.replace(observed.root / "facts" / "home.jsonl")
    observed.hears("facts/home.jsonl")
    observed.flush()
    assert "facts/.home.jsonl.swp" not in observed.ear.heard | observed.ear.gone


def test_folders(observed: Observed) -> None:
    root = observed.root
    (root / "facts" / "a" / "b").mkdir(parents=True)
    (root / "facts" / "a" / "b" / "x.jsonl").write_text("{}\n", encoding="utf-8")
    observed.hears("facts/a/b/x.jsonl")
    (root / "facts" / "a").rename(root / "facts" / "c")
    observed.hears("facts/c")
    observed.hears("facts/a", gone=True)
    (root / "facts" / "c" / "b" / "y.jsonl").write_text("{}\n", encoding="utf-8")
    observed.hears("facts/c/b/y.jsonl")
    shutil.rmtree(root / "facts" / "c")
    observed.hears("facts/c", gone=True)


def test_what_does_not_matter_is_not_heard(observed: Observed) -> None:
    for name in ("README.md", "facts/4913", "facts/x.txt", "facts/a.jsonl~"):
        (observed.root / name).write_text("x", encoding="utf-8")
    (observed.root / "facts" / "home.jsonl").read_bytes()
    observed.flush()
    assert observed.ear.heard == {"vault.yaml"}


def test_version_control_is_not_watched(watched: Watched) -> None:
    objects = watched.root / ".git" / "objects"
    objects.mkdir(parents=True)
    observed = Observed(watched.root)
    try:
        (objects / "x.jsonl").write_text("x", encoding="utf-8")
        observed.flush()
        assert observed.ear.heard == {"vault.yaml"}
        assert observed.ear.lost == []
        (watched.root / "journal").mkdir()  # a folder that no watch covers yet
        until(lambda: observed.ear.lost == [""], "asked to begin anew")
    finally:
        observed.observing.stop()


def test_overflow_is_heard(observed: Observed, caplog: pytest.LogCaptureFixture) -> None:
    """watchdog only logs it. That it still does so is shown by the journey that overflows a real queue."""
    logger = logging.getLogger("watchdog.observers.inotify_c")
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    logger.warning("something else")
    assert len(observed.ear.lost) == 1
    assert caplog.messages == ["something else"]
    observed.observing.stop()
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    assert len(observed.ear.lost) == 1


def test_a_dead_thread_is_noticed(observed: Observed) -> None:
    assert observed.observing.is_alive()
    observed.observing._threads[-1].stop()  # type: ignore[attr-defined]
    until(lambda: not observed.observing.is_alive(), "noticed")


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EMFILE])
def test_limits(watched: Watched, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, "inotify limit reached")

    monkeypatch.setattr(Observer, "start", refuse)
    with pytest.raises(CannotObserve, match="used up"):
        Observing(watched.root, Ear(), ("notes",))


def test_folders_left_out_without_a_word(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = chain([10], repeat(12))
    monkeypatch.setattr(observing, "count_watches", lambda: next(counts))
    monkeypatch.setattr(observing, "_BETWEEN_LOOKS", 0.0)
    with pytest.raises(CannotObserve, match="max_user_watches"):
        Observing(watched.root, Ear(), ("notes",))


def test_folders_that_are_watched_a_moment_later(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = chain([10, 12, 12], repeat(15))
    monkeypatch.setattr(observing, "count_watches", lambda: next(counts))
    Observing(watched.root, Ear(), ("notes",)).stop()


def test_missing_folders_are_noticed_later(observed: Observed, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not observed.observing.misses_folders()
    monkeypatch.setattr(observing, "count_watches", lambda: 1)
    assert observed.observing.misses_folders()
    monkeypatch.setattr(observing, "count_watches", lambda: None)
    assert not observed.observing.misses_folders()


def test_no_vault(tmp_path: Path) -> None:
    with pytest.raises(ReadFailed):
        Observing(tmp_path / "gone", Ear(), ("notes",))


def test_names_that_are_no_text(observed: Observed) -> None:
    place = os.fsencode(observed.root / "facts") + b"/\xff.jsonl"
    try:
        with open(place, "wb"):  # noqa: PTH123
            pass
    except OSError:
        pytest.skip("this file system takes only valid names")
    observed.flush()
    assert observed.ear.heard == {"vault.yaml"}


def test_events_with_bytes_and_from_elsewhere(observed: Observed) -> None:
    translator = next(iter(observed.observing._observer._handlers.values())).copy().pop()  # type: ignore[union-attr]
    translator.dispatch(FileModifiedEvent(os.fsencode(observed.root / "facts" / "home.jsonl")))
    translator.dispatch(FileModifiedEvent("/elsewhere/facts/home.jsonl"))
    assert observed.ear.heard == {"facts/home.jsonl"}
