from __future__ import annotations

from pathlib import Path

from tests.files.conftest import put, snapshot
from vault.files.drafts import remove_drafts
from vault.files.lock import WriteLock


def test_only_drafts_with_these_bytes_are_deleted(root: Path, lock: WriteLock, tmp_path: Path) -> None:
    put(root, "facts/.memvault-01.tmp", "has it")
    put(root, "facts/.memvault-02.tmp", "other")
    put(root, "facts/a.jsonl", "has it")
    put(root, ".git/.memvault-03.tmp", "has it")
    (root / ".memvault-04.tmp").symlink_to(root / "facts/a.jsonl")
    assert remove_drafts(root, lambda _, data: data == b"has it", lock=lock) == ("facts/.memvault-01.tmp",)
    assert set(snapshot(root)) == {"facts/.memvault-02.tmp", "facts/a.jsonl", ".git/.memvault-03.tmp"}
