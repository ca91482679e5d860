"""What `doctor` asks of the git repository that a vault is in."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.finding import Finding
from vault.api.git_setup import DRIVER
from vault.errors import GitMissing, MemvaultError, NotUnderGit
from vault.history.git import Repository, open_repository

if TYPE_CHECKING:
    from vault.api.resources import Resources

_TOPIC = "git"
_INSTALL = "run `memvault git install`"


def inspect_git(resources: Resources) -> Iterator[Finding]:
    """Findings about the repository; none where there is none, and none is wanted."""
    wanted = resources.settings.history.auto_commit
    try:
        repository = open_repository(resources.folder.root)
    except (NotUnderGit, GitMissing) as error:
        if wanted:
            yield Finding(_TOPIC, "warn", f"nothing is committed: {error}", error.hint)
        return
    except MemvaultError as error:
        yield Finding(_TOPIC, "warn", str(error), error.hint)
        return
    yield _driver(repository)
    fault = resources.commits.last_fault() if wanted else ""
    if fault:
        told = f"what was written last could not be committed: {fault}"
        yield Finding(_TOPIC, "warn", told, "commit it by hand")
    yield from _taken(resources, repository)
    waiting = resources.commits.waiting()
    if waiting:
        operation = repository.unfinished()
        why = f"until the {operation} is finished" if operation else "until something is written again"
        told = f"{waiting} writes are not committed yet: they wait {why}"
        yield Finding(_TOPIC, "warn" if operation else "ok", told, "finish or abort it" if operation else "")


def _taken(resources: Resources, repository: Repository) -> Iterator[Finding]:
    """Files that a reset of git has left without what was committed since, for as long as they differ."""
    paths = resources.commits.taken()
    if paths and repository.git.attempt("diff", "--quiet", "HEAD", "--", *paths).returncode == 1:
        told = f"git took out what memvault wrote, and you have changed the same place: {', '.join(paths)}"
        yield Finding(_TOPIC, "warn", told, "see `git diff HEAD`; put back what is to stay")


def _driver(repository: Repository) -> Finding:
    command = repository.git.attempt("config", "--get", f"merge.{DRIVER}.driver").stdout.decode(
        "utf-8", "replace"
    )
    registered = bool(command.strip())
    told = repository.git.attempt("check-attr", "merge", "--", "facts/a.jsonl").stdout.decode().strip()
    named = told.endswith(f": {DRIVER}")
    if registered and named and _is_gone(command):
        told = f"the program that merges memories is gone: {command.split(' merge-file')[0]}"
        return Finding(_TOPIC, "warn", told, _INSTALL)
    if registered and named:
        return Finding(_TOPIC, "ok", "memories are merged by id")
    if not named and not told.endswith(": unspecified"):
        return Finding(
            _TOPIC, "ok", f"memories are merged as .gitattributes says: {told.rpartition(': ')[2]}"
        )
    return Finding(_TOPIC, "warn", "memories are merged line by line, so that edits conflict", _INSTALL)


def _is_gone(command: str) -> bool:
    """Whether a command, as git's shell reads it, names a program by its path that is not there."""
    try:
        program = Path(shlex.split(command)[0])
    except (ValueError, IndexError):
        return False
    return program.is_absolute() and not program.exists()
