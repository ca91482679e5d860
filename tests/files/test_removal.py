"""Taking a file away."""

from __future__ import annotations

from pathlib import Path

import pytest

from vault.errors import ChangedOnDisk, OutsideVault
from vault.files.fingerprint import fingerprint_of
from vault.files.lock import write_lock
from vault.files.removal import remove_file


def test_a_file_goes_if_it_is_what_was_read(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    (root / "facts").mkdir(parents=True)
    file = root / "facts/a.jsonl"
    file.write_bytes(b"1")
    with write_lock(tmp_path / "lock") as lock:
        with pytest.raises(ChangedOnDisk):
            remove_file(root, "facts/a.jsonl", expected=fingerprint_of(b"2"), lock=lock)
        assert file.exists()
        for _ in range(2):
            remove_file(root, "facts/a.jsonl", expected=fingerprint_of(b"1"), lock=lock)
            assert not file.exists()
        with pytest.raises(OutsideVault):
            remove_file(root, "../lock", expected="", lock=lock)


def test_of_a_link_the_target_stays(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "a.md").write_bytes(b"1")
    (root / "b.md").symlink_to(root / "a.md")
    with write_lock(tmp_path / "lock") as lock:
        remove_file(root, "b.md", expected=fingerprint_of(b"1"), lock=lock)
    assert [each.name for each in root.iterdir()] == ["a.md"]
