"""Other folders on this machine that are copies of the same vault: they carry the same id.

Each index folder notes for which folder it is, so that a copy is noticed wherever it lies.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from vault.errors import MemvaultError
from vault.files.vault_folder import open_folder
from vault.index.location import index_folder

_NOTE = "vault-folder"


def note_folder(index_folder: Path, root: Path) -> None:
    """Write down for which vault folder this index folder is; failing to is no fault."""
    with contextlib.suppress(OSError):
        note = index_folder / _NOTE
        if not note.exists():
            index_folder.mkdir(parents=True, exist_ok=True)
            note.write_text(str(root), encoding="utf-8", errors="surrogateescape")


def other_copies(indexes: Path, vault_id: str, root: Path) -> tuple[Path, ...]:
    """Folders other than `root` that were opened here and still are vaults with this id.

    Args:
        indexes: the folder of all indexes.
        vault_id: of the vault; an empty one has no copies.
        root: of the vault.
    """
    if not vault_id or not indexes.is_dir():
        return ()
    noted = (_noted(note) for note in sorted(indexes.glob(f"*/{_NOTE}")))
    return tuple(
        folder
        for folder in noted
        if folder is not None and not _same(folder, root) and _id_there(folder) == vault_id
    )


def former_index_folders(indexes: Path, vault_id: str, own: Path) -> tuple[Path, ...]:
    """Index folders of a vault from where it was before: nothing with its id is there any more.

    Args:
        indexes: the folder of all indexes.
        vault_id: of the vault.
        own: its index folder now.
    """
    named = index_folder(indexes.parent, vault_id, indexes).name.rpartition("-")[0]
    found = []
    for note in sorted(indexes.glob(f"*/{_NOTE}")):
        folder, place = note.parent, _noted(note)
        ours = folder.name.rpartition("-")[0] == named and folder != own
        if ours and place is not None and _id_there(place) != vault_id:
            found.append(folder)
    return tuple(found)


def is_of_another_vault(folder: Path, vault_id: str) -> bool:
    """Whether an index folder is of a vault with another id that is there."""
    place = _noted(folder / _NOTE)
    return place is not None and _id_there(place) not in ("", vault_id)


def _noted(note: Path) -> Path | None:
    try:
        return Path(note.read_text(encoding="utf-8", errors="surrogateescape"))
    except OSError:
        return None


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _id_there(folder: Path) -> str:
    try:
        return open_folder(folder).settings.id
    except MemvaultError:
        return ""
