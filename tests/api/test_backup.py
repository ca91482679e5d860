"""Backups: made while others write, read back, thinned out, encrypted."""

from __future__ import annotations

import json
import tarfile
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from vault.api.backup import BackedUp, back_up, backups_in, keys_of, opened_backup, verify_backup
from vault.api.backup_restore import restore_backup
from vault.api.vault import Vault
from vault.errors import BackupFailed, ConfigError
from vault.history.encryption import Keys


def made(opened: Vault, target: Path, **options: object) -> BackedUp:
    return opened.back_up(target, **{"now": NOW, **options})  # type: ignore[arg-type]


def contents(root: Path) -> dict[str, bytes]:
    return {
        each.relative_to(root).as_posix(): each.read_bytes() for each in root.rglob("*") if each.is_file()
    }


def test_everything_comes_back_as_it_was(place: Place, opened: Vault, tmp_path: Path) -> None:
    place.write("notes/年糕.md", b"\xef\xbb\xbf# \xe7\x8c\xab\r\n")
    place.write("notes/photo.png", bytes(range(256)))
    place.write(".gitignore", "/usage/\n")
    place.write("usage/laptop.jsonl", "{}\n")
    place.write("facts/broken.jsonl", b"\xff\xfe not text")
    backup = made(opened, tmp_path / "backups")
    assert backup.path.name == "memvault-vault_small-2026-11-30T040000Z.tar.gz"
    assert (backup.read_back, backup.encrypted, backup.left_out) == (True, False, ())
    restored = restore_backup(backup.path, tmp_path / "again")
    assert contents(tmp_path / "again") == contents(place.root)
    assert restored.files == backup.files == len(contents(place.root))
    assert backup.path.stat().st_mode & 0o077 == 0
    assert [each.name for each in backup.path.parent.iterdir()] == [backup.path.name]


def test_tar_alone_can_read_it(opened: Vault, tmp_path: Path) -> None:
    backup = made(opened, tmp_path / "vault.tar.gz")
    with tarfile.open(backup.path) as tar:
        assert {"vault.yaml", "facts/all.jsonl", "memvault-backup.json"} <= set(tar.getnames())


def test_repositories_temporary_files_and_links_are_left_out(
    place: Place, opened: Vault, tmp_path: Path
) -> None:
    place.write(".git/config", "x")
    place.write(".stfolder/x", "x")
    place.write("facts/.memvault-0123456789abcdef.tmp", "x")
    (place.root / "notes").mkdir()
    (place.root / "notes/out.md").symlink_to("/etc/passwd")
    (place.root / "elsewhere").symlink_to(tmp_path, target_is_directory=True)
    backup = made(opened, tmp_path / "backups")
    assert sorted(backup.left_out) == ["elsewhere", "notes/out.md"]
    restore_backup(backup.path, tmp_path / "again")
    assert set(contents(tmp_path / "again")) == {"vault.yaml", "facts/all.jsonl"}


def test_no_backup_inside_the_vault(place: Place, opened: Vault) -> None:
    with pytest.raises(BackupFailed, match="inside"):
        made(opened, place.root / "backups")
    assert not (place.root / "backups").exists()


def test_a_file_that_is_there_is_not_overwritten(opened: Vault, tmp_path: Path) -> None:
    (tmp_path / "vault.tar.gz").write_text("mine")
    with pytest.raises(BackupFailed):
        made(opened, tmp_path / "vault.tar.gz")
    assert (tmp_path / "vault.tar.gz").read_text() == "mine"


def test_the_same_vault_gives_the_same_file(opened: Vault, tmp_path: Path) -> None:
    one, other = (made(opened, tmp_path / name / "vault.tar.gz") for name in ("a", "b"))
    assert one.path.read_bytes() == other.path.read_bytes()


def test_the_last_of_each_of_the_latest_days_is_kept(opened: Vault, tmp_path: Path) -> None:
    for hours in range(0, 24 * 5, 8):
        made(opened, tmp_path, now=NOW + timedelta(hours=hours))
    (tmp_path / "memvault-other-2026-01-01T000000Z.tar.gz").write_text("another vault")
    (tmp_path / "memvault-vault_small-notes.txt").write_text("mine")
    last = made(opened, tmp_path, now=NOW + timedelta(days=5), keep=3)
    names = [each.name for each in backups_in(tmp_path, "vault_small")]
    assert [name[len("memvault-vault_small-") :][:13] for name in names] == [
        "2026-12-03T20",
        "2026-12-04T20",
        "2026-12-05T04",
    ]
    assert len(last.removed) == 13
    assert (tmp_path / "memvault-other-2026-01-01T000000Z.tar.gz").exists()
    assert (tmp_path / "memvault-vault_small-notes.txt").exists()


def test_a_backup_that_fails_throws_nothing_away(
    opened: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made(opened, tmp_path)

    def broken(*_: object) -> None:
        raise BackupFailed(tmp_path, "read back wrongly")

    monkeypatch.setattr("vault.api.backup.verify", broken)
    with pytest.raises(BackupFailed):
        made(opened, tmp_path, now=NOW + timedelta(days=1), keep=1)
    assert list(tmp_path.glob("memvault-*")) == [first.path]
    assert [each for each in tmp_path.iterdir() if each.name.startswith(".memvault")] == []


@pytest.mark.parametrize("damage", ["cut", "flipped", "not ours", "empty"])
def test_a_damaged_backup_restores_nothing(opened: Vault, tmp_path: Path, damage: str) -> None:
    backup = made(opened, tmp_path / "vault.tar.gz").path
    data = bytearray(backup.read_bytes())
    if damage == "cut":
        data = data[: len(data) // 2]
    elif damage == "flipped":
        data[len(data) // 2] ^= 0xFF
    elif damage == "not ours":
        data = bytearray(b"PK\x03\x04 something else")
    else:
        data = bytearray()
    backup.write_bytes(data)
    for attempt in (
        lambda: verify_backup(backup, Keys()),
        lambda: restore_backup(backup, tmp_path / "again"),
        lambda: opened.merge_backup(backup, now=NOW),
    ):
        with pytest.raises(BackupFailed):
            attempt()
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize("name", ["../evil", "/etc/evil", "a/../../evil", ".git/hooks/pre-commit", "x\\y"])
def test_paths_that_lead_out_of_the_vault(opened: Vault, tmp_path: Path, name: str) -> None:
    import hashlib
    import io

    evil = tmp_path / "evil.tar.gz"
    manifest = {
        "version": 1, "vault": "v", "at": "", "left_out": [], "files": {name: hashlib.sha256(b"x").hexdigest()}
    }  # fmt: skip
    with tarfile.open(evil, "w:gz") as tar:
        for member, data in ((name, b"x"), ("memvault-backup.json", json.dumps(manifest).encode())):
            facts = tarfile.TarInfo(member)
            facts.size = len(data)
            tar.addfile(facts, io.BytesIO(data))
    with pytest.raises(BackupFailed, match="no file of a vault"):
        restore_backup(evil, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_a_folder_that_is_not_empty_is_left_alone(opened: Vault, tmp_path: Path) -> None:
    backup = made(opened, tmp_path / "vault.tar.gz").path
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").write_text("mine")
    with pytest.raises(BackupFailed, match="not empty"):
        restore_backup(backup, tmp_path / "full")
    assert contents(tmp_path / "full") == {"mine.txt": b"mine"}
    (tmp_path / "empty").mkdir()
    assert restore_backup(backup, tmp_path / "empty").root == tmp_path / "empty"


def test_memories_that_are_written_meanwhile_are_whole(place: Place, opened: Vault, tmp_path: Path) -> None:
    """A backup holds the state between two writes: a memory that replaces another one, and the other one's end."""
    done = threading.Event()

    def write() -> None:
        for number in range(12):
            opened.remember(f"住在{number}号楼", key="住址", value=f"{number}号楼", now=NOW)
        done.set()

    thread = threading.Thread(target=write)
    thread.start()
    backups = []
    while not done.is_set() and len(backups) < 6:
        backups.append(made(opened, tmp_path / f"{len(backups)}.tar.gz").path)
    thread.join()
    assert backups
    for number, backup in enumerate(backups):
        root = tmp_path / f"again{number}"
        restore_backup(backup, root)
        lines = [
            json.loads(line)
            for path in root.rglob("*.jsonl")
            for line in path.read_text("utf-8").splitlines()
        ]
        homes = [each for each in lines if each.get("key") == "住址"]
        assert len([each for each in homes if "status" not in each]) == min(1, len(homes))
        assert len({each["id"] for each in homes}) == len(homes)


@pytest.fixture
def key(tmp_path: Path) -> tuple[str, Path]:
    """A recipient, and the file with its secret key."""
    pyrage = pytest.importorskip("pyrage")
    identity = pyrage.x25519.Identity.generate()
    file = tmp_path / "key.txt"
    file.write_text(f"# created: today\n{identity}\n")
    return str(identity.to_public()), file


def test_encrypted_for_a_key(opened: Vault, place: Place, tmp_path: Path, key: tuple[str, Path]) -> None:
    recipient, file = key
    blind = made(opened, tmp_path / "blind", keys=keys_of([recipient]))
    assert (blind.path.suffix, blind.encrypted, blind.read_back) == (".age", True, False)
    seen = made(opened, tmp_path / "seen", keys=keys_of([recipient], None, [file]))
    assert seen.read_back
    assert b"facts" not in blind.path.read_bytes()
    with pytest.raises(BackupFailed, match="encrypted"):
        restore_backup(blind.path, tmp_path / "again")
    restore_backup(blind.path, tmp_path / "again", keys=keys_of((), None, [file]))
    assert contents(tmp_path / "again") == contents(place.root)
    with opened_backup(blind.path, keys_of((), None, [file])) as plain:
        left = plain
    assert not left.exists()


def test_encrypted_with_a_passphrase(opened: Vault, tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    right.write_text("correct horse\n")
    wrong.write_text("battery staple\n")
    backup = made(opened, tmp_path / "vault.age", keys=keys_of((), right))
    assert backup.read_back
    with pytest.raises(BackupFailed, match="decrypted"):
        verify_backup(backup.path, keys_of((), wrong))
    assert verify_backup(backup.path, keys_of((), right)).vault_id == "vault_small"


def test_keys_that_are_none(opened: Vault, tmp_path: Path, key: tuple[str, Path]) -> None:
    recipient, file = key
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(ConfigError):
        made(opened, tmp_path / "x.age", keys=keys_of(["age1nonsense"]))
    for arguments in (([recipient], file), ((), tmp_path / "empty"), ((), tmp_path / "nowhere")):
        with pytest.raises(ConfigError):
            keys_of(*arguments)
    assert list(tmp_path.glob("*.age")) == []


def test_without_pyrage_it_is_said_what_to_install(
    opened: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyrage", None)
    with pytest.raises(ConfigError, match="pyrage") as caught:
        back_up(opened._resources, tmp_path, keys=Keys(("age1x",)), now=NOW)
    assert "memvault[backup]" in caught.value.hint
