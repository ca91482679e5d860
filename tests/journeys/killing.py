"""Processes that kill themselves at a chosen step, and what they leave.

A test that uses this runs its own module as a program (`as_program`), so that no thread and no lock of pytest is
forked. There a child does the work on a fresh copy, and dies at the next step.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent


class Killer:
    """Kills the process at one of the steps that it comes by: before and after each call, and amid each write.

    Args:
        at: how many steps to let pass.
        log: where the last step is noted.
        calls: which calls make steps: the module or class, and the name in it.
    """

    def __init__(self, at: int, log: Path, calls: Iterable[tuple[Any, str]]) -> None:
        self.left = at
        self.log = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.write = os.write
        for place, name in calls:
            setattr(place, name, self.wrapped(name, getattr(place, name)))

    def wrapped(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.step(f"before {name}")
            if name == "write":
                if self.left == 0:
                    real(arguments[0], arguments[1][: len(arguments[1]) // 2])
                self.step("amid write")
            result = real(*arguments, **options)
            self.step(f"after {name}")
            return result

        return call

    def step(self, name: str) -> None:
        if self.left == 0:
            self.write(self.log, f"{name}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1


def in_a_child(work: Callable[[], object]) -> int:
    """How a child that did the work ended, as `os.waitpid` tells it."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - the parent only sees the code
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]


def was_killed(status: int) -> bool:
    """Whether a child came by the step at which it dies; if not, it must have ended well."""
    if not os.WIFSIGNALED(status):
        assert status == 0
        return False
    assert os.WTERMSIG(status) == signal.SIGKILL
    return True


def as_program(file: str, *arguments: str) -> None:
    """Run a test module as a program; it must end well."""
    module = Path(file).resolve().relative_to(ROOT).with_suffix("")
    done = subprocess.run(
        [sys.executable, "-m", ".".join(module.parts), *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stderr


class Aftermath:
    """The vaults that were left, killed at each step, and the one that was finished."""

    def __init__(self, folder: Path) -> None:
        self.steps = (folder / "steps").read_text(encoding="utf-8").splitlines()
        self.roots = sorted(path for path in folder.iterdir() if path.is_dir())
        assert len(self.roots) == len(self.steps) + 1
        self.finished = self.roots.pop()

    def __iter__(self) -> Iterator[tuple[str, Path]]:
        return iter(zip(self.steps, self.roots, strict=True))
