"""Deciding for a version of a memory that lost in a merge: it stays history, or counts after all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vault.api.sync_conflicts import lost_versions, memory_files, standing_of
from vault.errors import NothingToResolve
from vault.files.fingerprint import fingerprint_of, read_or_none
from vault.files.memory_file import append_memories, change_memory, move_memory, remove_memory
from vault.files.memory_places import archive_path, facts_path, is_lost_version
from vault.files.removal import remove_file
from vault.format.line_edit import REMOVE
from vault.history.difference import versions
from vault.history.version import lost_line

if TYPE_CHECKING:
    from vault.api.writing import Writing
    from vault.history.conflict_copies import Way
    from vault.history.twins import Place
    from vault.history.version import Version

_WORDS = (
    *("namespace", "type", "content", "key", "scene", "value", "sensitive"),
    *("occurred_at", "valid_from", "valid_until", "expires_at"),
)


def settle_loser(session: Writing, memory_id: str, way: Way) -> tuple[str, ...]:
    """Decide for a kept version.

    Args:
        session: of the vault.
        memory_id: of the version.
        way: `ours` and `auto` leave things as they are: the version becomes ordinary history. `theirs`: what
            it says is what the memory says from now on, and what that said becomes history; where the memory
            is over itself, and for `both`, the version counts as a memory of its own.

    Returns:
        The files that were written.

    Raises:
        NothingToResolve: there is no such version.
        UnparsedFile, ChangedOnDisk, WriteFailed: the version is kept as it was.
    """
    resources = session.resources
    root, defaults = resources.folder.root, resources.folder.defaults
    files = memory_files(root, resources.folder.scan(("facts", "archive")))
    found = lost_versions(files, defaults).get(memory_id)
    if found is None:
        raise NothingToResolve(memory_id)
    path, kept = found
    successors = set(kept.memory.superseded_by)
    standing = next(iter(standing_of(files, successors, resources).values()), None)
    if way in {"auto", "ours"}:
        paths = _moved(session, path, kept, archive_path(session.device, session.now), {})
    elif way == "both" or standing is None or standing.version.rank[1]:
        fields = {"status": "active", "superseded_by": REMOVE, "updated_at": session.now}
        target = facts_path(session.device, session.now)
        if target == path:
            return _changed(session, path, memory_id, fields)
        paths = _moved(session, path, kept, target, fields)
    else:
        paths = _taken_over(session, kept, standing)
    _removed(session, path, memory_id)
    return (*paths, path)


def _removed(session: Writing, path: str, memory_id: str) -> None:
    """The version where it was kept, if it still is there; a file that was made for it goes with it."""
    folder = session.resources.folder
    data = read_or_none(folder.root, path)
    if data is None:
        return
    session.touch(path)
    if is_lost_version(path):
        remove_file(folder.root, path, expected=fingerprint_of(data), lock=session.lock)
    elif memory_id in versions(data, path=path, defaults=folder.defaults):
        remove_memory(folder.root, path, memory_id, lock=session.lock, defaults=folder.defaults)


def _changed(session: Writing, path: str, memory_id: str, changes: Mapping[str, object]) -> tuple[str, ...]:
    folder = session.resources.folder
    session.touch(path)
    change_memory(folder.root, path, memory_id, changes, lock=session.lock, defaults=folder.defaults)
    return (path,)


def _moved(
    session: Writing, path: str, kept: Version, target: str, changes: Mapping[str, object]
) -> tuple[str, ...]:
    folder = session.resources.folder
    session.touch(path)
    session.touch(target)
    move_memory(
        folder.root,
        path,
        target,
        kept.memory.id,
        lock=session.lock,
        defaults=folder.defaults,
        changes=changes,
    )
    return (target,)


def _taken_over(session: Writing, kept: Version, standing: Place) -> tuple[str, ...]:
    """What the memory said is history before it says something else."""
    folder = session.resources.folder
    history = archive_path(session.device, session.now)
    former_id, line = lost_line(standing.version)
    (former,) = versions(line, path=history, defaults=folder.defaults).values()
    present = read_or_none(folder.root, history) or b""
    session.touch(history)
    session.touch(standing.path)
    if former_id not in versions(present, path=history, defaults=folder.defaults):
        append_memories(folder.root, history, [former.memory], lock=session.lock, defaults=folder.defaults)
    words = {key: kept.written.get(key, REMOVE) for key in _WORDS}
    change_memory(
        folder.root,
        standing.path,
        standing.version.memory.id,
        {**words, "updated_at": session.now},
        lock=session.lock,
        defaults=folder.defaults,
        line=standing.line,
        seen=standing.version.raw,
    )
    return (history, standing.path)
