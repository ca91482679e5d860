"""Looking for a text in the git history of a vault: every object, also those that no branch holds any more.

Reads only. The history of a vault is never rewritten by the program.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from vault.errors import GitFailed, GitMissing
from vault.files.leftovers import Needles
from vault.history.git import Git

if TYPE_CHECKING:
    from vault.api.own_words import OwnWords

SEARCH_SECONDS = 120.0
"""How long to look; a long history may take more."""
_GIT_SECONDS = 60
_MESSAGE = "(message)"


@dataclass(frozen=True, slots=True)
class HoldingCommit:
    """A commit that saved a version with the text in it; later ones hold it until it was changed.

    Attributes:
        id: full.
        at: when it was made, ISO 8601 with offset.
        paths: the files, or `(message)`.
    """

    id: str
    at: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HistorySearch:
    """What is in the history.

    Attributes:
        commits: oldest first.
        loose: how many objects hold it that no commit leads to; `git gc --prune=now` deletes them.
        remotes: names of other repositories that may have got it.
        complete: False when time ran out or git refused.
    """

    commits: tuple[HoldingCommit, ...] = ()
    loose: int = 0
    remotes: tuple[str, ...] = ()
    complete: bool = True


def search_history(
    root: Path, needles: Needles, *, own: OwnWords | None = None, seconds: float = SEARCH_SECONDS
) -> HistorySearch:
    """Look through the repository that the vault is in; nothing is found where there is none.

    Args:
        root: of the vault.
        needles: what to look for.
        own: whose words count; of other people's no commit and no file is told.
        seconds: after which to give up.
    """
    git = Git(root, seconds=_GIT_SECONDS)
    try:
        if git.attempt("rev-parse", "--git-dir").returncode != 0:
            return HistorySearch(complete=not _looks_like_a_repository(root))
        objects, complete = _holding_objects(git, needles, time.monotonic() + seconds)
        if not objects:
            return HistorySearch(complete=complete)
        if own is not None and own.shared:
            objects = _own_objects(git, objects, needles, own)
        commits, reached = _commits_with(git, objects)
        remotes = tuple(git.attempt("remote").stdout.decode("utf-8", "replace").split())
    except (OSError, GitMissing, GitFailed):
        return HistorySearch(complete=not _looks_like_a_repository(root))
    return HistorySearch(commits, len(objects - reached), remotes, complete)


def _looks_like_a_repository(root: Path) -> bool:
    return any((folder / ".git").exists() for folder in (root, *root.parents))


def _holding_objects(git: Git, needles: Needles, deadline: float) -> tuple[set[str], bool]:
    """Ids of the objects that hold the text, and whether all were looked at."""
    arguments = ("cat-file", "--batch-all-objects", "--batch", "--buffer", "--unordered")
    found: set[str] = set()
    with git.started(*arguments) as process:
        if process.stdout is None:  # pragma: no cover - it is a pipe
            return found, False
        for name, data in _objects(process.stdout):
            if needles.find(data) is not None:
                found.add(name)
            if time.monotonic() > deadline:
                process.kill()
                return found, False
    return found, process.returncode == 0


def _objects(stream: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """Blobs, commits and tags; trees hold names only, and those are of files."""
    while header := stream.readline():
        name, kind, size = header.split()
        data = stream.read(int(size))
        stream.read(1)
        if kind != b"tree":
            yield name.decode(), data


def _own_objects(git: Git, objects: set[str], needles: Needles, own: OwnWords) -> set[str]:
    """Those with words of the asker, by what they were as a file; and the commits that saved these."""
    inside = git.attempt("rev-parse", "--show-prefix").stdout.decode("utf-8", "replace").strip()
    paths: dict[str, str] = {}
    saved: list[tuple[str, str]] = []
    for commit, _, changes in _log(git):
        for before, after, path in changes:
            paths |= dict.fromkeys((before, after), path)
            saved += [(commit, before), (commit, after)]
    found = set()
    for each in objects:
        blob = git.attempt("cat-file", "blob", each)
        path = paths.get(each, "").removeprefix(inside)
        if blob.returncode == 0 and needles.find(own.part_of(path, blob.stdout)) is not None:
            found.add(each)
    return found | {commit for commit, blob in saved if blob in found and commit in objects}


def _commits_with(git: Git, objects: set[str]) -> tuple[tuple[HoldingCommit, ...], set[str]]:
    """The commits that brought one of the objects, and which objects they led to."""
    paths: dict[tuple[str, str], list[str]] = {}
    reached: set[str] = set()
    for commit, at, changes in _log(git):
        hits = [(after, path) for _, after, path in changes if after in objects]
        reached |= {name for name, _ in hits}
        if commit in objects:
            reached.add(commit)
            hits.append((commit, _MESSAGE))
        if hits:
            paths.setdefault((commit, at), []).extend(path for _, path in hits)
    commits = [HoldingCommit(commit, at, tuple(dict.fromkeys(held))) for (commit, at), held in paths.items()]
    return tuple(reversed(commits)), reached


def _log(git: Git) -> Iterator[tuple[str, str, list[tuple[str, str, str]]]]:
    """Each commit with its time and its changes: the object before, that after, and the path."""
    listed = git.attempt(
        "log", "--all", "--reflog", "--topo-order", "--full-history", "--raw", "--no-abbrev",
        "--no-renames", "-m", "--format=%x00%H %cI",
    )  # fmt: skip
    for block in listed.stdout.decode("utf-8", "replace").split("\0")[1:]:
        head, *changes = block.splitlines()
        commit, _, at = head.partition(" ")
        held = [each.split("\t", 1) for each in changes if each.startswith(":")]
        yield commit, at, [(*facts.split()[2:4], path) for facts, path in held]  # type: ignore[misc]
