"""Puts back into the work tree what git has taken out of it before it could be committed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from vault.api.commit_message import Action
from vault.errors import ChangedOnDisk
from vault.files.atomic_write import replace_file
from vault.files.fingerprint import fingerprint_of, locate, read_or_none
from vault.files.lock import WriteLock
from vault.files.removal import remove_file
from vault.format.decode import split_lines
from vault.history.git import Repository
from vault.history.taken_away import TakenAway, taken_away
from vault.model.tombstone import is_erased_text

if TYPE_CHECKING:
    from vault.api.resources import Resources

INDEX_SECONDS = 10.0
"""How long to wait for a process that is indexing, before erased memories are known."""


def give_back(
    resources: Resources, repository: Repository, waiting: Sequence[Action], lock: WriteLock
) -> tuple[str, ...]:
    """Put back what git took out; what was erased stays out.

    Args:
        resources: of the open vault.
        repository: where files were put back, and nothing is under way.
        waiting: what is still to be committed, oldest first.
        lock: the vault's, held.

    Returns:
        Files that were left as they are, since the person has changed them in the same place.

    Raises:
        WriteFailed, VaultVanished, LockTimeout, GitFailed: not all of it was.
    """
    root = resources.folder.root
    writes = [each for action in waiting for each in action.writes]
    found, left = taken_away(repository, writes, lambda path: read_or_none(root, path))
    if not found:
        return left
    resources.in_step.reconcile(datetime.now(timezone.utc), words_only=True, lock_timeout=INDEX_SECONDS)
    found = tuple(each for each in found if not any(_is_erased(resources, key) for key in _new_ids(each)))
    failed = [each.path for each in found if not _put_back(resources, each, lock)]
    _take_in(resources, [each.path for each in found])
    return (*left, *failed)


def _take_in(resources: Resources, paths: Sequence[str]) -> None:
    now = datetime.now(timezone.utc)
    resources.in_step.reconcile(now, under=paths, words_only=True, lock_timeout=INDEX_SECONDS)


def _put_back(resources: Resources, file: TakenAway, lock: WriteLock) -> bool:
    root = resources.folder.root
    expected = None if file.present is None else fingerprint_of(file.present)
    try:
        if file.whole is not None:
            replace_file(locate(root, file.path), file.whole, expected=expected, lock=lock)
        elif expected is not None:
            remove_file(root, file.path, expected=expected, lock=lock)
    except ChangedOnDisk:
        return False
    return True


def _is_erased(resources: Resources, memory_id: str) -> bool:
    record = resources.index.record(memory_id)
    return record is not None and is_erased_text(record.text)


def _new_ids(file: TakenAway) -> Iterator[str]:
    """Of memories; tombstones are welcome."""
    known = {each.raw.strip() for each in split_lines(file.present or b"")}
    for each in split_lines(file.whole or b""):
        if file.path.endswith(".jsonl") and each.raw.strip() not in known:
            found = _record(each.raw)
            if isinstance(found.get("id"), str) and not is_tombstone_line(each.raw):
                yield str(found["id"])


def is_tombstone_line(line: bytes) -> bool:
    """Whether this is the line of an erased memory."""
    found = _record(line)
    return found.get("status") == "forgotten" and is_erased_text(str(found.get("content", "")))


def _record(line: bytes) -> Mapping[str, object]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}
