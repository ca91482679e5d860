"""`memvault` as people run it: subprocesses on real folders, polled with a bound and never timed."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

BOUND = 30.0
"""Seconds after which waiting is given up; a fault is then reported, not a slow machine."""


@dataclass(frozen=True)
class Home:
    """A person's vault and the commands run on it."""

    root: Path

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command(self.root, *arguments), capture_output=True, encoding="utf-8", timeout=100, check=False
        )

    def answer(self, *arguments: str) -> dict[str, Any]:
        result = self.run("--json", *arguments)
        assert result.stdout, result.stderr
        answer: dict[str, Any] = json.loads(result.stdout)
        return answer

    def recall(self, question: str) -> list[str]:
        return [hit["content"] for hit in self.answer("recall", question)["hits"]]

    @contextlib.contextmanager
    def started(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """A command that keeps running; stopped with Ctrl-C at the end."""
        process = subprocess.Popen(
            command(self.root, *arguments), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
        )
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
            try:
                process.communicate(timeout=BOUND)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                raise


def command(root: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "vault", "--vault", str(root), *arguments]


def until(happens: Callable[[], bool], what: str, *, seconds: float = BOUND) -> None:
    """Look again and again until something is so."""
    started = time.monotonic()
    while not happens():
        assert time.monotonic() - started < seconds, f"not within {seconds:.0f} s: {what}"
        time.sleep(0.05)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An empty vault of one person, asked by words: the model it wants is not installed."""
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    made = Home(tmp_path / "vault")
    made.write(
        "vault.yaml",
        "format: 1\nid: vault_journey\ndefault_user: lin\nlanguage: zh\ntimezone: Asia/Shanghai\n",
    )
    (made.root / "facts").mkdir()
    return made


@pytest.fixture(autouse=True)
def no_buffering(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    assert "MEMVAULT_CACHE" in os.environ
