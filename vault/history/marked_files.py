"""What becomes of a file in which git left conflict markers: merged as the driver would have done it. Pure.

The file as it was is kept, and what takes the merge back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from vault.files.layout import Kind
from vault.format.defaults import Defaults
from vault.history.conflict_copies import (
    ConflictCopy,
    Resolution,
    Way,
    kept_with_undo,
    path_beside,
    with_living,
)
from vault.history.conflict_sides import Sides, sides_of
from vault.history.file_edit import FileEdit
from vault.history.merge_file import merge_file
from vault.history.merge_records import with_lost
from vault.history.merged import CannotMerge, Merged


@dataclass(frozen=True, slots=True)
class Stages:
    """The three versions that git still knows of a file that it could not merge; empty: there was none."""

    base: bytes
    ours: bytes
    theirs: bytes


@dataclass(frozen=True, slots=True)
class MarkedFile:
    """A file with conflict markers.

    Attributes:
        path: of the file.
        kind: of what is in it.
        data: its bytes, markers included.
        stages: what git knows of it; None: it takes the file for merged.
    """

    path: str
    kind: Kind
    data: bytes
    stages: Stages | None = None

    def sides(self) -> Sides:
        """Its versions; where the markers do not tell them apart, those that git knows.

        Raises:
            CannotMerge: they cannot be told apart.
        """
        try:
            found = sides_of(self.data, only_whole=self.kind == "note")
        except CannotMerge:
            if self.stages is None or not self._is_of_git(self.stages):
                raise
            return Sides((self.stages.ours, self.stages.theirs), self.stages.base or None, whole=True)
        if self.stages is not None and found.whole and len(found.versions) == 2:
            return Sides(found.versions, self.stages.base or found.base, whole=True)
        return found

    def _is_of_git(self, stages: Stages) -> bool:
        """Whether nobody has typed into it since git wrote it."""
        known = {line.rstrip() for each in (stages.ours, stages.theirs, stages.base) for line in _lines(each)}
        return all(line.rstrip() in known or line[:7] in _MARKERS for line in _lines(self.data))


_MARKERS = (b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>")


def resolve_marked(marked: MarkedFile, way: Way, *, defaults: Defaults) -> Resolution:
    """Plan what becomes of a file with conflict markers.

    Args:
        marked: which.
        way: `auto` merges by the rules, with the ancestor where that is known; what loses stays in the file
            as history. `ours` and `theirs` take one side, `both` lets what loses count as well: as memories
            of their own, or as a note beside this one.
        defaults: of the vault.

    Raises:
        CannotMerge: its sides cannot be told apart, or are not understood.
    """
    sides = marked.sides()
    ours, theirs = sides.versions[0], sides.versions[-1]
    beside: tuple[FileEdit, ...] = ()
    merged = Merged(ours if way == "ours" else theirs)
    if way == "both" and marked.kind == "note":
        merged = Merged(ours)
        path = path_beside(ConflictCopy(marked.path, marked.path, marked.kind, theirs, ours))
        beside = (FileEdit(path, None, theirs),) if theirs != ours else ()
    elif way in ("auto", "both"):
        merged = _merged(marked.kind, sides, defaults)
    data = merged.data
    if way == "both":
        data = with_living(data, merged.lost, defaults)
    elif merged.lost:
        data = with_lost(data, merged.lost, defaults=defaults)
    edits = (*beside, FileEdit(marked.path, marked.data, data))
    whole = ConflictCopy(marked.path, marked.path, marked.kind, marked.data, None)
    return Resolution((*kept_with_undo(whole, way, edits), *edits), merged.lost, merged.side_by_side)


def _merged(kind: Kind, sides: Sides, defaults: Defaults) -> Merged:
    """Two sides with their ancestor; more of them one after the other without it."""
    first, *others = sides.versions
    base = sides.base if len(others) == 1 else None

    def add(so_far: Merged, version: bytes) -> Merged:
        found = merge_file(kind, so_far.data, version, base, defaults=defaults)
        return Merged(found.data, (*so_far.lost, *found.lost), found.side_by_side)

    return reduce(add, others, Merged(first))


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines()
