"""Making the folders of a file in a vault, and never the vault itself.

A vault that was moved away, deleted or unmounted while something is on its way into it must not come to life
again as a folder with one file in it.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from vault.errors import VaultVanished
from vault.files.layout import SETTINGS_FILE


def make_parent_folder(path: Path) -> None:
    """Make the folder of `path` (absolute) where it is missing.

    Raises:
        VaultVanished: what is there of the way to it is not, or not any more, in a vault.
        OSError: the system refuses.
    """
    missing = []
    place = path.parent
    while not place.is_dir():
        missing.append(place)
        place = place.parent
    if not missing:
        return
    if not any((folder / SETTINGS_FILE).is_file() for folder in (place, *place.parents)):
        raise VaultVanished(missing[-1], 0)
    for folder in reversed(missing):
        with suppress(FileExistsError):  # somebody else was faster; a file in the way shows when it is used
            folder.mkdir()
