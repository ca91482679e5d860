"""Which paths of a vault hold what. Only strings are looked at; no disk.

Paths are relative to the vault, with `/`, as they are called on disk.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Literal

from vault.files.conflict_copy import conflict_copy_of

Kind = Literal["memories", "note", "turns", "archive", "usage", "settings"]

SETTINGS_FILE = "vault.yaml"
NOTE_FOLDERS: tuple[str, ...] = ("notes",)
"""Where notes are, unless `note_folders` in `vault.yaml` says otherwise. `.` is the whole vault."""

LINE_FOLDERS: Mapping[str, Kind] = {
    "facts": "memories",
    "journal": "turns",
    "archive": "archive",
    "usage": "usage",
}
"""The folders of `.jsonl` files and what a line in them is."""

_PLACEHOLDER = re.compile(r"\.(?P<name>.+)\.icloud\Z")
_IGNORED_NAME = re.compile(
    r"""
      \..*                                      # hidden: .git .obsidian .trash .stfolder .x.md.swp .#x
    | node_modules | __pycache__ | lost\+found | @eaDir | \$RECYCLE\.BIN
    | .*~ | \#.*\# | ~\$.* | ~syncthing~.* | 4913   # backup, auto-save and probe files of editors
    | .*\.(?: sw[a-p] | tmp | temp | part | partial | crdownload | !sync | bak )
    | .*___jb_(?: tmp | old )___
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


def comparable(path: str) -> str:
    """The form in which two paths are compared: Unicode NFC, case folded."""
    if path.isascii():
        return path.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def is_inside(path: str, folder: str) -> bool:
    """Whether `path` is `folder` or below it. `.` and the empty string are the whole vault."""
    if folder in {"", "."}:
        return True
    path, folder = comparable(path), comparable(folder)
    return path == folder or path.startswith(folder + "/")


def classify(path: str, note_folders: Sequence[str] = NOTE_FOLDERS) -> Kind | None:
    """What the file at `path` holds, by its name and place alone; None: nothing of memvault's.

    Args:
        path: of a file. Whether it is to be skipped is `ignored`.
        note_folders: folders whose `.md` files are notes.
    """
    folded = comparable(path)
    if folded.endswith(".md"):
        return "note" if any(is_inside(path, folder) for folder in note_folders) else None
    top, _, rest = folded.partition("/")
    if rest and folded.endswith(".jsonl"):
        return LINE_FOLDERS.get(top)
    return "settings" if folded == SETTINGS_FILE else None


def is_scanned(folder: str, note_folders: Sequence[str] = NOTE_FOLDERS) -> bool:
    """Whether files of `folder` can be something of memvault's, or files of a folder below it."""
    return _is_read(folder, note_folders) or any(is_inside(wanted, folder) for wanted in note_folders)


def is_read(folder: str, note_folders: Sequence[str] = NOTE_FOLDERS) -> bool:
    """Whether every folder at and below `folder` is looked into (dropped names aside)."""
    return _is_read(folder, note_folders) and not ignored(folder)


def _is_read(folder: str, note_folders: Sequence[str]) -> bool:
    return comparable(folder).partition("/")[0] in LINE_FOLDERS or any(
        is_inside(folder, wanted) for wanted in note_folders
    )


def ignored(path: str) -> bool:
    """Whether `path`, or a folder on the way to it, is skipped: hidden, an editor's or a sync tool's.

    Conflict copies that can only be told beside their original (`name 2.md`) are found by
    `vault.files.scan`, which sees the whole folder.
    """
    *folders, name = path.split("/")
    return (
        any(ignored_name(folder) for folder in folders)
        or ignored_name(name)
        or conflict_copy_of(name) is not None
    )


def ignored_name(name: str) -> bool:
    """Whether a file or folder called so is skipped wherever it is."""
    return _IGNORED_NAME.fullmatch(name) is not None


def placeholder_of(name: str) -> str | None:
    """The file that iCloud has evicted and stands for with `name` (`.plan.md.icloud` -> `plan.md`)."""
    match = _PLACEHOLDER.fullmatch(name)
    return match["name"] if match else None


def is_decodable(name: str) -> bool:
    """Whether a name as listed by the operating system is valid text, and not stand-ins for raw bytes."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def printable(path: str) -> str:
    r"""`path` with undecodable bytes written as `\xff`, safe to print and to store."""
    if is_decodable(path):
        return path
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def folder_name(text: str) -> str:
    """`text` (a device's name) as one folder name that is valid on every platform, never empty.

    Letters and digits of all scripts, `-` and `_` stay; everything else becomes `-`.
    """
    text = unicodedata.normalize("NFC", text)
    cleaned = re.sub(r"[^\w-]+", "-", text).strip("-_")[:40]
    return cleaned or "device"
