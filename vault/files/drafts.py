"""Files that nobody reads, but that hold text: what a killed process was writing, settled conflict copies."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from vault.files.atomic_write import is_temporary
from vault.files.lock import WriteLock
from vault.files.memory_places import CONFLICTS, KEPT_SUFFIXES


def remove_drafts(root: Path, holds: Callable[[str, bytes], bool], *, lock: WriteLock) -> tuple[str, ...]:
    """Deletes those with certain bytes in them, wherever they lie in the vault.

    Args:
        root: of the vault.
        holds: whether a file, by its path and its bytes, is meant.
        lock: held, so that none is being written by somebody now.

    Returns:
        Their paths, relative to the vault. One that cannot be read or deleted stays.
    """
    lock.require()
    removed: list[str] = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git"]
        of_conflicts = Path(folder) == root / CONFLICTS
        for name in names:
            if not (is_temporary(name) or (of_conflicts and name.endswith(KEPT_SUFFIXES))):
                continue
            path = Path(folder, name)
            shown = path.relative_to(root).as_posix()
            with suppress(OSError):
                if not path.is_symlink() and holds(shown, path.read_bytes()):
                    path.unlink()
                    removed.append(shown)
    return tuple(sorted(removed))
