from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from vault.errors import AlreadyServed, WriteFailed
from vault.service.lease import service_lease


def test_one_at_a_time(tmp_path: Path) -> None:
    with service_lease(tmp_path / "index", tmp_path):
        with pytest.raises(AlreadyServed) as caught, service_lease(tmp_path / "index", tmp_path):
            pass
        assert caught.value.pid is None  # it has not said where it listens
    with service_lease(tmp_path / "index", tmp_path):
        pass


def test_it_comes_back_when_its_process_is_killed(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from vault.service.lease import service_lease\n"
        "with service_lease(Path(sys.argv[1]), Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program, tmp_path], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        with pytest.raises(AlreadyServed), service_lease(tmp_path, tmp_path):
            pass
        child.kill()
        child.wait()
    with service_lease(tmp_path, tmp_path):
        pass


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteFailed), service_lease(tmp_path / "file" / "index", tmp_path):
        pass
