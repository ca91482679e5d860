"""Changing a Markdown note one section at a time; every other byte stays as it was.

Works on disk what `vault.files.section_edit` works out: under the lock, guarded by the fingerprint, and
over again when another program was faster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from vault.errors import ChangedOnDisk
from vault.files.atomic_write import rewrite_file
from vault.files.fingerprint import Fingerprint, locate, read_file
from vault.files.lock import WriteLock
from vault.files.section_edit import (
    find_section,
    tree_stop,
    usable_note,
    with_new_section,
    with_text,
    with_tree,
    without_tree,
)
from vault.model.note import Note


def change_section(
    root: Path,
    path: str,
    headings: Sequence[str],
    text: str,
    *,
    lock: WriteLock,
    line: int | None = None,
    seen: str | None = None,
) -> Fingerprint:
    """Replaces the text below one heading.

    Args:
        root: of the vault.
        path: of the note, relative to it.
        headings: path of headings to the section, outermost first; empty: the text before the first.
        text: new text, without the heading.
        lock: held.
        line: tells sections with the same headings apart.
        seen: the section's text that the caller decided upon; another one now: `ChangedOnDisk`.

    Returns:
        The file's new fingerprint.

    Raises:
        UnknownSection: no such section, or several.
        EditRefused: another section would be read differently afterwards.
        UnparsedFile: the note is not understood as a whole.
        ChangedOnDisk, WriteFailed: nothing was written.
    """

    def edit(data: bytes, note: Note) -> bytes:
        return with_text(data, note, _found(note, headings, line, seen), text)

    return _rewrite(root, path, edit, lock=lock)


def append_section(
    root: Path, path: str, heading: str, text: str, *, lock: WriteLock, level: int = 2
) -> Fingerprint:
    """Adds a section at the end of a note; the note must exist. Errors as in `change_section`."""

    def edit(data: bytes, note: Note) -> bytes:
        return with_new_section(data, note, heading, text, level=level)

    return _rewrite(root, path, edit, lock=lock)


def remove_section(
    root: Path,
    path: str,
    headings: Sequence[str],
    *,
    lock: WriteLock,
    line: int | None = None,
    seen: str | None = None,
) -> Fingerprint:
    """Takes out a section with the deeper ones below it. Arguments and errors as in `change_section`."""

    def edit(data: bytes, note: Note) -> bytes:
        return without_tree(data, note, _found(note, headings, line, seen))

    return _rewrite(root, path, edit, lock=lock)


def move_section(
    root: Path,
    source: str,
    headings: Sequence[str],
    target: str,
    *,
    lock: WriteLock,
    before: Sequence[str] | None = None,
    line: int | None = None,
) -> Fingerprint:
    """Moves a section with the deeper ones below it, within its note or to another one.

    To another note it is added first and removed from its own afterwards: a crash between the two
    leaves it in both, never in none. Errors as in `change_section`.

    Args:
        root: of the vault.
        source: the note it is in.
        headings: path of headings to it.
        target: the note it goes to.
        lock: held.
        before: headings of the section of `target` in front of which it goes; None: to the end.
        line: tells sections with the same headings apart.

    Returns:
        The new fingerprint of `target`.
    """
    if locate(root, source) == locate(root, target):

        def move(data: bytes, note: Note) -> bytes:
            return _moved_within(data, note, headings, line, before)

        return _rewrite(root, source, move, lock=lock)
    data = read_file(root, source).data
    note = usable_note(data, source)
    index = find_section(note, headings, line)
    tree = _tree(data, note, index)
    without_tree(data, note, index)  # refused here, it must not be added there

    def put(data: bytes, note: Note) -> bytes:
        return with_tree(data, note, tree, None if before is None else find_section(note, before))

    def take(data: bytes, note: Note) -> bytes:
        index = find_section(note, headings, line)
        if _tree(data, note, index) != tree:
            raise ChangedOnDisk(Path(source))
        return without_tree(data, note, index)

    written = _rewrite(root, target, put, lock=lock)
    _rewrite(root, source, take, lock=lock)
    return written


def _moved_within(
    data: bytes, note: Note, headings: Sequence[str], line: int | None, before: Sequence[str] | None
) -> bytes:
    index = find_section(note, headings, line)
    tree = _tree(data, note, index)
    rest = without_tree(data, note, index)
    remaining = usable_note(rest, note.path)
    return with_tree(rest, remaining, tree, None if before is None else find_section(remaining, before))


def _tree(data: bytes, note: Note, index: int) -> bytes:
    return data[note.sections[index].start : note.sections[tree_stop(note, index) - 1].end]


def _found(note: Note, headings: Sequence[str], line: int | None, seen: str | None) -> int:
    index = find_section(note, headings, line)
    if seen is not None and note.sections[index].text != seen:
        raise ChangedOnDisk(Path(note.path))
    return index


def _rewrite(root: Path, path: str, edit: Callable[[bytes, Note], bytes], *, lock: WriteLock) -> Fingerprint:
    return rewrite_file(root, path, lambda data: edit(data, usable_note(data, path)), lock=lock)
