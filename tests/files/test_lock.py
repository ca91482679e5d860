from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.files.conftest import allowed
from vault.errors import LockTimeout, WriteFailed
from vault.files.lock import write_lock

HOLD = """
import sys
from pathlib import Path
from vault.files.lock import write_lock

with write_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_lock_file_and_its_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "index" / "deep" / "write.lock"
    with write_lock(path) as lock:
        assert lock.held
        assert lock.path == path
        assert path.exists()


def test_a_lock_given_back_is_no_proof(tmp_path: Path) -> None:
    with write_lock(tmp_path / "write.lock") as lock:
        lock.require()
    with pytest.raises(RuntimeError, match="given back"):
        lock.require()


def test_it_is_given_back_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError), write_lock(tmp_path / "write.lock"):
        raise KeyError
    with write_lock(tmp_path / "write.lock", timeout=0):
        pass


def test_another_thread_waits(tmp_path: Path) -> None:
    path = tmp_path / "write.lock"
    order = []

    def wait() -> None:
        with write_lock(path):
            order.append("second")

    with write_lock(path):
        thread = threading.Thread(target=wait)
        thread.start()
        with pytest.raises(LockTimeout), write_lock(path, timeout=0):
            pass
        order.append("first")
    thread.join()
    assert order == ["first", "second"]


def test_another_process_keeps_it_until_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "write.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LockTimeout) as caught, write_lock(path, timeout=0):
            pass
        assert "another memvault process" in str(caught.value)
        holder.kill()
        holder.wait()
    with write_lock(path, timeout=5):
        pass


def test_a_lock_that_cannot_be_made_is_a_failed_write(ordinary_folder: Path) -> None:
    ordinary_folder.chmod(0o500)
    if allowed(ordinary_folder, os.W_OK):
        pytest.skip("permissions do not count here")
    with pytest.raises(WriteFailed), write_lock(ordinary_folder / "write.lock", timeout=0):
        pass


def test_a_forked_child_is_told_that_it_is_taken(tmp_path: Path) -> None:
    """It must not wait for a thread of its parent, which it does not have."""
    path = tmp_path / "write.lock"
    program = (
        "import os, sys\nfrom pathlib import Path\nfrom vault.errors import LockTimeout\n"
        "from vault.files.lock import write_lock\n"
        "with write_lock(Path(sys.argv[1])):\n"
        "    child = os.fork()\n"
        "    if not child:\n"
        "        try:\n"
        "            with write_lock(Path(sys.argv[1]), timeout=0.1): os._exit(1)\n"
        "        except LockTimeout: os._exit(0)\n"
        "    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert subprocess.run([sys.executable, "-c", program, path], timeout=30, check=False).returncode == 0


def test_many_threads_get_it_one_after_the_other(tmp_path: Path) -> None:
    path, inside, most = tmp_path / "write.lock", 0, 0

    def work() -> None:
        nonlocal inside, most
        for _ in range(20):
            with write_lock(path):
                inside += 1
                most = max(most, inside)
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (inside, most) == (0, 1)
