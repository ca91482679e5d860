from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.api.conftest import Place

BOUND = 30.0


@contextlib.contextmanager
def watching(*options: str) -> Iterator[subprocess.Popen[str]]:
    running = subprocess.Popen(
        [sys.executable, "-m", "vault", "watch", "--no-model", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        yield running
    finally:
        if running.poll() is None:
            running.kill()
        running.communicate(timeout=BOUND)


def test_one_document_a_line_until_sigterm(cli, place: Place) -> None:
    with watching("--json") as running:
        assert running.stdout is not None
        first = json.loads(running.stdout.readline())
        assert (first["paths"], first["records"]) == ([], 8)
        assert cli("status", "--json").document["watcher"]["alive"] is True
        place.remember("facts/新.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
        second = json.loads(running.stdout.readline())
        assert (second["paths"], second["added"]) == (["facts/新.jsonl"], 1)
        running.send_signal(signal.SIGTERM)
        out, err = running.communicate(timeout=BOUND)
        assert running.returncode == 0
        assert (out, "Traceback" in err) == ("", False)
    status = cli("status", "--json").document
    assert status["watcher"]["alive"] is False
    assert status["watcher"]["state"] == "stopped"


def test_for_people_until_ctrl_c(place: Place) -> None:
    with watching() as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        assert "整个记忆库：新增 1" in line
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=BOUND)
        assert running.returncode == 0
        assert "正在监视" in err
        assert "已停止监视" in err
        assert "Traceback" not in err


def test_a_second_watcher_ends_at_once(cli, place: Place) -> None:
    with watching("--json") as running:
        assert running.stdout is not None
        running.stdout.readline()
        ran = cli("watch", "--no-model", "--json")
        assert ran.code == 3
        assert ran.document["error"]["code"] == "already-watched"
        assert str(running.pid) in ran.document["error"]["message"]


def test_a_reader_that_goes_away_ends_it(place: Place) -> None:
    with watching("--json") as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.stdout.close()
        deadline = time.monotonic() + BOUND
        number = 0
        while running.poll() is None and time.monotonic() < deadline:
            number += 1
            place.remember(f"facts/{number}.jsonl", {"content": f"第 {number} 条"})
            time.sleep(0.3)
        assert running.returncode == 141
        running.stdout = None
        assert running.stderr is not None
        assert "Traceback" not in running.stderr.read()


@pytest.mark.parametrize("name", ["facts/坏.jsonl"])
def test_a_killed_watcher_is_reported(cli, place: Place, name: str) -> None:
    with watching("--json") as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.kill()
        running.wait(timeout=BOUND)
        status = cli("status", "--json").document
        assert status["watcher"]["alive"] is False
        assert str(running.pid) in status["watcher"]["reason"]
    with watching("--json") as running:  # the lease went with the process
        place.write(name, "{broken\n")
        assert running.stdout is not None
        assert json.loads(running.stdout.readline())["records"] == 8
