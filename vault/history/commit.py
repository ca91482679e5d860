"""Commits exactly what the program wrote: the person's staged and unstaged work stays as it is.

Made of git's plumbing, so that no hook, no signing key and no editor of the person is asked. The commit is
built in an index of its own; then, under git's own lock of the index, HEAD moves and the person's index
learns the same lines, or else it would seem that they had taken them out again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from vault.errors import GitFailed, RepositoryBusy
from vault.history.git import Entry, Git, Repository
from vault.history.index_swap import DRAFTS, IndexMoved, finish_interrupted, index_info, index_replaced
from vault.history.transfer import DoesNotApply, transfer

AUTHOR = "memvault"
EMAIL = "memvault@localhost"
_TRIES = 3


@dataclass(frozen=True, slots=True)
class FileWrite:
    """One write of the program: the file before and after; None: it was, or is, not there."""

    path: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of it.

    Attributes:
        id: of the new commit; empty when there was nothing to commit.
        paths: that are in it.
        left: files whose change could not be told from the person's own, or that git ignores.
    """

    id: str
    paths: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


Message = Callable[[Mapping[str, bytes], Mapping[str, bytes]], str]
"""From the files of the commit, before and after, to what the commit says."""


def commit_writes(
    repository: Repository, writes: Sequence[FileWrite], message: Message, when: datetime
) -> Committed:
    """Commit writes of the program, in order.

    Args:
        repository: that the vault is in.
        writes: the same file may come several times.
        message: makes the text of the commit.
        when: aware; the date of the commit.

    Raises:
        RepositoryBusy: the person is in the middle of a merge, a rebase …, or another git is at work.
        GitFailed: git did not do it; HEAD and index are as they were.
    """
    for _ in range(_TRIES):
        with suppress(IndexMoved):
            return _commit(repository, writes, message, when)
    raise RepositoryBusy("commit")


@dataclass(frozen=True, slots=True)
class _Draft:
    """What is to be committed: content by path, None: no file."""

    before: Mapping[str, bytes | None]
    after: Mapping[str, bytes | None]
    left: tuple[str, ...]

    @property
    def changed(self) -> tuple[str, ...]:
        return tuple(path for path, data in self.after.items() if data != self.before[path])


def _commit(
    repository: Repository, writes: Sequence[FileWrite], message: Message, when: datetime
) -> Committed:
    finish_interrupted(repository)
    refuse_when_busy(repository)
    head = repository.head()
    entries, staged = repository.files(head), repository.index()
    draft = _draft(repository, writes, entries, staged)
    if not draft.changed:
        return Committed("", (), draft.left)
    with tempfile.TemporaryDirectory(prefix=DRAFTS, dir=repository.git_folder) as folder:
        blobs = {path: _blob(repository, path, draft.after[path]) for path in draft.changed}
        changed = {path: _entry(blob, entries.get(path)) for path, blob in blobs.items()}
        tree = _tree(repository, Path(folder) / "tree", head, changed)
        if head and tree == repository.git.text("rev-parse", f"{head}^{{tree}}"):
            return Committed("", (), draft.left)
        text = message(*(_present(files, draft.changed) for files in (draft.before, draft.after)))
        commit = _commit_object(repository, tree, head, text, when)
        for_index = _for_index(repository, writes, changed, entries, staged)
        with index_replaced(repository, Path(folder) / "index", index_info(repository, for_index), commit):
            _move_head(repository, commit, head, text)
    return Committed(commit, draft.changed, draft.left)


def refuse_when_busy(repository: Repository) -> None:
    """Raises RepositoryBusy while the person is in the middle of something."""
    operation = repository.unfinished()
    if not operation and repository.git.run("ls-files", "--unmerged", "-z"):
        operation = "merge"
    if not operation and (repository.git_folder / "index.lock").exists():
        operation = "commit"
    if operation:
        raise RepositoryBusy(operation)


def merge_text(git: Git, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """Three versions of a text as one; None when both changed the same lines."""
    with tempfile.TemporaryDirectory(prefix="memvault-") as folder:
        paths = [Path(folder) / name for name in ("ours", "base", "theirs")]
        for path, data in zip(paths, (ours, base, theirs), strict=True):
            path.write_bytes(data)
        done = git.attempt("merge-file", "-p", "-q", *map(str, paths))
    return done.stdout if done.returncode == 0 else None


def _draft(
    repository: Repository,
    writes: Sequence[FileWrite],
    entries: Mapping[str, Entry],
    staged: Mapping[str, Entry],
) -> _Draft:
    paths = list(dict.fromkeys(each.path for each in writes))
    left = _ignored(repository, [path for path in paths if path not in entries and path not in staged])
    left |= {path for path in paths if path in entries and not entries[path].mode.startswith("100")}
    contents = repository.contents({path: entries[path] for path in paths if path in entries})
    before = {path: contents.get(path) for path in paths if path not in left}
    after = dict(before)
    for each in writes:
        if each.path in left:
            continue
        try:
            after[each.path] = transferred(repository, each, after[each.path])
        except DoesNotApply:
            left.add(each.path)
            after[each.path] = before[each.path]
    return _Draft(before, after, tuple(path for path in paths if path in left))


def with_writes(
    repository: Repository, writes: Sequence[FileWrite]
) -> dict[str, tuple[bytes | None, bytes | None]]:
    """The files that a commit of these would change: as they are in HEAD, and as they would be in it."""
    draft = _draft(repository, writes, repository.files(repository.head()), repository.index())
    return {path: (draft.before[path], draft.after[path]) for path in draft.changed}


def transferred(repository: Repository, write: FileWrite, onto: bytes | None) -> bytes | None:
    """`onto` with one write made in it; raises DoesNotApply."""
    merge = partial(merge_text, repository.git)
    return transfer(write.path, write.before, write.after, onto, merge_text=merge)


def _ignored(repository: Repository, paths: Sequence[str]) -> set[str]:
    if not paths:
        return set()
    data = "".join(f"{path}\0" for path in paths).encode("utf-8", "surrogateescape")
    git = repository.git.with_variables(GIT_LITERAL_PATHSPECS="0")  # it knows no other paths
    done = git.attempt("check-ignore", "-z", "--stdin", data=data)
    return set(done.stdout.decode("utf-8", "surrogateescape").split("\0")) - {""}


def _blob(repository: Repository, path: str, data: bytes | None) -> str:
    """Through the filters that the person has set for such files."""
    if data is None:
        return ""
    return repository.git.run("hash-object", "-w", "--stdin", f"--path={path}", data=data).decode().strip()


def _entry(blob: str, known: Entry | None) -> Entry | None:
    return Entry(known.mode if known else "100644", blob) if blob else None


def _present(files: Mapping[str, bytes | None], paths: Sequence[str]) -> dict[str, bytes]:
    return {path: data for path in paths if (data := files[path]) is not None}


def _tree(repository: Repository, index: Path, head: str, changed: Mapping[str, Entry | None]) -> str:
    git = repository.git.with_variables(GIT_INDEX_FILE=str(index))
    git.run("read-tree", *([head] if head else ["--empty"]))
    git.run("update-index", "-z", "--index-info", data=index_info(repository, changed))
    return git.text("write-tree")


def _commit_object(repository: Repository, tree: str, head: str, text: str, when: datetime) -> str:
    date = f"{int(when.timestamp())} {when:%z}"
    git = repository.git.with_variables(
        GIT_AUTHOR_NAME=AUTHOR,
        GIT_AUTHOR_EMAIL=EMAIL,
        GIT_AUTHOR_DATE=date,
        GIT_COMMITTER_NAME=AUTHOR,
        GIT_COMMITTER_EMAIL=EMAIL,
        GIT_COMMITTER_DATE=date,
    )
    parents = ["-p", head] if head else []
    made = git.run("-c", "i18n.commitEncoding=UTF-8", "commit-tree", tree, *parents, data=text.encode())
    return made.decode().strip()


def _move_head(repository: Repository, commit: str, head: str, text: str) -> None:
    subject = f"{AUTHOR}: {text.splitlines()[0]}"
    git = repository.git.with_variables(GIT_COMMITTER_NAME=AUTHOR, GIT_COMMITTER_EMAIL=EMAIL)
    try:
        git.run("update-ref", "-m", subject, "HEAD", commit, head or "0" * len(commit))
    except GitFailed:
        if repository.head() != head:
            raise IndexMoved from None
        raise


def _for_index(
    repository: Repository,
    writes: Sequence[FileWrite],
    changed: Mapping[str, Entry | None],
    entries: Mapping[str, Entry],
    staged: Mapping[str, Entry],
) -> dict[str, Entry | None]:
    """What the person's index is to hold: what is committed, and theirs with our lines where they staged."""
    wanted: dict[str, Entry | None] = {}
    theirs = {path: staged.get(path) for path in changed if staged.get(path) != entries.get(path)}
    contents = repository.contents({path: entry for path, entry in theirs.items() if entry})
    for path, entry in changed.items():
        if path not in theirs:
            wanted[path] = entry
            continue
        data = contents.get(path)
        with suppress(DoesNotApply):
            for each in writes:
                if each.path == path:
                    data = transferred(repository, each, data)
            wanted[path] = _entry(_blob(repository, path, data), staged.get(path))
    return wanted
