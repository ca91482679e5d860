"""Two ways to run the command line: inside this process, and as the person does it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from vault.cli.main import run


@dataclass(frozen=True)
class Ran:
    """One finished command."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command line in this process."""

    def invoke(*arguments: str) -> Ran:
        capsys.readouterr()
        code = run(arguments)
        captured = capsys.readouterr()
        return Ran(int(code), captured.out, captured.err)

    return invoke


@pytest.fixture
def process() -> Callable[..., Ran]:
    """Run `python -m vault …` as a process of its own; `env` is added to the test's environment."""

    def invoke(*arguments: str, env: dict[str, str] | None = None, stdin: str = "", **options: Any) -> Ran:
        finished = subprocess.run(
            [sys.executable, "-m", "vault", *arguments],
            input=stdin.encode(),
            env={**os.environ, **(env or {})},
            capture_output=True,
            timeout=100,
            check=False,
            **options,
        )
        return Ran(finished.returncode, finished.stdout.decode(), finished.stderr.decode())

    return invoke
