"""Settling what devices left that changed the same: see `vault.api.sync_conflicts` for what there is.

All is first planned as values, then made file by file, so that a run that is cut short can be repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from vault.api.git_words import told_text
from vault.api.losers import settle_loser
from vault.api.marked_files import read_marked
from vault.api.sync_conflicts import lost_versions, memory_files, read_copies
from vault.api.writing import Writing, writing
from vault.errors import CannotUndo, ChangedOnDisk, NothingToResolve, NotMerged
from vault.files.fingerprint import read_or_none
from vault.files.memory_places import CONFLICTS
from vault.history.conflict_copies import ConflictCopy, Resolution, Way, resolve_copy, resolve_twins
from vault.history.making import make_edits
from vault.history.marked_files import MarkedFile, resolve_marked
from vault.history.merged import CannotMerge
from vault.history.twins import find_twins
from vault.history.undo_file import Undo, parse_undo, plan_undo

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.format.defaults import Defaults
    from vault.history.file_edit import Hunk

_TRIES = 3


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of one conflict.

    Attributes:
        name: path of the copy, or id of the memory.
        way: how it was settled.
        paths: files that were written or taken away.
        lost: what versions say that were kept and do not count any more; what is sensitive is covered.
        side_by_side: sections of a note that stand in it in several versions now.
        unmerged: git still waits for the file to be added.
        undoable: it can be taken back by this name.
        obstacle: why it was left as it was; empty when it was settled.
    """

    name: str
    way: Way
    paths: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    side_by_side: int = 0
    unmerged: bool = False
    undoable: bool = False
    obstacle: str = ""


def resolve(
    resources: Resources, names: Sequence[str], way: Way, *, now: datetime, only_safe: bool = False
) -> tuple[Resolved, ...]:
    """Settle conflict copies, files in which git left markers, memories that stand twice, versions that lost.

    Args:
        resources: of the open vault.
        names: paths of copies or of files with markers, or ids; none: all copies and files, and with `auto`
            all memories that stand twice.
        way: how; see `vault.history.conflict_copies.Way`.
        now: aware.
        only_safe: leave alone what cannot be merged without that something loses, and what git waits for.

    Raises:
        NothingToResolve: a name is none of a conflict; nothing was done.
        NotMerged: one that was named cannot be merged; those before it are settled.
        LockTimeout, ChangedOnDisk, WriteFailed: likewise.
    """
    with writing(resources, now, action="resolve") as session:
        settle = _Settling(session, way, only_safe=only_safe)
        if not names:
            return tuple(settle.all())
        plan = [settle.one(each) for each in names]
        return tuple(each() for each in plan)


def undo(resources: Resources, name: str, *, now: datetime) -> tuple[str, ...]:
    """Take the resolution of a conflict copy back; what was done to other lines since stays.

    Args:
        resources: of the open vault.
        name: path of the copy as it was, or of the file that says how to take it back.
        now: aware.

    Returns:
        The files that were written or taken away.

    Raises:
        CannotUndo: there is nothing to take back, or the same lines were changed since; nothing was changed.
    """
    with writing(resources, now, action="resolve") as session:
        paths, undone = _find_undo(resources, name)
        root = resources.folder.root
        wanted = (undone.copy, undone.kept, *paths, *undone.made)
        read = {each: read_or_none(root, each) for each in wanted}
        try:
            edits = plan_undo(undone, {each: data for each, data in read.items() if data is not None}, paths)
        except CannotMerge as fault:
            raise CannotUndo(undone.copy, fault.reason) from fault
        return tuple(_made(session, Resolution(edits)))


@dataclass(slots=True)
class _Settling:
    """One run of `resolve`."""

    session: Writing
    way: Way
    only_safe: bool

    def all(self) -> Iterator[Resolved]:
        for copy in self._copies():
            yield self._or_obstacle(copy.path, partial(self._copy, copy))
        for marked in () if self.only_safe else self._marked_files():
            yield self._or_obstacle(marked.path, partial(self._marked, marked))
        if self.way == "auto":
            for memory_id in sorted(find_twins(self._files(), defaults=self._defaults)):
                resolved = self._twin(memory_id)
                if resolved.paths:
                    yield resolved

    def _or_obstacle(self, name: str, settle: Callable[[], Resolved]) -> Resolved:
        try:
            return settle()
        except NotMerged as fault:
            return Resolved(name, self.way, obstacle=fault.reason)

    def one(self, name: str) -> Callable[[], Resolved]:
        """What settles one conflict, when called."""
        copy = next((each for each in self._copies() if each.path == name), None)
        if copy is not None:
            return lambda: self._copy(copy)
        marked = next((each for each in self._marked_files() if each.path == name), None)
        if marked is not None:
            return lambda: self._marked(marked)
        if name in lost_versions(self._files(), self._defaults):
            return lambda: Resolved(name, self.way, settle_loser(self.session, name, self.way))
        if find_twins(self._files(), defaults=self._defaults, ids={name}):
            return lambda: self._twin(name)
        raise NothingToResolve(name)

    @property
    def _defaults(self) -> Defaults:
        return self.session.resources.folder.defaults

    def _copies(self) -> list[ConflictCopy]:
        return read_copies(self.session.resources, self.session.resources.folder.scan())

    def _marked_files(self) -> list[MarkedFile]:
        return read_marked(self.session.resources, self.session.resources.folder.scan())

    def _files(self) -> dict[str, bytes]:
        folder = self.session.resources.folder
        return memory_files(folder.root, folder.scan(("facts", "archive")))

    def _copy(self, copy: ConflictCopy) -> Resolved:
        for _ in range(_TRIES):
            try:
                planned = resolve_copy(copy, self._files(), self.way, defaults=self._defaults)
                if self.only_safe and not planned.safe:
                    return Resolved(copy.path, self.way, obstacle="it needs a decision")
                paths = tuple(_made(self.session, planned))
            except CannotMerge as fault:
                raise NotMerged(copy.path, fault.reason) from fault
            except ChangedOnDisk:
                again = next((each for each in self._copies() if each.path == copy.path), None)
                if again is None:
                    return Resolved(copy.path, self.way, obstacle="it is gone")
                copy = again
                continue
            undoable = any(path.endswith(".undo") for path in paths)
            lost = tuple(told_text(each.memory) for each in planned.lost)
            return Resolved(copy.path, self.way, paths, lost, planned.side_by_side, undoable=undoable)
        raise ChangedOnDisk(self.session.resources.folder.root / copy.of)

    def _marked(self, marked: MarkedFile) -> Resolved:
        try:
            planned = resolve_marked(marked, self.way, defaults=self._defaults)
        except CannotMerge as fault:
            raise NotMerged(marked.path, fault.reason) from fault
        paths = tuple(_made(self.session, planned))
        lost = tuple(told_text(each.memory) for each in planned.lost)
        unmerged = marked.stages is not None
        return Resolved(marked.path, self.way, paths, lost, planned.side_by_side, unmerged, undoable=True)

    def _twin(self, memory_id: str) -> Resolved:
        planned = resolve_twins(self._files(), defaults=self._defaults, ids=[memory_id])
        if self.only_safe and not planned.safe:
            return Resolved(memory_id, self.way, obstacle="it needs a decision")
        paths = tuple(_made(self.session, planned))
        return Resolved(memory_id, self.way, paths, tuple(told_text(each.memory) for each in planned.lost))


def _made(session: Writing, planned: Resolution) -> Iterator[str]:
    for path in make_edits(session.resources.folder.root, planned.edits, lock=session.lock):
        session.touch(path)
        yield path


def _find_undo(resources: Resources, name: str) -> tuple[tuple[str, ...], Undo]:
    """The latest resolution. One that was cut short and repeated left several files; the fullest says all."""
    folder = resources.folder
    found: dict[str, Undo] = {}
    for file in sorted((folder.root / CONFLICTS).glob("*.undo")):
        path = f"{CONFLICTS}/{file.name}"
        undone = _read_undo(read_or_none(folder.root, path) or b"", folder.settings.note_folders)
        if undone is not None and name in {path, undone.copy, undone.kept}:
            found[path] = undone
    if not found:
        raise CannotUndo(name, "no resolution of it is kept")
    newest = max(sorted(found), key=lambda path: (folder.root / path).stat().st_mtime_ns)
    same = [path for path, each in found.items() if each.kept == found[newest].kept]
    fullest = max(sorted(same), key=lambda path: sum(map(_weight, found[path].made.values())))
    return (fullest, *(path for path in same if path != fullest)), found[fullest]


def _weight(made: tuple[Hunk, ...] | None) -> int:
    return 1 + len(made or ())


def _read_undo(data: bytes, note_folders: Sequence[str]) -> Undo | None:
    try:
        return parse_undo(data, note_folders=note_folders)
    except CannotMerge:
        return None
