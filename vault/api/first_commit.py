"""Start a git repository for a new vault, with one commit of exactly what was written."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

GitStart = Literal["off", "committed", "no-git", "inside-repository", "failed"]

_MESSAGE = "vault: start"
_SECONDS = 30


def start_git(root: Path, files: Sequence[str]) -> GitStart:
    """`git init` and a first commit.

    Returns:
        `no-git` when git is not installed; `inside-repository` when the folder already belongs to a
        repository, which is left alone; `failed` when git refused.
    """
    try:
        if _git(root, "rev-parse", "--is-inside-work-tree").returncode == 0:
            return "inside-repository"
        steps = (
            ("init", "--quiet"),
            ("add", "--force", "--", *files),
            (*_author(root), "-c", "commit.gpgsign=false", "commit", "--quiet", "-m", _MESSAGE),
        )
        done = all(_git(root, *step).returncode == 0 for step in steps)
    except FileNotFoundError:
        return "no-git"
    except (OSError, subprocess.SubprocessError):
        return "failed"
    return "committed" if done else "failed"


def _author(root: Path) -> tuple[str, ...]:
    """A neutral author where the person has not told git who they are."""
    if _git(root, "config", "user.email").stdout.strip():
        return ()
    return ("-c", "user.name=memvault", "-c", "user.email=memvault@localhost")


def _git(root: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # noqa: S603 - a fixed program with a list of arguments
        ["git", "-C", str(root), *arguments],  # noqa: S607 - git is found on the person's own PATH
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=_SECONDS,
        check=False,
    )
