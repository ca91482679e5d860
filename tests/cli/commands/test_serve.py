from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import Place, make_place
from vault.service.client import find
from vault.service.endpoint import find_endpoint


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path / "vault")


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[bytes], Any]]:
    """`memvault serve …` as a process, and what it says when it answers."""
    process = subprocess.Popen(
        [sys.executable, "-m", "vault", *arguments, "serve", "--no-model", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        yield process, json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_is_and_ends_quietly(place: Place, number: int) -> None:
    with serving("--vault", str(place.root)) as (process, said):
        assert said["vaults"] == [str(place.root)]
        found = find_endpoint(place.root)
        assert found is not None
        assert (found[1].url, found[1].pid) == (said["url"], process.pid)
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
        assert (process.returncode, out, err) == (0, b"", b"")
    assert find_endpoint(place.root) is None


def test_a_second_one_is_told_of_the_first(place: Place, process: Callable[..., Any]) -> None:
    with serving("--vault", str(place.root)):
        second = process("--vault", str(place.root), "serve", "--no-model", "--json")
        assert second.code == 3
        assert second.document["error"]["code"] == "already-served"


def test_killed_it_is_not_found_any_more(place: Place) -> None:
    with serving("--vault", str(place.root)) as (process, _):
        process.kill()
        process.wait()
    assert find(place.root) is None
    with serving("--vault", str(place.root)):
        client = find(place.root)
        assert client is not None
        client.close()


def test_no_vault_there(cli: Callable[..., Any], tmp_path: Path) -> None:
    assert cli("serve", str(tmp_path / "nothing")).code == 2


def test_a_unit_is_written_and_removed(
    cli: Callable[..., Any], place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    done = cli("serve", str(place.root), "--port", "7700", "--install", "--json")
    assert done.code == 0
    path = Path(done.document["path"])
    assert path.is_relative_to(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert str(place.root) in text
    assert "7700" in text
    assert os.environ["MEMVAULT_CACHE"] in text
    assert cli("serve", str(place.root), "--uninstall", "--json").document["changed"]
    assert not path.exists()
    assert not cli("serve", str(place.root), "--uninstall", "--json").document["changed"]
