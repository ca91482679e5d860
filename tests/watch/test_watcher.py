"""The watcher with real files and, where it is not said otherwise, real events."""

from __future__ import annotations

import json
import logging
import os
import shutil
import threading
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest
from watchdog.observers import inotify_c
from watchdog.observers.api import BaseObserver
from watchdog.observers.inotify import InotifyEmitter

from tests.watch.conftest import QUICK, Watched, ends_thread_once, no_thread_left, until
from vault.watch import attachment, watcher
from vault.watch.attachment import PollingChoice
from vault.watch.changes import Changes
from vault.watch.heartbeat import read_heartbeat
from vault.watch.observing import CannotObserve, Observing
from vault.watch.watcher import Watcher

BOTH: list[PollingChoice] = ["auto", "always"]


def now() -> datetime:
    return datetime.now(timezone.utc)


def add(watched: Watched, path: str, text: str = "{}\n") -> None:
    place = watched.root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("a", encoding="utf-8") as file:
        file.write(text)


def threads(prefix: str) -> list[threading.Thread]:
    return [
        each
        for each in threading.enumerate()
        if each.name.startswith(prefix) or type(each).__module__.startswith(prefix)
    ]


@pytest.mark.parametrize("polling", BOTH)
def test_first_everything_then_what_changed(watched: Watched, polling: PollingChoice) -> None:
    with watched.watching(polling=polling) as watcher:
        assert watched.mirror.seen[0] == Changes(full=True)
        watched.settle()
        before = len(watched.mirror.seen)
        add(watched, "facts/home.jsonl")
        add(watched, "notes/new/idea.md", "# 想法\n")
        watched.settle()
        assert {path for changes in watched.mirror.seen[before:] for path in changes.paths} >= {
            "facts/home.jsonl"
        }
        (watched.root / "facts" / "deep" / "job.jsonl").unlink()
        shutil.move(watched.root / "notes" / "new", watched.root / "notes" / "old")
        watched.settle()
        assert (watcher.heartbeat.mode == "polling") is (polling == "always")


@pytest.mark.parametrize("polling", BOTH)
def test_vault_away_and_back(watched: Watched, polling: PollingChoice) -> None:
    with watched.watching(polling=polling) as watcher:
        before = dict(watched.mirror.files)
        away = watched.root.with_name("away")
        watched.root.rename(away)
        until(lambda: watcher.heartbeat.state == "vault missing", "noticed that it is gone")
        assert watched.mirror.files == before
        (away / "facts" / "home.jsonl").write_text("{}\n", encoding="utf-8")
        away.rename(watched.root)
        watched.settle()
        assert watcher.heartbeat.state == "watching"
        add(watched, "facts/after.jsonl")
        watched.settle()
        assert watcher.heartbeat.restarts == 0


@pytest.mark.parametrize("polling", BOTH)
def test_empty_folder_where_the_vault_was(watched: Watched, polling: PollingChoice) -> None:
    """The mount point of a drive that is not mounted: nothing was deleted."""
    with watched.watching(polling=polling) as watcher:
        before = dict(watched.mirror.files)
        away = watched.root.with_name("away")
        watched.root.rename(away)
        watched.root.mkdir()
        until(lambda: watcher.heartbeat.state == "vault missing", "noticed that it is gone")
        assert watched.mirror.files == before
        watched.root.rmdir()
        away.rename(watched.root)
        add(watched, "facts/after.jsonl")
        watched.settle()


def test_vault_that_is_not_there_yet(watched: Watched) -> None:
    away = watched.root.with_name("away")
    watched.root.rename(away)
    with Watcher(watched.root, watched.mirror.take_in, timing=QUICK) as made:
        until(lambda: made.heartbeat.state == "vault missing", "it waits")
        assert watched.mirror.seen == []
        away.rename(watched.root)
        watched.settle()


def test_another_vault_in_its_place(watched: Watched) -> None:
    with watched.watching():
        watched.root.rename(watched.root.with_name("away"))
        shutil.copytree(watched.root.with_name("away"), watched.root)
        add(watched, "facts/only-here.jsonl")
        watched.settle()
        add(watched, "facts/later.jsonl")
        watched.settle()


def test_failures_are_shown_and_tried_again(watched: Watched) -> None:
    with watched.watching() as watcher:
        watched.mirror.fails = OSError(28, "No space left on device")
        add(watched, "facts/a.jsonl")
        until(lambda: "No space" in watcher.heartbeat.error, "the error is shown")
        assert watcher.heartbeat.behind
        watched.mirror.fails = None
        watched.settle()
        until(lambda: watcher.heartbeat.error == "", "the error is over")


DIE = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
READER = getattr(inotify_c, "InotifyFD", None) or inotify_c.Inotify
FOREIGN = [(BaseObserver, "dispatch_events"), (InotifyEmitter, "queue_events"), (READER, "read_events")]


@DIE
@pytest.mark.parametrize(("kind", "method"), FOREIGN, ids=["dispatch", "emitter", "reader"])
def test_thread_of_the_observer_ends(
    watched: Watched, kind: type, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watched.watching() as watcher:
        monkeypatch.setattr(kind, method, ends_thread_once(getattr(kind, method)))
        add(watched, "facts/wakes.jsonl")
        until(lambda: watcher.heartbeat.restarts > 0, "the restart is counted")
        watched.settle()
        add(watched, "facts/after.jsonl")
        watched.settle()
        until(lambda: shown(watched)["restarts"] != 0, "the restart is shown")
        assert "had ended" in str(shown(watched)["restart_reason"])
        assert read_heartbeat(watched.heartbeat, now()).alive
        assert watcher.heartbeat.mode != "polling"


@DIE
@pytest.mark.parametrize("name", ["_delivering", "_looking", "_supervising"])
def test_own_thread_ends(watched: Watched, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with watched.watching() as watcher:
        loop = getattr(watcher, name)
        monkeypatch.setattr(loop, "_step", ends_thread_once(loop._step))
        loop.wake()
        until(lambda: watcher.heartbeat.restarts == 1, "it was revived")
        add(watched, "facts/after.jsonl")
        watched.settle()


def test_supervision_gone_for_good_is_death(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody shows signs of life any more: the status says so, although the process lives."""
    with watched.watching() as watcher:
        until(lambda: read_heartbeat(watched.heartbeat, now()).alive, "alive")
        monkeypatch.setattr(watcher._supervising, "_ending", True)
        watcher._supervising.wake()
        until(lambda: not threads("memvault-supervise"), "the thread ended")
        beat = read_heartbeat(watched.heartbeat, now()).heartbeat
        assert beat is not None
        later = datetime.fromtimestamp(beat.beat.timestamp() + 9, timezone.utc)
        assert not read_heartbeat(watched.heartbeat, later).alive


def test_lost_events(watched: Watched) -> None:
    """What was not told is found by beginning anew."""
    with watched.watching() as watcher:
        observing = watcher._attached.observing  # type: ignore[union-attr]
        observing.stop()  # type: ignore[union-attr]
        watcher.lost_track("more changed at once than the system remembers")
        add(watched, "facts/unheard.jsonl")
        watched.settle()
        until(lambda: watcher.heartbeat.restarts > 0, "counted")


def test_the_periodic_look_finds_what_was_not_told(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watcher, "changed", lambda *_: None)  # every event is lost
    monkeypatch.setattr(Watcher, "went_away", lambda *_: None)
    with watched.watching(timing=replace(QUICK, check=0.05)) as watcher:
        assert watcher.heartbeat.mode == "inotify"
        add(watched, "facts/home.jsonl")
        watched.settle()
        (watched.root / "facts" / "home.jsonl").unlink()
        watched.settle()


def test_limit_of_the_system(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One warning, then polling, then back once the limit is lifted."""

    def refuse(*_: object) -> None:
        raise CannotObserve("fs.inotify.max_user_watches is used up")

    monkeypatch.setattr(attachment, "Observing", refuse)
    with watched.watching(timing=replace(QUICK, retry=0.2)) as made:
        assert made.heartbeat.mode == "polling"
        assert "max_user_watches" in made.heartbeat.mode_reason
        add(watched, "facts/a.jsonl")
        watched.settle()
        monkeypatch.setattr(attachment, "Observing", Observing)
        until(lambda: made.heartbeat.mode != "polling", "told again")
        add(watched, "facts/b.jsonl")
        watched.settle()
    warnings = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert [each.name for each in warnings] == [watcher.__name__]


def test_many_folders_that_no_watch_covers_yet(watched: Watched) -> None:
    """Beside `.git` the vault's own folder is watched alone: what is made in it asks for new watches."""
    (watched.root / "notes" / ".obsidian").mkdir()
    with watched.watching() as made:
        for number in range(50):
            add(watched, f"notes/{number}/deep/x.md")
        watched.settle()
        until(lambda: made._attached is not None and not made._lost, "the last new watches are there")
        for number in range(50):
            add(watched, f"notes/{number}/deep/y.md")
        watched.settle()
        assert made.heartbeat.restarts == 0
        assert made.heartbeat.mode != "polling"


def test_new_note_folders(watched: Watched) -> None:
    (watched.root / "ideas").mkdir()
    with watched.watching() as made:
        add(watched, "ideas/x.md")
        made.watch_notes_in(("notes", "ideas"))
        before = len(watched.mirror.seen)
        until(lambda: len(watched.mirror.seen) > before, "looked at everything")
        add(watched, "ideas/y.md")
        until(lambda: "ideas/y.md" in watched.mirror.seen[-1].paths, "notes there are heard of")


def test_a_folder_that_cannot_be_listed_and_then_can(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(watcher, "attach", refuse)
    with Watcher(watched.root, watched.mirror.take_in, heartbeat=watched.heartbeat, timing=QUICK) as made:
        until(lambda: "Permission denied" in made.heartbeat.error, "the fault is shown")
        assert watched.mirror.seen == []
        monkeypatch.setattr(watcher, "attach", attachment.attach)
        watched.settle()
        until(lambda: made.heartbeat.error == "", "the fault is over")


def shown(watched: Watched) -> dict[str, object]:
    data: dict[str, object] = json.loads(watched.heartbeat.read_text(encoding="utf-8"))
    return data


def test_signs_of_life(watched: Watched) -> None:
    with watched.watching():
        until(lambda: watched.heartbeat.exists() and shown(watched)["state"] == "watching", "first sign")
        first = shown(watched)["beat"]
        until(lambda: shown(watched)["beat"] != first, "next sign")
        status = read_heartbeat(watched.heartbeat, now())
        assert status.alive
        assert status.heartbeat is not None
        assert status.heartbeat.pid == os.getpid()
        until(lambda: read_heartbeat(watched.heartbeat, now()).keeps_in_step, "in step")
    assert read_heartbeat(watched.heartbeat, now()).reason == "it was stopped"


def test_nowhere_to_show_signs_of_life(watched: Watched, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with watched.watching(heartbeat=tmp_path / "file" / "watcher.json") as made:
        until(lambda: "signs of life" in made.heartbeat.error, "said so")
        add(watched, "facts/a.jsonl")
        watched.settle()


def test_stop_without_start_and_twice(watched: Watched) -> None:
    made = Watcher(watched.root, watched.mirror.take_in)
    assert made.stop()
    assert made.stop()
    assert no_thread_left()


def test_stop_while_a_reconcile_is_under_way(watched: Watched) -> None:
    go_on, begun = threading.Event(), threading.Event()

    def slow(_: Changes) -> None:
        begun.set()
        go_on.wait(30)

    made = Watcher(watched.root, slow, timing=QUICK)
    made.start()
    assert begun.wait(20)
    assert made.heartbeat.busy_since is not None
    assert made.stop(timeout=0.05) is False
    go_on.set()
    assert made.stop()


def test_the_vault_is_only_read(watched: Watched) -> None:
    def listing() -> dict[str, tuple[int, int]]:
        found = ((path, path.stat()) for path in watched.root.rglob("*"))
        return {str(path): (stat.st_mtime_ns, stat.st_size) for path, stat in found}

    before = listing()
    with watched.watching(timing=replace(QUICK, check=0.05)):
        watched.settle()
    assert listing() == before
