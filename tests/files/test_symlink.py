"""Links as a scan meets them are in `test_scan.py`."""

from __future__ import annotations

import os
from pathlib import Path

from vault.files.symlink import dead_link, inside, leads_back


def test_inside_is_relative_or_none() -> None:
    root = str(Path(os.sep, "home", "vault"))
    assert inside(root, root) == ""
    assert inside(root, str(Path(root, "notes", "a.md"))) == "notes/a.md"
    assert inside(root, root + "-private") is None
    assert inside(root, str(Path(root).parent)) is None
    assert inside(os.sep, str(Path(os.sep, "a"))) == "a"


def test_a_link_leads_back_to_its_own_folder_or_above() -> None:
    assert leads_back("notes/a", "notes/a")
    assert leads_back("notes/a", "notes")
    assert leads_back("notes/a", "")
    assert not leads_back("notes/a", "notes/b")
    assert not leads_back("notes/ab", "notes/a")


def test_dead_links_are_told_apart() -> None:
    assert dead_link("notes/a.md", FileNotFoundError()).code == "symlink-broken"
    assert dead_link("notes/a.md", PermissionError(13, "Permission denied")).code == "unreadable-file"
    assert dead_link("notes/a.md", OSError(40, "Too many levels of symbolic links")).code == "symlink-loop"
