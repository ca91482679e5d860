from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time

from tests.api.conftest import Place


def test_once_and_again(cli, place: Place) -> None:
    first = cli("index", "--no-model", "--json")
    assert first.code == 0
    assert (first.document["added"], first.document["records"], first.document["notices"]) == (1, 8, [])
    again = cli("index", "--no-model", "--json").document
    assert (again["added"], again["changed"], again["unchanged"]) == (0, 0, 1)
    assert "8 条记忆；文件：新增 0" in cli("index", "--no-model").out


def test_without_the_model_it_is_degraded(cli, place: Place, monkeypatch) -> None:
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    ran = cli("index")
    assert ran.code == 3
    assert "memvault model install bge-small-zh-v1.5" in ran.err


def test_an_emptied_vault_stops_it_until_it_is_meant(cli, place: Place) -> None:
    cli("index", "--no-model")
    (place.root / "facts" / "all.jsonl").unlink()
    ran = cli("index", "--no-model")
    assert ran.code == 3
    assert "memvault index --rebuild" in ran.err
    rebuilt = cli("index", "--no-model", "--rebuild", "--json")
    assert rebuilt.code == 0
    assert rebuilt.document["records"] == 0


def test_problems_are_counted(cli, place: Place) -> None:
    place.write("facts/bad.jsonl", "{broken\n")
    ran = cli("index", "--no-model")
    assert ran.code == 0
    assert "有 1 处问题" in ran.err


def test_nothing_is_written_into_the_vault(cli, place: Place) -> None:
    before = sorted(place.root.rglob("*"))
    cli("index", "--no-model")
    assert sorted(place.root.rglob("*")) == before


def test_interrupted_it_leaves_an_index_that_works(process, place: Place, isolated) -> None:
    for number in range(200):
        place.write(f"facts/many/{number}.jsonl", '{"content": "第一行", "created_at": "2026-01-01"}\n' * 200)
    running = subprocess.Popen(
        [sys.executable, "-m", "vault", "index", "--no-model", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 60
    while not list(isolated.cache.glob("index/*/index.lock")) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert out == ""
    assert "Traceback" not in err
    shutil.rmtree(place.root / "facts" / "many")
    assert process("index", "--no-model", "--json").document["records"] == 8
