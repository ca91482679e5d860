from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import pytest

from tests.watch.conftest import until
from vault.errors import AlreadyWatched, WriteFailed
from vault.watch.lease import Owner, read_owner, watch_lease

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
HOLD = """
import sys, time
from datetime import datetime, timezone
from pathlib import Path
from vault.watch.lease import watch_lease
with watch_lease(Path(sys.argv[1]), "serve", datetime.now(timezone.utc)):
    print("held", flush=True)
    time.sleep(600)
"""


def test_held_and_given_back(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    with watch_lease(folder, "watch", NOW) as owner:
        assert owner == read_owner(folder) == Owner(os.getpid(), NOW, "watch")
        with pytest.raises(AlreadyWatched) as caught, watch_lease(folder, "serve", NOW):
            pass
        assert caught.value.pid == os.getpid()
        assert "(watch)" in str(caught.value)
        assert read_owner(folder) == owner
    assert read_owner(folder) is None
    with watch_lease(folder, "again", NOW):
        pass


def test_another_process(tmp_path: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(AlreadyWatched) as caught, watch_lease(tmp_path, "watch", NOW):
            pass
        assert caught.value.pid == other.pid
        assert caught.value.role == "serve"
    finally:
        other.send_signal(signal.SIGKILL)
        other.communicate()
    until(lambda: can_take(tmp_path), "the lease of a killed process is free")


def can_take(folder: Path) -> bool:
    try:
        with watch_lease(folder, "watch", NOW):
            owner = read_owner(folder)
            return owner is not None and owner.pid == os.getpid()
    except AlreadyWatched:
        return False


@pytest.mark.parametrize("content", ["", "[]", '{"pid": "x"}', '{"pid": 1, "since": "never", "role": ""}'])
def test_unreadable_owner(tmp_path: Path, content: str) -> None:
    (tmp_path / "watch.owner.json").write_text(content, encoding="utf-8")
    assert read_owner(tmp_path) is None
    with watch_lease(tmp_path, "watch", NOW):
        assert read_owner(tmp_path) is not None


def test_no_folder_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WriteFailed), watch_lease(tmp_path / "file" / "index", "watch", NOW):
        pass
