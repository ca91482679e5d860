from __future__ import annotations

import errno
import hashlib
import os
from pathlib import Path

import pytest

from tests.files.conftest import allowed, put
from vault.errors import OutsideVault, ReadFailed
from vault.files import fingerprint
from vault.files.fingerprint import fingerprint_of, locate, read_file


def test_a_file_is_read_whole_with_fingerprint_and_stat(root: Path) -> None:
    data = "用户养了一只名叫年糕的猫\r\n\x00".encode()
    stat = put(root, "facts/猫.jsonl", data).stat()
    read = read_file(root, "facts/猫.jsonl")
    assert read.data == data
    assert read.fingerprint == hashlib.sha256(data).hexdigest() == fingerprint_of(data)
    assert (read.size, read.mtime_ns) == (len(data), stat.st_mtime_ns)


def test_an_empty_file_has_a_fingerprint(root: Path) -> None:
    put(root, "facts/a.jsonl")
    assert read_file(root, "facts/a.jsonl").fingerprint == hashlib.sha256(b"").hexdigest()


def test_a_missing_file_is_told_from_a_refused_one(root: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_file(root, "facts/gone.jsonl")
    put(root, "folder-once", "now a file")
    with pytest.raises(FileNotFoundError):
        read_file(root, "folder-once/a.md")
    (root / "notes.md").mkdir()
    with pytest.raises(ReadFailed, match="not a regular file"):
        read_file(root, "notes.md")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_fifo_is_refused_without_being_opened(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(root / "y.jsonl")
    monkeypatch.setattr(os, "open", lambda *_, **__: pytest.fail("opened"))
    with pytest.raises(ReadFailed, match="not a regular file"):
        read_file(root, "y.jsonl")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_fifo_that_takes_a_files_place_does_not_block(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = put(root, "y.jsonl", "{}")
    real = os.open

    def swapped(path: str, flags: int) -> int:
        place.unlink()
        os.mkfifo(place)
        return real(path, flags)

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(ReadFailed, match="not a regular file"):
        read_file(root, "y.jsonl")


def test_an_unreadable_file_is_named_with_its_reason(ordinary_folder: Path) -> None:
    place = put(ordinary_folder, "facts/me.jsonl", "{}")
    place.chmod(0)
    if allowed(place, os.R_OK):
        pytest.skip("permissions do not count here")
    with pytest.raises(ReadFailed) as caught:
        read_file(ordinary_folder, "facts/me.jsonl")
    assert "facts/me.jsonl" in str(caught.value)
    assert caught.value.reason == os.strerror(errno.EACCES)


def test_a_disk_error_is_named_with_its_reason(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(root, "a.jsonl", "{}")

    def broken(*_: object) -> int:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "open", broken)
    with pytest.raises(ReadFailed, match=r"a\.jsonl"):
        read_file(root, "a.jsonl")


def test_a_file_that_changes_while_it_is_read_is_read_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put(root, "a.jsonl", "one\n")
    real, changes = os.fstat, [b"two\n", b""]

    def fstat(descriptor: int) -> os.stat_result:
        result = real(descriptor)
        if changes:
            with place.open("ab") as file:
                file.write(changes.pop(0))
        return result

    monkeypatch.setattr(os, "fstat", fstat)
    read = read_file(root, "a.jsonl")
    assert read.data == b"one\ntwo\n"
    assert read.size == 8


def test_a_file_that_never_rests_comes_with_a_stat_that_looks_old(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put(root, "a.jsonl", "0")
    real = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        result = real(descriptor)
        with place.open("ab") as file:
            file.write(b"x")
        return result

    monkeypatch.setattr(os, "fstat", fstat)
    read = read_file(root, "a.jsonl")
    assert read.size < place.stat().st_size


@pytest.mark.parametrize("path", ["../x", "a/../../x", "/etc/passwd", "", "a\x00b"])
def test_paths_out_of_the_vault_are_refused(root: Path, path: str) -> None:
    with pytest.raises(OutsideVault):
        read_file(root, path)


def test_links_out_of_the_vault_are_refused(root: Path, tmp_path: Path) -> None:
    put(tmp_path, "outside/secret.md", "x")
    (root / "folder").symlink_to(tmp_path / "outside")
    (root / "file.md").symlink_to(tmp_path / "outside" / "secret.md")
    for path in ("folder/secret.md", "folder/new.md", "file.md"):
        with pytest.raises(OutsideVault):
            locate(root, path)


def test_links_inside_the_vault_lead_to_the_real_place(root: Path) -> None:
    put(root, "drafts/idea.md", "想法")
    (root / "notes").mkdir()
    (root / "notes" / "idea.md").symlink_to("../drafts/idea.md")
    assert locate(root, "notes/idea.md") == Path(os.path.realpath(root)) / "drafts" / "idea.md"
    assert read_file(root, "notes/idea.md").data == "想法".encode()


def test_a_missing_file_has_a_place(root: Path) -> None:
    assert locate(root, "facts/auto/new.jsonl") == Path(os.path.realpath(root)) / "facts/auto/new.jsonl"
    assert fingerprint.locate(root, "名字/a.md").name == "a.md"
