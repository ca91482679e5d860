"""What git has taken out of the work tree before it was committed.

`git rebase --abort`, `git reset --hard` and `git stash` put files back as they are in a commit, without what
was written meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from vault.history.commit import FileWrite, transferred, with_writes
from vault.history.git import Repository
from vault.history.transfer import DoesNotApply

_RESETS = ("reset:", "rebase (abort)", "rebase -i (abort)", "am --abort")
"""How git's log of HEAD begins to tell that files were put back."""
_LOG = ("--walk-reflogs", "--date=unix", "--format=%gd %gs", "--max-count=500")


@dataclass(frozen=True, slots=True)
class TakenAway:
    """A file of the work tree as it is, and with what was taken out of it; None: no file."""

    path: str
    present: bytes | None
    whole: bytes | None

    @property
    def only_adds(self) -> bool:
        """Whether all that is in the file stays in it."""
        return self.whole is not None and self.whole.startswith(self.present or b"")


def last_reset(repository: Repository, since: datetime) -> str:
    """When the person last had files put back, and how; empty: not since then. Git's own line about it.

    Lines that are missing without it were taken out by the person, and stay out.
    """
    for log, beginnings in (("HEAD", _RESETS), ("refs/stash", ("",))):
        told = repository.git.attempt("log", *_LOG, log, "--")
        for line in told.stdout.decode("utf-8", "replace").splitlines():
            at, _, what = line.partition("} ")
            seconds = at.rpartition("{")[2]
            if not seconds.isdigit() or int(seconds) < int(since.timestamp()):
                break
            if what.startswith(beginnings):
                return line
    return ""


def taken_away(
    repository: Repository, writes: Sequence[FileWrite], read: Callable[[str], bytes | None]
) -> tuple[tuple[TakenAway, ...], tuple[str, ...]]:
    """Files from which writes were taken, and paths of those that the person has changed since in that place.

    Args:
        repository: where files were put back, and nothing is under way.
        writes: that wait to be committed, in order.
        read: a file of the work tree; None when there is none.

    Raises:
        GitFailed: git does not tell.
    """
    found, left = [], []
    for path, (before, after) in with_writes(repository, writes).items():
        present = read(path)
        try:
            file = TakenAway(path, present, transferred(repository, FileWrite(path, before, after), present))
        except DoesNotApply:
            left.append(path)
            continue
        if file.whole == present:
            continue
        if present == before or (present and (file.only_adds or not path.lower().endswith(".jsonl"))):
            found.append(file)
        else:
            left.append(path)
    if left:  # a line goes from one file to another: it is not taken out where it may not have arrived
        left += [each.path for each in found if not each.only_adds]
        found = [each for each in found if each.only_adds]
    return tuple(sorted(found, key=lambda each: not each.only_adds)), tuple(left)
