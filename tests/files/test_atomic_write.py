from __future__ import annotations

import contextlib
import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.files.conftest import allowed, put, snapshot
from vault.errors import ChangedOnDisk, WriteFailed
from vault.files.atomic_write import replace_file, rewrite_file, write_new
from vault.files.fingerprint import fingerprint_of
from vault.files.lock import WriteLock, write_lock

OLD = "旧的\n".encode()
NEW = "新的一行\n".encode()


def test_the_content_is_replaced_and_nothing_is_left_beside(root: Path, lock: WriteLock) -> None:
    place = put(root, "notes/a.md", OLD)
    assert replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock) == fingerprint_of(NEW)
    assert snapshot(root) == {"notes/a.md": NEW}


def test_a_new_file_is_made_with_its_folders(root: Path, lock: WriteLock) -> None:
    replace_file(root / "facts" / "家" / "a.jsonl", NEW, expected=None, lock=lock)
    assert snapshot(root) == {"facts/家/a.jsonl": NEW}


def test_other_content_than_expected_is_never_overwritten(root: Path, lock: WriteLock) -> None:
    place = put(root, "a.md", OLD)
    for expected in (fingerprint_of(b"else"), None):
        with pytest.raises(ChangedOnDisk):
            replace_file(place, NEW, expected=expected, lock=lock)
    with pytest.raises(ChangedOnDisk):
        replace_file(root / "gone.md", NEW, expected=fingerprint_of(OLD), lock=lock)
    assert snapshot(root) == {"a.md": OLD}


def test_the_same_content_is_not_written_again(root: Path, lock: WriteLock) -> None:
    place = put(root, "a.md", OLD)
    before = place.stat()
    replace_file(place, OLD, expected=fingerprint_of(OLD), lock=lock)
    assert (place.stat().st_ino, place.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_save_in_the_last_moment_is_not_overwritten(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put(root, "a.md", OLD)
    real = os.fsync

    def save_meanwhile(descriptor: int) -> None:
        real(descriptor)
        place.write_bytes(b"saved by an editor\n")

    monkeypatch.setattr(os, "fsync", save_meanwhile)
    with pytest.raises(ChangedOnDisk):
        replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert snapshot(root) == {"a.md": b"saved by an editor\n"}


def test_a_file_made_in_the_last_moment_is_not_overwritten(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def make_meanwhile(descriptor: int) -> None:
        real(descriptor)
        (root / "a.md").write_bytes(b"made by a sync tool\n")

    monkeypatch.setattr(os, "fsync", make_meanwhile)
    with pytest.raises(ChangedOnDisk):
        replace_file(root / "a.md", NEW, expected=None, lock=lock)
    assert snapshot(root) == {"a.md": b"made by a sync tool\n"}


def test_a_file_removed_in_the_last_moment_is_not_brought_back(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put(root, "a.md", OLD)
    real = os.fsync

    def remove_meanwhile(descriptor: int) -> None:
        real(descriptor)
        place.unlink(missing_ok=True)

    monkeypatch.setattr(os, "fsync", remove_meanwhile)
    with pytest.raises(ChangedOnDisk):
        replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert snapshot(root) == {}


@pytest.mark.parametrize("no_links", [errno.EPERM, errno.EOPNOTSUPP])
def test_a_disk_without_hard_links_will_do(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch, no_links: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(no_links, os.strerror(no_links))

    monkeypatch.setattr(os, "link", refuse)
    replace_file(root / "a.md", NEW, expected=None, lock=lock)
    assert snapshot(root) == {"a.md": NEW}


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_permissions_are_kept(root: Path, lock: WriteLock) -> None:
    place = put(root, "a.md", OLD)
    place.chmod(0o640)
    replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert stat.S_IMODE(place.stat().st_mode) == 0o640


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="no extended attributes here")
def test_extended_attributes_are_kept(root: Path, lock: WriteLock) -> None:
    place = put(root, "a.md", OLD)
    try:
        os.setxattr(place, "user.tag", b"blue")
    except OSError:
        pytest.skip("this file system has no extended attributes")
    replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert os.getxattr(place, "user.tag") == b"blue"


def test_a_link_stays_a_link(root: Path, lock: WriteLock) -> None:
    put(root, "drafts/idea.md", OLD)
    (root / "idea.md").symlink_to("drafts/idea.md")
    replace_file(root / "idea.md", NEW, expected=fingerprint_of(OLD), lock=lock)
    assert (root / "idea.md").is_symlink()
    assert snapshot(root) == {"drafts/idea.md": NEW}


def test_a_long_name_leaves_room_for_the_file_beside(root: Path, lock: WriteLock) -> None:
    name = "名" * 84 + ".md"
    place = put(root, name, OLD)
    replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert snapshot(root) == {name: NEW}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_only_regular_files_are_written(root: Path, lock: WriteLock) -> None:
    os.mkfifo(root / "a.md")
    (root / "b.md").mkdir()
    for name in ("a.md", "b.md"):
        with pytest.raises(WriteFailed, match="not a regular file"):
            replace_file(root / name, NEW, expected=None, lock=lock)


def test_without_the_lock_nothing_is_written(root: Path, tmp_path: Path) -> None:
    with write_lock(tmp_path / "other.lock") as lock:
        pass
    with pytest.raises(RuntimeError):
        replace_file(root / "a.md", NEW, expected=None, lock=lock)
    assert snapshot(root) == {}


def test_leftovers_of_a_killed_process_are_swept_when_old(root: Path, lock: WriteLock) -> None:
    place = put(root, "a.md", OLD)
    old = put(root, ".memvault-00112233.tmp")
    young = put(root, ".memvault-44556677.tmp")
    theirs = put(root, ".other.tmp")
    for leftover in (old, theirs):
        os.utime(leftover, (place.stat().st_mtime - 7200,) * 2)
    replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert not old.exists()
    assert young.exists()
    assert theirs.exists()


# --- a system that refuses


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT])
def test_a_refused_write_leaves_the_old_file_and_nothing_beside(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch, call: str, code: int
) -> None:
    place = put(root, "a.md", OLD)

    def refuse(*_: object) -> int:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, refuse)
        with pytest.raises(WriteFailed) as caught:
            replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert os.strerror(code) in str(caught.value)
    assert "the file is as it was" in str(caught.value)
    assert snapshot(root) == {"a.md": OLD}


def test_a_disk_that_fills_up_halfway_leaves_the_old_file(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put(root, "a.md", OLD)
    real, calls = os.write, iter([3])

    def write(descriptor: int, data: memoryview) -> int:
        room = next(calls, 0)
        if not room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(descriptor, data[:room])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        with pytest.raises(WriteFailed):
            replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert snapshot(root) == {"a.md": OLD}


def test_a_write_protected_file_is_left_alone(ordinary_folder: Path) -> None:
    place = put(ordinary_folder, "a.md", OLD)
    place.chmod(0o444)
    if allowed(place, os.W_OK):
        pytest.skip("permissions do not count here")
    with write_lock(ordinary_folder / "lock") as lock, pytest.raises(WriteFailed, match="write-protected"):
        replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
    assert place.read_bytes() == OLD


def test_a_write_protected_folder_is_left_alone(ordinary_folder: Path) -> None:
    put(ordinary_folder, "vault.yaml")
    place = put(ordinary_folder, "notes/a.md", OLD)
    place.parent.chmod(0o555)
    if allowed(place.parent, os.W_OK):
        pytest.skip("permissions do not count here")
    with write_lock(ordinary_folder / "lock") as lock:
        with pytest.raises(WriteFailed, match="Permission denied"):
            replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
        with pytest.raises(WriteFailed):
            replace_file(place.parent / "new" / "b.md", NEW, expected=None, lock=lock)
        assert not (place.parent / "new").exists()
    assert place.read_bytes() == OLD


@contextlib.contextmanager
def mounted(folder: Path, options: str) -> Iterator[None]:
    """A small file system of its own at `folder`; skips where mounting is not allowed."""
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=10)
    except FileNotFoundError:
        pytest.skip("no mount command")
    if done.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], capture_output=True, check=True, timeout=10)


def test_a_disk_that_really_is_full(root: Path, lock: WriteLock) -> None:
    with mounted(root, "size=64k"):
        place = put(root, "a.md", OLD)
        with pytest.raises(WriteFailed) as caught:
            replace_file(place, b"x" * 200_000, expected=fingerprint_of(OLD), lock=lock)
        assert caught.value.reason == os.strerror(errno.ENOSPC)
        assert snapshot(root) == {"a.md": OLD}
        replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
        assert snapshot(root) == {"a.md": NEW}


def test_a_disk_that_really_is_read_only(root: Path, lock: WriteLock) -> None:
    with mounted(root, "size=64k"):
        place = put(root, "a.md", OLD)
        subprocess.run(["mount", "-o", "remount,ro", str(root)], check=True, timeout=10)
        with pytest.raises(WriteFailed) as caught:
            replace_file(place, NEW, expected=fingerprint_of(OLD), lock=lock)
        assert caught.value.path == place
        with pytest.raises(WriteFailed) as caught:
            replace_file(root / "b.md", NEW, expected=None, lock=lock)
        assert caught.value.reason == os.strerror(errno.EROFS)
        assert snapshot(root) == {"a.md": OLD}


# --- making and rewriting


def test_a_new_file_never_takes_the_place_of_another(root: Path) -> None:
    assert write_new(root / "sub" / "a.md", NEW)
    assert not write_new(root / "sub" / "a.md", OLD)
    (root / "broken").symlink_to("nowhere")
    assert not write_new(root / "broken", OLD)
    assert snapshot(root) == {"sub/a.md": NEW}


def test_a_new_file_made_meanwhile_is_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fsync

    def make_meanwhile(descriptor: int) -> None:
        real(descriptor)
        (root / "a.md").write_bytes(OLD)

    monkeypatch.setattr(os, "fsync", make_meanwhile)
    assert not write_new(root / "a.md", NEW)
    assert snapshot(root) == {"a.md": OLD}


def test_rewriting_starts_over_when_another_program_was_faster(root: Path, lock: WriteLock) -> None:
    place = put(root, "a.md", "1")
    saves = iter([b"2", b"3"])

    def edit(data: bytes) -> bytes:
        save = next(saves, None)
        if save:
            place.write_bytes(save)
        return data + b"+"

    assert rewrite_file(root, "a.md", edit, lock=lock) == fingerprint_of(b"3+")
    assert snapshot(root) == {"a.md": b"3+"}


def test_rewriting_gives_up_loudly(root: Path, lock: WriteLock) -> None:
    place = put(root, "a.md", "0")

    def edit(data: bytes) -> bytes:
        place.write_bytes(data + b"x")
        return data + b"+"

    with pytest.raises(ChangedOnDisk):
        rewrite_file(root, "a.md", edit, lock=lock)
    assert snapshot(root) == {"a.md": b"0xxx"}
