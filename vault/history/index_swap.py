"""Replaces git's index under git's own lock, and ends what a killed process left of that."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from vault.errors import RepositoryBusy
from vault.history.git import Entry, Repository

DRAFTS = "memvault-draft-"
"""How folders begin in which commits are prepared, in the repository."""
_OURS = "memvault-{}.index"
_OUR_NAME = re.compile(r"memvault-([0-9a-f]{40,64})\.index")


class IndexMoved(Exception):
    """HEAD or the index is another one than a moment ago."""


@contextmanager
def index_replaced(repository: Repository, draft: Path, info: bytes, commit: str) -> Iterator[None]:
    """Hold git's lock of the index; when what is done meanwhile succeeds, the new index takes its place.

    The lock is a hard link to a file of ours, by which it is known again after a crash.

    Args:
        repository: whose index.
        draft: a path to work at, on the same file system as the repository.
        info: what the index is to hold, see `index_info`.
        commit: to which HEAD moves meanwhile.

    Raises:
        RepositoryBusy: another git is at work.
        IndexMoved: it has just been.
    """
    index, lock = repository.git_folder / "index", repository.git_folder / "index.lock"
    seen = _identity(index)
    if seen is not None:
        shutil.copy2(index, draft)
    git = repository.git.with_variables(GIT_INDEX_FILE=str(draft))
    git.run("update-index", "-z", "--index-info", data=info)
    ours = repository.git_folder / _OURS.format(commit)
    draft.replace(ours)
    try:
        _take(lock, ours)
        try:
            _require_same(index, seen)
            yield
        except BaseException:
            lock.unlink(missing_ok=True)
            raise
        lock.replace(index)
    finally:
        ours.unlink(missing_ok=True)


def index_info(repository: Repository, entries: Mapping[str, Entry | None]) -> bytes:
    """Entries as `git update-index --index-info` reads them; None takes one out."""
    none = "0" * len(repository.head())  # ids of SHA-256 are longer
    lines = (
        f"{entry.mode} {entry.blob}\t{repository.prefix}{path}\0"
        if entry
        else f"0 {none}\t{repository.prefix}{path}\0"
        for path, entry in entries.items()
    )
    return "".join(lines).encode("utf-8", "surrogateescape")


def finish_interrupted(repository: Repository) -> None:
    """End what a process of ours began that was killed while it held git's lock. Nobody else of ours runs."""
    lock = repository.git_folder / "index.lock"
    for ours in sorted(repository.git_folder.glob(_OURS.format("*"))):
        match = _OUR_NAME.fullmatch(ours.name)
        with suppress(OSError):
            if match and lock.exists() and ours.samefile(lock):
                if repository.head() == match.group(1):
                    lock.replace(repository.git_folder / "index")
                else:
                    lock.unlink()
        with suppress(OSError):
            ours.unlink()
    for draft in repository.git_folder.glob(f"{DRAFTS}*"):
        shutil.rmtree(draft, ignore_errors=True)


def _take(lock: Path, ours: Path) -> None:
    try:
        os.link(ours, lock)
    except FileExistsError:
        raise RepositoryBusy("commit") from None
    except OSError:  # a file system without hard links
        try:
            with lock.open("xb") as file:
                file.write(ours.read_bytes())
        except FileExistsError:
            raise RepositoryBusy("commit") from None


def _require_same(index: Path, seen: tuple[int, int, int] | None) -> None:
    if _identity(index) != seen:
        raise IndexMoved


def _identity(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns)
