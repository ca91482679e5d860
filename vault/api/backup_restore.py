"""Restoring a backup: into an empty folder as it was, or into a vault what that has lost.

Into a vault comes what is not there any more; and of a memory that is there, what the backup says of it, if
that was written later: then the two are merged as those of two devices. All else stays as it is: the vault is
the younger one, and has seen the changes that are in a backup of it. What is forgotten or erased stays so.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.backup import opened_backup
from vault.api.sync_conflicts import memory_files
from vault.api.writing import LOCK_SECONDS, Writing, writing
from vault.errors import BackupFailed, MemvaultError, NotMerged
from vault.files.append import append_lines
from vault.files.atomic_write import write_new
from vault.files.fingerprint import locate, read_file
from vault.files.layout import Kind, classify, ignored
from vault.files.lock import WriteLock, write_lock
from vault.format.memory_line import parse_memories
from vault.format.turn_line import parse_turns
from vault.history.backup_file import manifest_of, read_backup, unpack
from vault.history.conflict_copies import take_in
from vault.history.encryption import Keys
from vault.history.making import make_edits
from vault.history.merged import CannotMerge
from vault.history.record_changes import Standing, differing_fields
from vault.model.identifier import permanent_id
from vault.model.memory import Memory
from vault.model.tombstone import is_tombstone
from vault.model.turn import Turn, place_digest, turn_digest

if TYPE_CHECKING:
    from vault.api.resources import Resources

_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored into an empty folder."""

    root: Path
    files: int
    at: str


@dataclass(slots=True)
class MergedBackup:
    """What a backup gave to a vault.

    Attributes:
        at: when the backup was made.
        memories: ids that were brought back.
        merged: ids of which the backup has a later version, which counts now.
        turns: how many.
        files: notes and other files that were brought back.
        kept: ids, and paths of notes, that say something else now than in the backup, and stay.
        failed: files that could not be written, and why.
    """

    at: str
    memories: list[str] = field(default_factory=list)
    merged: list[str] = field(default_factory=list)
    turns: int = 0
    files: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    failed: list[tuple[str, MemvaultError]] = field(default_factory=list)


def restore_backup(backup: Path, target: Path, *, keys: Keys | None = None) -> Restored:
    """Write the vault of a backup into a folder that is empty, or not there yet.

    Raises:
        BackupFailed: the folder is not empty, the backup is not whole, or the keys do not fit.
    """
    target = target.expanduser().absolute()
    with opened_backup(backup, keys or Keys()) as plain:
        manifest = unpack(plain, target)
    return Restored(target, len(manifest.files), manifest.at)


def merge_backup(
    resources: Resources, backup: Path, *, keys: Keys | None = None, now: datetime
) -> MergedBackup:
    """Bring back into a vault what a backup of it holds and the vault does not hold any more.

    Args:
        resources: of the open vault.
        backup: of the same vault.
        keys: to decrypt it.
        now: aware.

    Raises:
        BackupFailed: it is not whole, or of another vault; nothing was done.
        LockTimeout: another process kept writing.
    """
    with opened_backup(backup, keys or Keys()) as plain:
        manifest = manifest_of(plain)
        if manifest.vault_id != resources.folder.settings.id:
            raise BackupFailed(
                backup,
                f"it is of the vault {manifest.vault_id}, not of this one; nothing was done",
                "restore it into a folder of its own",
            )
        files = dict(read_backup(plain))
    with writing(resources, now, action="backup restore") as session, _locks(resources, session) as locks:
        work = _Merging(session, locks, MergedBackup(manifest.at))
        for path, data in sorted(files.items()):
            work.file(path, data)
        work.merge_later_ones()
    return work.result


@contextlib.contextmanager
def _locks(resources: Resources, session: Writing) -> Iterator[Mapping[Kind, WriteLock]]:
    with (
        write_lock(resources.journal_lock, LOCK_SECONDS) as journal,
        write_lock(resources.usage_lock, LOCK_SECONDS) as usage,
    ):
        yield {"turns": journal, "usage": usage, "memories": session.lock, "archive": session.lock}


class _Merging:
    """Takes in the files of a backup, one after the other."""

    def __init__(self, session: Writing, locks: Mapping[Kind, WriteLock], result: MergedBackup) -> None:
        self._session = session
        self._folder = session.resources.folder
        self._locks = locks
        self.result = result
        self._memories: dict[str, Standing] = {}
        self._later: dict[str, list[bytes]] = {}
        self._turns: set[bytes] = set()
        for path, kind, data in self._present():
            if kind == "turns":
                self._know_turns(path, data)
            elif kind in ("memories", "archive"):
                self._know_memories(path, data)

    def file(self, path: str, data: bytes) -> None:
        """Bring back what of it is not there; a file that cannot be written does not stop the others."""
        try:
            self._file(path, data)
        except MemvaultError as error:
            self.result.failed.append((path, error))

    def _file(self, path: str, data: bytes) -> None:
        kind = classify(path, self._folder.settings.note_folders)
        if ignored(path) and "/" in path:
            return
        if kind in ("memories", "archive"):
            self._take_memories(path, data)
        elif kind == "turns":
            self._take_turns(path, data)
        elif kind != "settings":
            self._take_file(path, data)

    def _present(self) -> Iterator[tuple[str, Kind, bytes]]:
        for path, seen in self._folder.scan().files.items():
            with contextlib.suppress(FileNotFoundError, MemvaultError):
                yield path, seen.kind, read_file(self._folder.root, path).data

    def _know_memories(self, path: str, data: bytes) -> None:
        for each in parse_memories(data, path=path, defaults=self._folder.defaults).memories:
            standing = Standing(each.memory, path, classify(path) == "archive")
            known = self._memories.setdefault(permanent_id(each.memory.id), standing)
            if _counts_more(standing, known):
                self._memories[permanent_id(each.memory.id)] = standing

    def _know_turns(self, path: str, data: bytes) -> None:
        for each in parse_turns(data, path=path, defaults=self._folder.defaults).turns:
            self._turns.add(turn_digest(each.turn))

    def _take_memories(self, path: str, data: bytes) -> None:
        new: list[bytes] = []
        ids: list[str] = []
        archived = classify(path) == "archive"
        for each in parse_memories(data, path=path, defaults=self._folder.defaults).memories:
            key, standing = permanent_id(each.memory.id), Standing(each.memory, path, archived)
            known = self._memories.get(key)
            if known is None:
                new.append(each.raw.raw.rstrip(b"\r\n"))
                ids.append(each.memory.id)
                self._memories[key] = standing
            elif is_tombstone(known.memory):
                continue
            elif not known.over and _when(each.memory) > _when(known.memory):
                self._later.setdefault(path, []).append(each.raw.raw.rstrip(b"\r\n") + b"\n")
                self.result.merged.append(each.memory.id)
            elif differing_fields(known.memory, each.memory) or known.over != standing.over:
                self.result.kept.append(each.memory.id)
        if self._append(path, new):
            self.result.memories += ids

    def merge_later_ones(self) -> None:
        """Memories of which the backup has a later version: merged with what is there, wherever it stands."""
        for path, lines in self._later.items():
            files = memory_files(self._folder.root, self._folder.scan(("facts", "archive")))
            kind: Kind = "archive" if classify(path) == "archive" else "memories"
            try:
                planned = take_in(path, kind, b"".join(lines), files, defaults=self._folder.defaults)
                for each in make_edits(self._folder.root, planned.edits, lock=self._session.lock):
                    self._session.touch(each)
            except CannotMerge as fault:
                self.result.failed.append((path, NotMerged(path, fault.reason)))
            except MemvaultError as error:
                self.result.failed.append((path, error))

    def _take_turns(self, path: str, data: bytes) -> None:
        file = parse_turns(data, path=path, defaults=self._folder.defaults)
        new = []
        for each in file.turns:
            known = not self._turns.isdisjoint((turn_digest(each.turn), place_digest(each.turn)))
            if not known and not self._is_over(each.turn):
                new.append(file.lines[each.line - 1].raw.rstrip(b"\r\n"))
                self._turns.add(turn_digest(each.turn))
        if self._append(path, new):
            self.result.turns += len(new)

    def _is_over(self, turn: Turn) -> bool:
        """Whether conversations so old are not kept in this vault."""
        days = self._session.resources.settings.lifecycle.journal_retention_days
        return bool(days and turn.at and turn.at < self._session.now - timedelta(days=days))

    def _take_file(self, path: str, data: bytes) -> None:
        place = locate(self._folder.root, path)
        if place.exists():
            if classify(path, self._folder.settings.note_folders) == "note" and place.read_bytes() != data:
                self.result.kept.append(path)
            return
        self._session.touch(path)
        if write_new(place, data):
            self.result.files.append(path)

    def _append(self, path: str, lines: list[bytes]) -> bool:
        if not lines:
            return False
        kind = classify(path)
        self._session.touch(path)
        lock = self._locks[kind] if kind else self._session.lock
        append_lines(locate(self._folder.root, path), lines, lock=lock)
        return True


def _when(memory: Memory) -> datetime:
    return memory.updated_at or memory.created_at or _LONG_AGO


def _counts_more(standing: Standing, known: Standing) -> bool:
    """Of a memory that stands twice: what is over first, then the later one."""
    pair = (standing, known)
    one, other = ((is_tombstone(each.memory), each.over, _when(each.memory)) for each in pair)
    return one > other
