"""Start a git repository for a new vault, with one commit of exactly what was written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from vault.errors import GitFailed, GitMissing
from vault.history.git import Git

GitStart = Literal["off", "committed", "no-git", "inside-repository", "failed"]

_MESSAGE = "vault: start"
_SECONDS = 30


def start_git(root: Path, files: Sequence[str]) -> GitStart:
    """`git init` and a first commit.

    Returns:
        `no-git` when git is not installed; `inside-repository` when the folder already belongs to a
        repository, which is left alone; `failed` when git refused.
    """
    git = Git(root, seconds=_SECONDS)
    try:
        if git.attempt("rev-parse", "--is-inside-work-tree").returncode == 0:
            return "inside-repository"
        steps = (
            ("init", "--quiet"),
            ("add", "--force", "--", *files),
            (*_author(git), "-c", "commit.gpgsign=false", "commit", "--quiet", "-m", _MESSAGE),
        )
        done = all(git.attempt(*step).returncode == 0 for step in steps)
    except GitMissing:
        return "no-git"
    except GitFailed:
        return "failed"
    return "committed" if done else "failed"


def _author(git: Git) -> tuple[str, ...]:
    """A neutral author where the person has not told git who they are."""
    if git.attempt("config", "user.email").stdout.strip():
        return ()
    return ("-c", "user.name=memvault", "-c", "user.email=memvault@localhost")
