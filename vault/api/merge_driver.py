"""Merging one file for git: what `git merge` runs for files with `merge=memvault` in `.gitattributes`.

Neither index nor model is opened, and no lock is taken: git has the files for itself. Only the merged file is
written. What loses stays in it, as history: a file beside it would not be in the commit that git makes of the
merge, and git refuses to merge what would overwrite a file that it does not know.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from vault.api.locate import language_there
from vault.errors import MemvaultError, ReadFailed, VaultNotFound, WriteFailed
from vault.files.layout import Kind, classify
from vault.files.vault_folder import VaultFolder, find_vault, open_folder
from vault.format.defaults import Defaults
from vault.format.vault_yaml import VaultYaml
from vault.history.merge_file import merge_or_mark
from vault.history.merge_records import with_lost
from vault.history.version import lost_line


@dataclass(frozen=True, slots=True)
class Driven:
    """What came of a merge.

    Attributes:
        path: of the file in the repository.
        clean: no conflict markers were left.
        kept: ids of the versions that lost; they stand at the end of the file.
        side_by_side: sections of a note that stand in it in several versions.
        language: of the vault; empty when it is not known.
    """

    path: str
    clean: bool
    kept: tuple[str, ...] = ()
    side_by_side: int = 0
    language: str = field(default="", compare=False)


def merge_for_git(base: Path, ours: Path, theirs: Path, path: str, *, folder: Path) -> Driven:
    """Merge three versions of a file; the result takes the place of `ours`.

    Args:
        base: the common ancestor (`%O`); empty where there is none.
        ours: our version (`%A`).
        theirs: the other one (`%B`).
        path: of the file, relative to the top of the work tree (`%P`).
        folder: the top of the work tree: where git runs its drivers.

    Raises:
        ReadFailed, WriteFailed: `ours` is as it was.
    """
    versions = [_read(each) for each in (base, ours, theirs)]
    vault = _vault_of(folder, path)
    defaults = vault.defaults if vault is not None else Defaults()
    kind = _kind(folder, path, vault)
    merged = merge_or_mark(kind, versions[1], versions[2], versions[0] or None, defaults=defaults)
    _write(ours, with_lost(merged.data, merged.lost, defaults=defaults))
    kept = sorted(lost_line(each)[0] for each in merged.lost)
    language = language_there(vault.root) if vault is not None else ""
    return Driven(path, merged.clean, tuple(dict.fromkeys(kept)), merged.side_by_side, language)


def _vault_of(folder: Path, path: str) -> VaultFolder | None:
    """The vault that the file lies in; while its settings are being merged nothing is known of them."""
    try:
        root = find_vault((folder / path).parent)
    except VaultNotFound:
        return None
    try:
        return open_folder(root)
    except MemvaultError:
        return VaultFolder(Path(os.path.realpath(root)), VaultYaml(), Defaults())


def _kind(folder: Path, path: str, vault: VaultFolder | None) -> Kind | None:
    if vault is None:
        ending = path.rpartition(".")[2].lower()
        return classify(path) or {"jsonl": "memories", "md": "note"}.get(ending)  # type: ignore[return-value]
    inside = os.path.relpath(os.path.realpath(folder / path), vault.root).replace(os.sep, "/")
    found = classify(inside, vault.settings.note_folders)
    return "note" if found is None and inside.lower().endswith(".md") else found


def _read(place: Path) -> bytes:
    try:
        return place.read_bytes()
    except OSError as error:
        raise ReadFailed(place, error.strerror or str(error)) from error


def _write(place: Path, data: bytes) -> None:
    try:
        place.write_bytes(data)
    except OSError as error:
        raise WriteFailed(place, error.strerror or str(error)) from error
