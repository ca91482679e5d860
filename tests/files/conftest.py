"""What the tests of files share: an empty vault folder, a held lock, a user without root's powers."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path

import pytest

from vault.files.layout import SETTINGS_FILE
from vault.files.lock import WriteLock, write_lock
from vault.format.defaults import Defaults

DEFAULTS = Defaults(user_id="lin")
NOW = datetime(2026, 11, 29, 10, 0, tzinfo=timezone.utc)

_NOBODY = 65534


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty folder that counts as a vault: the mark is in the one above, out of the way of the tests."""
    folder = tmp_path / "vault"
    folder.mkdir()
    (tmp_path / SETTINGS_FILE).touch()
    return folder


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[WriteLock]:
    with write_lock(tmp_path / "index" / "write.lock") as held:
        yield held


@pytest.fixture
def ordinary_folder() -> Iterator[Path]:
    """A folder in which file permissions count, even when the tests run as root."""
    folder = Path(tempfile.mkdtemp(prefix="memvault-"))
    is_root = sys.platform == "linux" and os.geteuid() == 0
    if is_root:
        os.chown(folder, _NOBODY, _NOBODY)
        os.seteuid(_NOBODY)
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        for path in [folder, *folder.rglob("*")]:
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)
        shutil.rmtree(folder)


def allowed(path: Path, mode: int) -> bool:
    """Whether the user of `ordinary_folder` has this access."""
    return os.access(path, mode, effective_ids=os.access in os.supports_effective_ids)


def put(root: Path, path: str, data: bytes | str = b"") -> Path:
    """Writes a file of the vault, folders included."""
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data.encode() if isinstance(data, str) else data)
    return place


def snapshot(root: Path) -> dict[str, bytes]:
    """Every regular file below `root` with its bytes."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
