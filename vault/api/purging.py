"""Leaving nothing of an erased text in what was derived from it: indexes and caches of vectors.

A cache of vectors is shared by the vaults of a person and remembers texts that are long gone; afterwards it
holds what some index on this machine holds.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.copies import former_index_folders
from vault.api.notices import notice
from vault.config import locations
from vault.embedding.vector_cache import keep_only
from vault.errors import MemvaultError
from vault.index.purge import embedded_texts

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.progress import Step


def purge_derived(
    resources: Resources, user_id: str, now: datetime, progress: Step | None
) -> tuple[str, ...]:
    """Clean the index of the vault, its former ones, and all caches of vectors.

    Args:
        resources: of the open vault, in whose files the text is no more.
        user_id: whose text it was.
        now: aware.
        progress: told how far it is.

    Returns:
        What could not be cleaned and why, in words.
    """
    faults: list[str] = []
    try:
        resources.in_step.reconcile(now, progress=progress)
        if not resources.index.purge(user_id, progress):
            faults.append(notice(resources.settings.language, "purge-busy"))
    except MemvaultError as error:
        faults.append(str(error))
    own, vault_id = resources.index_folder, resources.folder.settings.id
    for folder in former_index_folders(locations.indexes_dir(), vault_id, own):
        shutil.rmtree(folder, ignore_errors=True)
    folders = sorted({*_index_folders(), own})
    faults += filter(None, (_clean(cache, folders) for cache in sorted(_caches())))
    return tuple(faults)


def _clean(cache: Path, indexes: Sequence[Path]) -> str:
    """Why a cache of vectors could not be cleaned; nothing when it was."""
    try:
        keep_only(cache, (text for folder in indexes for text in embedded_texts(folder)))
    except sqlite3.Error as error:
        return f"{cache}: {error}"
    return ""


def _caches() -> Iterator[Path]:
    return locations.vector_caches_dir().glob("*.sqlite")


def _index_folders() -> Iterator[Path]:
    folder = locations.indexes_dir()
    return (each for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else iter(())
