"""The file that says how to take the resolution of a conflict copy back. Pure.

JSON: the paths of the copy, of the file, and of the copy as it is kept; and of each file that was changed the
lines that were put in place of others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vault.files.conflict_copy import conflict_copy_of
from vault.files.layout import NOTE_FOLDERS, classify, ignored_name
from vault.files.memory_places import CONFLICTS, KEPT_SUFFIXES
from vault.history.file_edit import FileEdit, Hunk, hunks, taken_back
from vault.history.merged import CannotMerge


@dataclass(frozen=True, slots=True)
class UndoFile:
    """A resolution that was planned.

    Attributes:
        copy: path of the conflict copy; that of the file itself where git left a conflict in it.
        of: of the file that it is a copy of.
        way: in which it was resolved.
        kept: path under which the copy is kept.
        edits: of other files.
    """

    copy: str
    of: str
    way: str
    kept: str
    edits: tuple[FileEdit, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """What is to be taken back.

    Attributes:
        copy: path of the conflict copy.
        of: of the file that it is a copy of.
        kept: path under which the copy is kept.
        made: by path, the lines of files that were changed; None: the file was made.
    """

    copy: str
    of: str
    kept: str
    made: Mapping[str, tuple[Hunk, ...] | None]


def format_undo(undo: UndoFile) -> bytes:
    """The bytes of the file, the same on every device that resolves the same."""
    made = [
        {"path": edit.path, "hunks": None if edit.before is None else _hunks(edit)} for edit in undo.edits
    ]
    document = {"copy": undo.copy, "of": undo.of, "way": undo.way, "kept": undo.kept, "made": made}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "surrogateescape")


def _hunks(edit: FileEdit) -> list[dict[str, object]]:
    return [
        {"at": hunk.at, "before": _texts(hunk.before), "after": _texts(hunk.after)}
        for hunk in hunks(edit.before or b"", edit.after or b"")
    ]


def _texts(lines: Sequence[bytes]) -> list[str]:
    return [line.decode("utf-8", "surrogateescape") for line in lines]


def parse_undo(data: bytes, *, note_folders: Sequence[str] = NOTE_FOLDERS) -> Undo:
    """Read such a file.

    Args:
        data: its bytes.
        note_folders: of the vault.

    Raises:
        CannotMerge: it is none, or names a path that is no file of a vault.
    """
    try:
        document = json.loads(data.decode("utf-8", "surrogateescape"))
        made = {str(each["path"]): _read_hunks(each["hunks"]) for each in document["made"]}
        undo = Undo(str(document["copy"]), str(document["of"]), str(document["kept"]), made)
    except (ValueError, KeyError, TypeError):
        raise CannotMerge("it does not say how to take a resolution back") from None
    _require_own_paths(undo, note_folders)
    return undo


def _read_hunks(found: Sequence[Mapping[str, Any]] | None) -> tuple[Hunk, ...] | None:
    if found is None:
        return None
    return tuple(Hunk(int(each["at"]), _lines(each["before"]), _lines(each["after"])) for each in found)


def _lines(texts: Sequence[str]) -> tuple[bytes, ...]:
    return tuple(text.encode("utf-8", "surrogateescape") for text in texts)


def plan_undo(undo: Undo, files: Mapping[str, bytes], said_in: Sequence[str]) -> tuple[FileEdit, ...]:
    """The edits that take a resolution back, in an order in which nothing is lost if it is cut short.

    What was done to other lines since stays.

    Args:
        undo: what was done.
        files: bytes of the files that it names, by path, as far as they exist.
        said_in: the files that say so; they go last.

    Raises:
        CannotMerge: lines of the resolution were changed since, or there is a file where the copy was.
    """
    back = _copy_back(undo, files)
    changed: list[FileEdit] = []
    removed: list[FileEdit] = []
    for path, made in undo.made.items():
        present = files.get(path)
        if made is None:
            if present is not None:
                removed.append(FileEdit(path, present, None))
            continue
        before = taken_back(present or b"", made)
        if before is None and _is_undone(present or b"", made):
            continue
        if before is None:
            raise CannotMerge(f"{path} was changed there since")
        changed.append(FileEdit(path, present, before))
    last = [FileEdit(path, files[path], None) for path in (undo.kept, *said_in) if path in files]
    return (*back, *changed, *removed, *last)


def _copy_back(undo: Undo, files: Mapping[str, bytes]) -> tuple[FileEdit, ...]:
    """A conflict copy where it was; nothing for a file in which git left a conflict: its lines come back."""
    if undo.copy == undo.of:
        return ()
    kept = files.get(undo.kept, files.get(undo.copy))  # the copy is back: an earlier run was cut short
    if kept is None:
        raise CannotMerge(f"{undo.kept} is gone")
    if files.get(undo.copy, kept) != kept:
        raise CannotMerge(f"there is another {undo.copy} by now")
    return (FileEdit(undo.copy, files.get(undo.copy), kept),)


def _is_undone(data: bytes, made: Sequence[Hunk]) -> bool:
    """Whether an earlier run that was cut short has put the old lines back already."""
    there = all(each.before for each in made)
    return there and taken_back(data, [Hunk(each.at, each.after, each.before) for each in made]) is not None


def _require_own_paths(undo: Undo, note_folders: Sequence[str]) -> None:
    """Vaults are shared: such a file must not be a way to write anything but memories and notes."""
    _, _, name = undo.copy.rpartition("/")
    read = (undo.of, *undo.made)
    good = (
        all(classify(path, note_folders) and not _is_hidden(path) for path in read)
        and undo.copy.rpartition("/")[0] == undo.of.rpartition("/")[0]
        and (undo.copy == undo.of or conflict_copy_of(name, {undo.of.rpartition("/")[2]}) is not None)
        and undo.kept.rpartition("/")[0] == CONFLICTS
        and undo.kept.endswith(KEPT_SUFFIXES)
    )
    if not good:
        raise CannotMerge("it names files that it cannot be about")


def _is_hidden(path: str) -> bool:
    return any(part in {"", "."} or ignored_name(part) for part in path.split("/"))
