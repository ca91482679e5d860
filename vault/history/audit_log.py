"""What commits tell of memories: who learned, changed or forgot what, when, and from which conversation.

Read from git's history of the vault's files; nothing is written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce

from vault.errors import UnknownCommit
from vault.files.layout import NOTE_FOLDERS, is_decodable
from vault.format.defaults import Defaults
from vault.history.git import Repository
from vault.history.record_changes import Changes, RecordChange, changes_between
from vault.model.identifier import permanent_id

_FORMAT = "%H%x1f%P%x1f%aI%x1f%an%x1f%ae%x1f%B"
_TRAILER = re.compile(r"^(Memvault-[A-Z][a-z]+): ?(.*)$", re.MULTILINE)
_MOST_NAMES = 20
"""Of one line without an id, each time it was reworded by hand."""
_RAW_PARTS = 2


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit.

    Attributes:
        id: full.
        parents: likewise; the first one is that onto which it was made.
        at: when it was written, aware.
        author: name.
        email: of the author.
        message: whole.
        trailers: what the program says of a commit of its own: `Memvault-Session` and the like.
    """

    id: str
    parents: tuple[str, ...]
    at: datetime
    author: str
    email: str
    message: str
    trailers: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def subject(self) -> str:
        """The first line of the message."""
        return self.message.strip().partition("\n")[0]


@dataclass(frozen=True, slots=True)
class Told:
    """What a commit did to memories and notes. None as the commit: what is not committed yet."""

    commit: Commit | None
    changes: Changes


@dataclass(frozen=True, slots=True)
class AuditLog:
    """The history of one vault.

    Attributes:
        repository: that it is in.
        defaults: of the vault.
        note_folders: likewise.
    """

    repository: Repository
    defaults: Defaults
    note_folders: Sequence[str] = NOTE_FOLDERS

    def latest(self, *, limit: int, since: datetime | None = None) -> Iterator[Told]:
        """Commits that did something to the vault, newest first.

        Args:
            limit: how many at most.
            since: only from then on.
        """
        options = [f"--since={since.isoformat()}"] if since else []
        commits = self._commits(*options, f"--max-count={limit}", "--full-history", "--", ".")
        return self._told(commits)

    def commit(self, name: str) -> Told:
        """What one commit did.

        Raises:
            UnknownCommit: there is none of this name.
        """
        known = self.repository.commit_id(name)
        if not known:
            raise UnknownCommit(name)
        return next(self._told(self._commits("--max-count=1", known)))

    def at(self, when: datetime) -> str:
        """The commit that was checked out at `when`, as far as is known; empty when there was none yet."""
        if not self.repository.head():
            return ""
        arguments = ("rev-list", "--max-count=1", "--first-parent", f"--before={when.isoformat()}", "HEAD")
        return self.repository.git.text(*arguments)

    def since(self, commit: str) -> Changes:
        """What is different in the files as they are now; a commit that is empty: from nothing."""
        before, after = self.files_since(commit)
        return self._changes(before, after)

    def files_since(self, commit: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
        """Files that are different now, as they were in a commit and as they are."""
        git = self.repository.git
        entries = self.repository.files(commit)
        if commit:
            named = git.run("diff", "--name-only", "--no-ext-diff", "-z", "--relative", commit, "--", ".")
            paths = set(_paths(named))
        else:
            paths = set(_paths(git.run("ls-files", "-z")))
        paths |= set(_paths(git.run("ls-files", "--others", "--exclude-standard", "-z")))
        before = self.repository.contents({path: entries[path] for path in paths if path in entries})
        return before, dict(_on_disk(self.repository, paths))

    def life(self, memory_id: str, content: str = "") -> list[tuple[Told, RecordChange]]:
        """What happened to one memory, oldest first, whichever files it was in.

        Args:
            memory_id: its id now; a provisional one is followed to what the line said before.
            content: of the memory; needed where its line has no id.
        """
        seen: dict[str, list[tuple[Told, RecordChange]]] = {}
        ahead: list[tuple[str, tuple[str, ...]]] = [(memory_id, _needles(memory_id, content))]
        while ahead and len(seen) < _MOST_NAMES:
            each, needles = ahead.pop()
            if permanent_id(each) in seen:
                continue
            found = seen[permanent_id(each)] = list(self._events(each, needles))
            for _, change in found:
                earlier = change.before.memory if change.before else None
                if earlier is not None and earlier.provisional:
                    ahead.append((earlier.id, _needles(earlier.id, earlier.content)))
        events = {
            (event.commit.id if event.commit else "", change.what, change.id): (event, change)
            for found in seen.values()
            for event, change in found
        }
        return sorted(events.values(), key=self._age(), reverse=True)

    def _age(self) -> Callable[[tuple[Told, RecordChange]], int]:
        """By the order of commits: the clock of one device may be wrong."""
        listed = (
            self.repository.git.text("rev-list", "--topo-order", "HEAD") if self.repository.head() else ""
        )
        order = {commit: place for place, commit in enumerate(listed.split(), start=1)}
        return lambda event: order.get(event[0].commit.id, 0) if event[0].commit else 0

    def _events(self, memory_id: str, needles: tuple[str, ...]) -> Iterator[tuple[Told, RecordChange]]:
        pattern = "|".join(map(_extended, needles))
        commits = self._commits(
            "--full-history", "-m", "--extended-regexp", f"-G{pattern}", "HEAD", "--", "."
        )
        uncommitted = Told(None, self.since(self.repository.head()))
        for told in (*self._told(dict.fromkeys(commits)), uncommitted):
            for change in told.changes.records:
                names = {change.id, *(each.memory.id for each in (change.before, change.after) if each)}
                if permanent_id(memory_id) in map(permanent_id, names):
                    yield told, change

    def _commits(self, *arguments: str) -> list[Commit]:
        if not self.repository.head():
            return []
        listed = self.repository.git.run("log", "-z", "--no-patch", f"--format={_FORMAT}", *arguments)
        return [_commit(each) for each in listed.decode("utf-8", "replace").split("\0") if each.strip()]

    def _told(self, commits: Iterable[Commit]) -> Iterator[Told]:
        for commit in commits:
            yield Told(commit, self._changes_of(commit))

    def _changes_of(self, commit: Commit) -> Changes:
        """Against its parent; a merge only tells what is as in none of its parents."""
        each = [self._changes(*self._files_of(parent, commit.id)) for parent in commit.parents or ("",)]
        return reduce(_in_both, each)

    def _files_of(self, parent: str, commit: str) -> tuple[dict[str, bytes], dict[str, bytes]]:
        trees = (parent, commit) if parent else ("--root", commit)
        raw = self.repository.git.run(
            "diff-tree", "-r", "-z", "--no-commit-id", "--no-renames", "--relative", *trees
        )
        parts = raw.decode("utf-8", "surrogateescape").split("\0")[:-1]
        pairs = zip(parts[::_RAW_PARTS], parts[1::_RAW_PARTS], strict=True)
        facts = {path: line.removeprefix(":").split() for line, path in pairs}
        blobs = self.repository.blobs(
            blob for old, new, was, now, _ in facts.values() for mode, blob in ((old, was), (new, now))
            if mode.startswith("100")
        )  # fmt: skip
        before = {path: blobs[fact[2]] for path, fact in facts.items() if fact[2] in blobs}
        after = {path: blobs[fact[3]] for path, fact in facts.items() if fact[3] in blobs}
        return before, after

    def _changes(self, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> Changes:
        return changes_between(before, after, defaults=self.defaults, note_folders=self.note_folders)


def _in_both(one: Changes, other: Changes) -> Changes:
    ids = {each.id for each in other.records}
    notes = {each.path for each in other.notes}
    return Changes(
        tuple(each for each in one.records if each.id in ids),
        tuple(each for each in one.notes if each.path in notes),
        0,
        one.settings and other.settings,
    )


def _on_disk(repository: Repository, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for path in sorted(paths):
        place = repository.root / path
        if is_decodable(path) and place.is_file() and not place.is_symlink():
            yield path, place.read_bytes()


def _needles(memory_id: str, content: str) -> tuple[str, ...]:
    """Texts that stand in a line that is about the memory."""
    if not memory_id.startswith("prov_"):
        return (memory_id,)
    plain = json.dumps(content, ensure_ascii=False)[1:-1]
    return (permanent_id(memory_id), plain)


def _extended(text: str) -> str:
    """Text as an extended regular expression of git."""
    return re.sub(r"([][\\.^$*+?{}()|])", r"\\\1", text)


def _paths(listed: bytes) -> list[str]:
    return listed.decode("utf-8", "surrogateescape").split("\0")[:-1]


def _commit(text: str) -> Commit:
    commit, parents, at, author, email, message = text.strip("\n").split("\x1f", 5)
    trailers = dict(_TRAILER.findall(message))
    return Commit(commit, tuple(parents.split()), _instant(at), author, email, message.rstrip("\n"), trailers)


def _instant(text: str) -> datetime:
    """`2026-11-30T12:00:00Z` too, which Python 3.10 does not read."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
