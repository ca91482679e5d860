"""A vault as a folder: finding it, opening it, making a new one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from vault.errors import (
    FolderNotEmpty,
    OutsideVault,
    ReadFailed,
    VaultExists,
    VaultNotFound,
    VaultSettingsBroken,
)
from vault.files.atomic_write import TEMPORARY_PATTERN, is_temporary, write_new
from vault.files.fingerprint import read_file
from vault.files.layout import NOTE_FOLDERS, SETTINGS_FILE
from vault.files.scan import Scan, scan
from vault.files.system_calls import write_failed, write_failures
from vault.format.defaults import Defaults
from vault.format.vault_yaml import Language, VaultYaml, format_vault_yaml, parse_vault_yaml
from vault.problem import Problem

ADOPTED_NOTE_FOLDERS = (".",)
_FOLDERS = ("facts", "notes", "journal", "archive")
_DROPPINGS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".git", ".stfolder", ".stignore"})

GITIGNORE = f"""\
# Written by memvault.
# Counters of one device: they change with every recall and would bury the history of what was learned.
/usage/
{TEMPORARY_PATTERN}
"""

GITATTRIBUTES = """\
# Written by memvault.
# Git must hand files back byte for byte: no conversion of line ends, on no machine. Diffs stay readable.
# Memories are merged by id where `memvault git install` was run; elsewhere git merges as ever.
*.jsonl -text merge=memvault
*.md -text merge=memvault
vault.yaml -text
"""

STIGNORE = f"""\
// Written by memvault, for Syncthing.
// A git repository is damaged when it is synced file by file; use git push and pull for it.
.git
{TEMPORARY_PATTERN}
(?d).DS_Store
"""


@dataclass(frozen=True, slots=True)
class VaultFolder:
    """An opened vault.

    Attributes:
        root: absolute, links followed.
        settings: of its `vault.yaml`.
        defaults: what its records inherit.
        problems: of `vault.yaml`.
    """

    root: Path
    settings: VaultYaml
    defaults: Defaults
    problems: tuple[Problem, ...] = ()

    def scan(self, under: Sequence[str] | None = None) -> Scan:
        """`vault.files.scan.scan` with the vault's own note folders."""
        return scan(self.root, under, note_folders=self.settings.note_folders)


@dataclass(frozen=True, slots=True)
class CreatedVault:
    """What `create_vault` did.

    Attributes:
        root: of the new vault.
        written: files it wrote, relative to `root`.
        kept: files it would have written but found; they are as they were.
    """

    root: Path
    written: tuple[str, ...]
    kept: tuple[str, ...]


def find_vault(start: Path) -> Path:
    """The nearest folder at or above `start` that holds a `vault.yaml`.

    Raises:
        VaultNotFound: there is none.
    """
    start = start.absolute()
    for folder in (start, *start.parents):
        if (folder / SETTINGS_FILE).is_file():
            return folder
    raise VaultNotFound(None)


def open_folder(root: Path) -> VaultFolder:
    """Reads a vault's settings.

    Raises:
        VaultNotFound: no such folder, or no `vault.yaml` in it.
        UnsupportedFormat: a newer format, or an unknown extension.
        VaultSettingsBroken: `vault.yaml` cannot be read.
    """
    try:
        data = read_file(root, SETTINGS_FILE).data
    except FileNotFoundError as error:
        raise VaultNotFound(root) from error
    except ReadFailed as error:
        raise VaultSettingsBroken(SETTINGS_FILE, f"cannot be read: {error.reason}") from error
    except OutsideVault as error:
        raise VaultSettingsBroken(SETTINGS_FILE, "is a link that leads out of the vault") from error
    parsed = parse_vault_yaml(data)
    return VaultFolder(
        Path(os.path.realpath(root)), parsed.settings, parsed.settings.defaults(), parsed.problems
    )


def create_vault(
    root: Path,
    *,
    vault_id: str,
    default_user: str,
    language: Language,
    timezone: str,
    adopt: bool = False,
) -> CreatedVault:
    """Makes a vault: its folders, `vault.yaml` and the files for git and Syncthing.

    No file that exists is touched. An adopted folder keeps its notes where they are: every `.md` file
    in it becomes a note (`note_folders: ["."]` in its `vault.yaml`).

    Args:
        root: made when missing.
        vault_id: see `vault.model.identifier.new_id`.
        default_user: whose memories those are that name nobody; may be empty in a family's vault.
        language: of the comments in `vault.yaml` and of prompt blocks.
        timezone: IANA name.
        adopt: take a folder that holds files already.

    Raises:
        VaultExists: it is a vault already.
        FolderNotEmpty: it holds other files and `adopt` is False.
        WriteFailed: the system refuses.
    """
    if os.path.lexists(root / SETTINGS_FILE):
        raise VaultExists(root)
    if not adopt and _holds_other_files(root):
        raise FolderNotEmpty(root)
    settings = VaultYaml(
        id=vault_id,
        default_user=default_user,
        language=language,
        timezone=timezone,
        note_folders=ADOPTED_NOTE_FOLDERS if adopt else NOTE_FOLDERS,
    )
    for name in _FOLDERS:
        if not (adopt and name == "notes"):
            _make_folder(root / name)
    # vault.yaml comes last: a run that was cut short can be repeated.
    texts = {
        ".gitignore": GITIGNORE,
        ".gitattributes": GITATTRIBUTES,
        ".stignore": STIGNORE,
        SETTINGS_FILE: format_vault_yaml(settings),
    }
    written = [name for name, text in texts.items() if write_new(root / name, text.encode())]
    if SETTINGS_FILE not in written:
        raise VaultExists(root)
    return CreatedVault(root, tuple(written), tuple(name for name in texts if name not in written))


def _holds_other_files(root: Path) -> bool:
    """Whether there is more than what this module, a system or a sync tool puts into an empty folder."""
    try:
        with os.scandir(root) as entries:
            return any(not _is_negligible(entry) for entry in entries)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise write_failed(root, error) from error


def _is_negligible(entry: os.DirEntry[str]) -> bool:
    if entry.name in _DROPPINGS or is_temporary(entry.name):
        return True
    if entry.name in _FOLDERS and entry.is_dir():
        return not any(Path(entry.path).iterdir())
    with suppress(OSError):
        ours = {".gitignore": GITIGNORE, ".gitattributes": GITATTRIBUTES}.get(entry.name)
        return ours is not None and Path(entry.path).read_bytes() == ours.encode()
    return False


def _make_folder(path: Path) -> None:
    with write_failures(path):
        path.mkdir(parents=True, exist_ok=True)
