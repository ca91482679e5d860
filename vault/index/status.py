"""How the index stands against the disk: never assumed, always looked at."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from datetime import datetime

from vault.embedding.provider import ModelFacts
from vault.errors import MemvaultError
from vault.files.fingerprint import read_file
from vault.files.scan import FileSeen
from vault.files.vault_folder import VaultFolder
from vault.index.compare import INDEXED_KINDS, FileRow, compare, looks_unchanged, same_hints
from vault.index.database import read_meta
from vault.index.embed import count_to_embed
from vault.index.file_rows import read_files, read_problems, read_totals
from vault.index.report import IndexStatus


def read_status(
    connection: sqlite3.Connection,
    vault: VaultFolder,
    model_facts: ModelFacts | None,
    talk_before: datetime | None = None,
) -> IndexStatus:
    """Compare a scan with the stored files; inside a read transaction.

    Args:
        connection: of the index.
        vault: to look at.
        model_facts: of the model whose vectors are wanted; None: none are missed.
        talk_before: as in `vault.index.embed.embed_missing`.
    """
    found = vault.scan()
    known = read_files(connection, INDEXED_KINDS)
    plan = compare(found.files, known, unread=found.unread)
    quarantined = {path for path in plan.unchanged if known[path].state == "quarantined"}
    behind = set(plan.new)
    for path in plan.suspect:
        if known[path].state == "unreadable" and not _is_readable(vault, path):
            quarantined.add(path)
        elif not _is_same(vault, found.files[path], known[path]):
            behind.add(path)
        elif known[path].state == "quarantined":
            quarantined.add(path)
    records, passages = read_totals(connection)
    without = _without_vector(connection, passages, model_facts, talk_before)
    on_disk = len(plan.unchanged) + len(plan.suspect) + len(plan.new)
    return IndexStatus(
        on_disk=on_disk,
        indexed=on_disk - len(quarantined) - len(behind),
        quarantined=len(quarantined),
        behind=len(behind) + len(plan.gone) + without,
        records=records,
        passages=passages,
        without_vector=without,
        problems=len(read_problems(connection)),
    )


def is_in_step(connection: sqlite3.Connection, vault: VaultFolder, paths: Collection[str]) -> bool:
    """Whether these files are indexed as they are; never so for a folder that is not empty.

    Args:
        connection: of the index, in a read transaction.
        vault: to look at.
        paths: relative to it; they may be gone.
    """
    scanned = vault.scan(tuple(paths)).files
    found = {path: seen for path, seen in scanned.items() if seen.kind in INDEXED_KINDS}
    known = read_files(connection, INDEXED_KINDS, paths)
    return found.keys() == known.keys() and all(
        looks_unchanged(seen, known[path]) or _is_same(vault, seen, known[path])
        for path, seen in found.items()
    )


def _without_vector(
    connection: sqlite3.Connection,
    passages: int,
    model_facts: ModelFacts | None,
    talk_before: datetime | None,
) -> int:
    if model_facts is None:
        return 0
    if read_meta(connection, "model") != model_facts.fingerprint:
        return passages
    return count_to_embed(connection, talk_before)


def _is_same(vault: VaultFolder, seen: FileSeen, row: FileRow) -> bool:
    """Whether a file is indexed as it is: hints first, then its bytes."""
    if row.state == "partial" or seen.kind != row.kind:
        return False
    try:
        return (same_hints(seen, row) or seen.size == row.size) and (
            read_file(vault.root, seen.path).fingerprint == row.fingerprint
        )
    except (MemvaultError, OSError):
        return False


def _is_readable(vault: VaultFolder, path: str) -> bool:
    try:
        read_file(vault.root, path)
    except (MemvaultError, OSError):
        return False
    return True
