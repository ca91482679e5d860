from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from vault.watch.heartbeat import (
    SILENCE,
    Heartbeat,
    heartbeat_path,
    is_fresh,
    read_heartbeat,
    write_heartbeat,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
BEAT = Heartbeat(
    pid=os.getpid(),
    started=NOW - timedelta(hours=1),
    beat=NOW,
    state="watching",
    mode="inotify",
    last_event=NOW - timedelta(minutes=5),
    last_reconcile=NOW - timedelta(minutes=4),
    restarts=2,
    restart_reason="a thread had ended",
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return heartbeat_path(tmp_path / "index")


def test_written_and_read(path: Path) -> None:
    write_heartbeat(path, BEAT)
    status = read_heartbeat(path, NOW)
    assert status.alive
    assert status.reason == ""
    assert status.heartbeat == BEAT
    assert [each.name for each in path.parent.iterdir()] == ["watcher.json"]


def test_is_json_for_other_programs(path: Path) -> None:
    write_heartbeat(path, BEAT)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["beat"] == "2026-11-30T12:00:00+00:00"
    assert data["pid"] == os.getpid()
    assert data == BEAT.as_dict()


def test_silence_is_death(path: Path) -> None:
    write_heartbeat(path, BEAT)
    assert read_heartbeat(path, NOW + SILENCE).alive
    status = read_heartbeat(path, NOW + SILENCE + timedelta(seconds=1))
    assert not status.alive
    assert "no sign of life for 9 s" in status.reason


def test_dead_is_said_within_ten_seconds_of_the_last_beat() -> None:
    assert timedelta(seconds=10) > SILENCE


def test_process_gone(path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    write_heartbeat(path, replace(BEAT, pid=ended.pid))
    status = read_heartbeat(path, NOW)
    assert not status.alive
    assert f"process {ended.pid} has ended" in status.reason


def test_stopped(path: Path) -> None:
    write_heartbeat(path, replace(BEAT, state="stopped"))
    status = read_heartbeat(path, NOW)
    assert not status.alive
    assert status.reason == "it was stopped"


def test_clock_put_back(path: Path) -> None:
    write_heartbeat(path, BEAT)
    assert read_heartbeat(path, NOW - timedelta(seconds=30)).alive
    assert not read_heartbeat(path, NOW - timedelta(hours=1)).alive


def test_never_run(path: Path) -> None:
    status = read_heartbeat(path, NOW)
    assert not status.alive
    assert status.heartbeat is None
    assert status.reason == "no watcher has run"


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b'{"pid": 1}', b"\xff\xfe", b'{"pid": "x", "beat": 3}'],
)
def test_unreadable(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    status = read_heartbeat(path, NOW)
    assert not status.alive
    assert status.heartbeat is None
    assert "cannot be read" in status.reason


@pytest.mark.parametrize("change", [{"pid": 0}, {"pid": -1}, {"pid": "7"}, {"beat": "2026-11-30T12:00:00"}])
def test_wrong_values(path: Path, change: dict[str, object]) -> None:
    path.parent.mkdir()
    path.write_text(json.dumps({**BEAT.as_dict(), **change}), encoding="utf-8")
    assert not read_heartbeat(path, NOW).alive


@pytest.mark.parametrize(
    ("change", "fresh"),
    [
        ({}, True),
        ({"behind": True}, False),
        ({"error": "x"}, False),
        ({"state": "vault missing"}, False),
        ({"beat": NOW - timedelta(minutes=1)}, False),
    ],
)
def test_fresh_only_when_nothing_is_open(path: Path, change: dict[str, object], *, fresh: bool) -> None:
    write_heartbeat(path, replace(BEAT, **change))  # type: ignore[arg-type]
    assert is_fresh(path.parent, NOW) is fresh


def test_not_fresh_without_a_file(tmp_path: Path) -> None:
    assert is_fresh(tmp_path) is False


def test_failed_write_leaves_the_old_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_heartbeat(path, BEAT)
    monkeypatch.setattr(json, "dump", lambda *_, **__: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_heartbeat(path, replace(BEAT, restarts=3))
    assert read_heartbeat(path, NOW).heartbeat == BEAT
    assert [each.name for each in path.parent.iterdir()] == ["watcher.json"]
