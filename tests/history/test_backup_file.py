"""Backups as files: what is in them, and that nothing comes out of one that is not whole."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import tarfile
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import pytest

from vault.errors import BackupFailed
from vault.history.backup_file import (
    MANIFEST,
    Manifest,
    compress,
    manifest_of,
    pack,
    read_backup,
    unpack,
    verify,
)

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)
FILES = {
    "vault.yaml": b"format: 1\nid: v\n",
    "facts/家.jsonl": '{"content":"住在阳光小区"}\r\n'.encode(),
    "notes/a b/c.md": b"\xef\xbb\xbf# c\n",
    "notes/empty.md": b"",
    "photo.bin": bytes(range(256)) * 20,
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, data in FILES.items():
        place = tmp_path / "vault" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return tmp_path / "vault"


@pytest.fixture
def backup(root: Path, tmp_path: Path) -> Path:
    pack(root, tmp_path / "plain.tar", vault_id="v", at=NOW)
    compress(tmp_path / "plain.tar", tmp_path / "backup.tar.gz")
    return tmp_path / "backup.tar.gz"


def test_everything_is_in_it_and_comes_back(root: Path, backup: Path, tmp_path: Path) -> None:
    manifest = verify(backup)
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in FILES.items()}
    assert manifest == Manifest("v", "2026-11-30T04:00:00Z", digests)
    assert dict(read_backup(backup)) == FILES
    assert unpack(backup, tmp_path / "again") == manifest
    again = {each.relative_to(tmp_path / "again").as_posix(): each.read_bytes()
             for each in (tmp_path / "again").rglob("*") if each.is_file()}  # fmt: skip
    assert again == FILES


def test_the_same_vault_gives_the_same_bytes(root: Path, backup: Path, tmp_path: Path) -> None:
    pack(root, tmp_path / "other.tar", vault_id="v", at=NOW)
    compress(tmp_path / "other.tar", tmp_path / "other.tar.gz")
    assert (tmp_path / "other.tar.gz").read_bytes() == backup.read_bytes()


def test_only_the_owner_may_read_it(backup: Path) -> None:
    assert backup.stat().st_mode & 0o077 == 0


def test_nothing_is_written_over(root: Path, backup: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupFailed):
        compress(tmp_path / "plain.tar", backup)
    with pytest.raises(BackupFailed):
        pack(root, tmp_path / "plain.tar", vault_id="v", at=NOW)


def test_what_is_left_out_is_named(root: Path, tmp_path: Path) -> None:
    (root / "notes/link.md").symlink_to(root / "vault.yaml")
    (root / "linked").symlink_to(tmp_path)
    os.mkfifo(root / "pipe.md")
    (root / ".git").mkdir()
    (root / ".git/config").write_text("x")
    manifest = pack(root, tmp_path / "plain.tar", vault_id="v", at=NOW)
    assert set(manifest.left_out) == {"notes/link.md", "linked", "pipe.md"}
    assert set(manifest.files) == set(FILES)


def remade(backup: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The backup with other members."""
    with tarfile.open(backup) as tar:
        members = {each.name: (tar.extractfile(each) or io.BytesIO()).read() for each in tar}
    change(members)
    path = backup.with_name("remade.tar.gz")
    with tarfile.open(path, "w:gz") as tar:
        for name, data in members.items():
            facts = tarfile.TarInfo(name)
            facts.size = len(data)
            tar.addfile(facts, io.BytesIO(data))
    return path


@pytest.mark.parametrize(
    "change",
    [
        lambda files: files.update({"vault.yaml": b"format: 2\n"}),
        lambda files: files.pop("notes/empty.md"),
        lambda files: files.update({"facts/more.jsonl": b"{}\n"}),
        lambda files: files.pop(MANIFEST),
        lambda files: files.update({MANIFEST: b"{}"}),
        lambda files: files.update({MANIFEST: b"not json"}),
        lambda files: files.update({MANIFEST: json.dumps({"version": 2}).encode()}),
        lambda files: files.update({"../out.md": b"x"}),
        lambda files: files.update({"/etc/out.md": b"x"}),
        lambda files: files.update({"notes/../../out.md": b"x"}),
        lambda files: files.update({".git/hooks/pre-commit": b"x"}),
    ],
)
def test_what_is_not_whole_gives_nothing(backup: Path, tmp_path: Path, change: Callable[..., object]) -> None:
    path = remade(backup, change)
    with pytest.raises(BackupFailed):
        verify(path)
    with pytest.raises(BackupFailed):
        unpack(path, tmp_path / "again")
    assert not (tmp_path / "again").exists()
    assert not (tmp_path / "out.md").exists()
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "backup.tar.gz",
        "plain.tar",
        "remade.tar.gz",
        "vault",
    ]


def test_links_in_a_backup_are_refused(backup: Path, tmp_path: Path) -> None:
    path = tmp_path / "linked.tar.gz"
    with tarfile.open(path, "w:gz") as tar:
        facts = tarfile.TarInfo("notes")
        facts.type, facts.linkname = tarfile.SYMTYPE, "/tmp"
        tar.addfile(facts)
    with pytest.raises(BackupFailed, match="no file of a vault"):
        verify(path)


@pytest.mark.parametrize("share", [0, 0.3, 0.9, 0.999])
def test_only_the_beginning_of_one(backup: Path, share: float) -> None:
    data = backup.read_bytes()
    backup.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(BackupFailed):
        verify(backup)


def test_one_wrong_bit(backup: Path) -> None:
    plain = bytearray(gzip.decompress(backup.read_bytes()))
    plain[plain.index(b"\x10\x11\x12")] ^= 1
    backup.write_bytes(gzip.compress(bytes(plain)))
    with pytest.raises(BackupFailed, match=r"photo\.bin"):
        verify(backup)
    assert manifest_of(backup).vault_id == "v"


def test_only_into_a_folder_that_is_empty(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.md").write_text("mine")
    for target in (tmp_path / "full", tmp_path / "full/mine.md"):
        with pytest.raises(BackupFailed, match="not empty"):
            unpack(backup, target)
    assert (tmp_path / "full/mine.md").read_text() == "mine"
    (tmp_path / "empty").mkdir(mode=0o750)
    unpack(backup, tmp_path / "empty")
    assert (tmp_path / "empty").stat().st_mode & 0o777 == 0o750
