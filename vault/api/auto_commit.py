"""Commits of what the program wrote, when the person wants that (`history.auto_commit`).

One commit an action; a conversation, and what it gave, is one commit when it is over. While the person is in
the middle of a merge or a rebase, what is to be committed waits in a file of this device's state folder.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.commit_message import Action, by_conversation, message_of
from vault.api.commit_queue import read_queue, write_queue
from vault.api.give_back import give_back, is_tombstone_line
from vault.api.turns_to_commit import TurnsToCommit
from vault.config.locations import cache_dir, state_dir
from vault.config.whole_file import put_whole
from vault.errors import GitFailed, GitMissing, MemvaultError, NotUnderGit
from vault.files.fingerprint import read_file
from vault.files.layout import classify
from vault.files.lock import WriteLock, write_lock
from vault.format.conflict_marker import find_conflicts
from vault.format.decode import split_lines
from vault.history.commit import Committed, FileWrite, commit_writes, refuse_when_busy
from vault.history.git import Repository, open_repository
from vault.history.index_swap import finish_interrupted
from vault.history.taken_away import last_reset
from vault.index.location import index_folder

if TYPE_CHECKING:
    from vault.api.resources import Resources

CLOSING_SECONDS = 5.0
"""How long a process that ends waits for another writer before it leaves its commit to the next one."""
ERASE = "erase"


class Recorder:
    """Sees one `writing` block: which files it writes, and what was in them before."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._before: dict[str, bytes | None] = {}

    def before(self, path: str) -> None:
        """Called before `path` is written."""
        if path not in self._before and classify(path) != "usage":
            self._before[path] = _read(self._root, path)

    def writes(self) -> tuple[FileWrite, ...]:
        """What has become of the files."""
        found = (FileWrite(path, data, _read(self._root, path)) for path, data in self._before.items())
        return tuple(each for each in found if each.before != each.after)


class AutoCommit:
    """The commits of one open vault."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._local = threading.local()
        self.fault: MemvaultError | None = None
        self.last: Committed | None = None

    @property
    def on(self) -> bool:
        """Whether the person wants it."""
        return self._resources.settings.history.auto_commit

    def recorder(self, *, wanted: bool = False) -> Recorder | None:
        """For one `writing` block; None when nothing is to be committed, unless it is `wanted` this once."""
        return Recorder(self._resources.folder.root) if wanted or self.on else None

    @contextlib.contextmanager
    def conversation(self) -> Iterator[None]:
        """What this thread writes meanwhile belongs to a conversation, and is committed when that is over."""
        self._local.depth = getattr(self._local, "depth", 0) + 1
        try:
            yield
        finally:
            self._local.depth -= 1

    def done(self, action: Action) -> None:
        """Commit what was written, and what waited before it. The vault's write lock is held.

        Never raises: what is written is written, committed or not; see `fault`.
        """
        with self._faults_kept():
            repository = open_repository(self._resources.folder.root)
            if repository.unfinished() or repository.unmerged():
                action = replace(action, writes=tuple(each for each in action.writes if not _is_marked(each)))
            if not action.writes:
                return
            waiting = read_queue(self._file, repository)
            if getattr(self._local, "depth", 0):
                write_queue(self._file, [*waiting, replace(action, waits=True)], repository)
            else:
                self._commit_all(waiting, action)

    def give_back(self, lock: WriteLock) -> None:
        """Put back what git took out of the work tree before it was committed. Never raises.

        Called before something is written, so that nothing is learned, or erased, beside it.
        """
        if self._file.exists():
            with self._faults_kept():
                self._give_back(open_repository(self._resources.folder.root), lock)

    def taken(self) -> list[str]:
        """Files out of which git has taken something that could not be put back."""
        return self._seen()[1:]

    def _give_back(self, repository: Repository, lock: WriteLock) -> None:
        """Once for each time that git has taken something: what goes later, the person takes out."""
        finish_interrupted(repository)
        refuse_when_busy(repository)
        waiting = read_queue(self._file, repository)
        reset = last_reset(repository, min(each.at for each in waiting)) if waiting else ""
        if reset and [reset] != self._seen()[:1]:
            left = give_back(self._resources, repository, waiting, lock)
            put_whole(self._file.with_suffix(".reset"), "\n".join([reset, *left]))

    def _seen(self) -> list[str]:
        try:
            return self._file.with_suffix(".reset").read_text(encoding="utf-8").split("\n")
        except (OSError, UnicodeDecodeError):
            return []

    def journalled(self, lines: Mapping[str, Sequence[str]], *, device: str, now: datetime) -> None:
        """Note lines that were added to the journal, whose lock is held. Never raises."""
        if self.on:
            with self._faults_kept():
                self._turns.add(lines, device=device, now=now)

    def flush(self, *, over: bool = False) -> None:
        """Commit what waits, if there is anything; no lock must be held. Never raises.

        Args:
            over: no conversation is going on, so that what was said is committed, too, if nothing came of it.
        """
        if not (self.on and (self._file.exists() or (over and self._turns))):
            return
        with self._faults_kept(), write_lock(self._resources.write_lock, CLOSING_SECONDS) as lock:
            repository = self._repository()
            self._give_back(repository, lock)
            self._commit_all(read_queue(self._file, repository), None)
            if over and self._turns:
                refuse_when_busy(repository)
                self._commit(repository, [])

    def _repository(self) -> Repository:
        try:
            return open_repository(self._resources.folder.root)
        except NotUnderGit:
            self._turns.clear()  # else the list would grow for ever
            raise

    def waiting(self) -> int:
        """How many actions are still to be committed."""
        try:
            return self._file.read_bytes().count(b"\n")
        except OSError:
            return 0

    @property
    def _file(self) -> Path:
        folder = self._resources.folder
        name = index_folder(cache_dir(), folder.settings.id, folder.root).name
        return state_dir() / "history" / f"{name}.jsonl"

    @contextlib.contextmanager
    def _faults_kept(self) -> Iterator[None]:
        self.fault = self.last = None
        try:
            yield
        except (NotUnderGit, GitMissing):
            pass
        except MemvaultError as error:
            self.fault = error
        except OSError as error:
            self.fault = GitFailed("commit", error.strerror or str(error))
        self._tell()

    def _tell(self) -> None:
        """Leave word of a failure for `doctor`; that the person is busy is none."""
        place = self._file.with_suffix(".fault")
        with contextlib.suppress(OSError):
            if isinstance(self.fault, GitFailed):
                put_whole(place, str(self.fault))
            elif self.last is not None:
                place.unlink(missing_ok=True)

    def last_fault(self) -> str:
        """Why what was written last could not be committed; empty when it was."""
        try:
            return self._file.with_suffix(".fault").read_text(encoding="utf-8")
        except OSError:
            return ""

    def _commit_all(self, waiting: Sequence[Action], last: Action | None) -> None:
        repository = open_repository(self._resources.folder.root)
        actions = [*waiting, *([last] if last and last.writes else [])]
        # What waits may hold a text that has just been erased: one commit with the erasure does not.
        erased = last is not None and last.name == ERASE
        left = [actions] if erased and actions else list(by_conversation(actions))
        try:
            finish_interrupted(repository)
            refuse_when_busy(repository)
            while left:
                self._commit(repository, left[0])
                del left[0]
        finally:
            kept = [each for group in left for each in group]
            if erased:  # … and must not be committed later: only that it was erased.
                kept = [each for each in map(_only_tombstones, kept) if each.writes]
            write_queue(self._file, kept, repository)

    def _commit(self, repository: Repository, group: Sequence[Action]) -> None:
        """One commit; that of a conversation has what was said, too."""
        if group and not group[0].waits:
            self.last = commit_actions(self._resources, repository, group)
            return
        with write_lock(self._resources.journal_lock, CLOSING_SECONDS):
            said = self._turns.action(self._resources.folder.defaults)
            actions = [*([said] if said else []), *group]
            if actions:
                self.last = commit_actions(self._resources, repository, actions)
            self._turns.clear()

    @property
    def _turns(self) -> TurnsToCommit:
        return TurnsToCommit(self._file.with_suffix(".turns"), self._resources.folder.root)


def commit_actions(
    resources: Resources, repository: Repository, actions: Sequence[Action], heading: str = ""
) -> Committed:
    """One commit of these; errors as in `vault.history.commit.commit_writes`."""

    def message(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
        return message_of(resources, actions, before, after, heading)

    writes = [write for each in actions for write in each.writes]
    return commit_writes(repository, writes, message, actions[-1].at)


def _is_marked(write: FileWrite) -> bool:
    """Whether it leads from a conflict that git left, or back to it: that belongs to the person's merge."""
    kind = classify(write.path)
    if kind is None:
        return False
    only_whole = kind == "note"
    states = (split_lines(data) for data in (write.before, write.after) if data)
    return any(find_conflicts(lines, only_whole=only_whole).openings for lines in states)


def _only_tombstones(action: Action) -> Action:
    """What an action has added of tombstones: no text is in them, nor in what was there before."""
    found = []
    for each in action.writes:
        known = {line.raw.strip() for line in split_lines(each.before or b"")}
        new = [line.raw.strip() for line in split_lines(each.after or b"") if line.raw.strip() not in known]
        lines = b"".join(line + b"\n" for line in new if is_tombstone_line(line))
        if lines and classify(each.path) == "archive":
            found.append(FileWrite(each.path, b"", lines))
    return replace(action, name=ERASE, writes=tuple(found), reasons={})


def _read(root: Path, path: str) -> bytes | None:
    try:
        return read_file(root, path).data
    except (FileNotFoundError, MemvaultError):
        return None
