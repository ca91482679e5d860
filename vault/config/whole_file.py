"""Gives a small file of this device its content in one step. Files of a vault: `vault.files.atomic_write`."""

from __future__ import annotations

from pathlib import Path

from vault.model.identifier import random_letters


def put_whole(path: Path, text: str) -> None:
    """Write the file, and its folders: whoever reads it sees what it was, or all of `text`.

    Raises:
        OSError: it is as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{random_letters(8)}.new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
