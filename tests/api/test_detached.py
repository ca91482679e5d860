from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.conftest import Place
from vault.api import detached
from vault.api.detached import extract_detached
from vault.api.extraction import extraction_lock
from vault.api.open import open_vault
from vault.api.resources import Resources
from vault.files.lock import write_lock

_POPEN = subprocess.Popen


@pytest.fixture
def resources(place: Place) -> Iterator[Resources]:
    with open_vault(place.root, use_model=False) as vault:
        yield vault._resources


class Started:
    """Stands in for a process."""

    def __init__(self, arguments: list[str], **options: Any) -> None:
        self.arguments, self.options = arguments, options
        self.code: int | None = None

    def poll(self) -> int | None:
        return self.code


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Started]:
    processes: list[Started] = []
    monkeypatch.setattr(subprocess, "Popen", Started)
    monkeypatch.setattr(detached, "_started", processes)
    return processes


def test_this_very_program_extracts_what_is_pending(resources: Resources, started: list[Started]) -> None:
    assert extract_detached(resources)
    (process,) = started
    assert process.arguments[:2] == [sys.executable, "-c"]
    assert process.arguments[3:] == ["--vault", str(resources.folder.root), "capture", "--pending"]
    assert process.options["start_new_session"]
    assert {process.options[name] for name in ("stdin", "stdout", "stderr")} == {subprocess.DEVNULL}


def test_nothing_is_loaded_from_the_working_folder(
    place: Place, resources: Resources, started: list[Started]
) -> None:
    """A vault that holds modules, and is the working folder of whoever captures."""
    for name in ("vault.py", "typer.py"):
        place.write(name, "open('loaded', 'w').close()\n")
    extract_detached(resources)
    (process,) = started
    command = [*process.arguments[:3], "--version"]
    with _POPEN(command, cwd=place.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        told, said = run.communicate()
    assert (run.returncode, said) == (0, b"")
    assert b"memvault" in told
    assert not (place.root / "loaded").exists()


def test_one_at_a_time(resources: Resources, started: list[Started]) -> None:
    with write_lock(extraction_lock(resources)):
        assert not extract_detached(resources)
    assert started == []


def test_those_that_have_ended_are_let_go(resources: Resources, started: list[Started]) -> None:
    extract_detached(resources)
    extract_detached(resources)
    started[0].code = 0
    extract_detached(resources)
    assert len(started) == 2
