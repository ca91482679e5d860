from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.files.conftest import put
from vault.errors import ChangedOnDisk, WriteFailed
from vault.files.system_calls import (
    read_part,
    regular_stat,
    sync_folder,
    unlink_quietly,
    write_all,
    write_failed,
    write_failures,
)


def test_the_reason_of_a_failed_write_is_the_systems(tmp_path: Path) -> None:
    with pytest.raises(WriteFailed) as caught, write_failures(tmp_path / "a.md"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert caught.value.path == tmp_path / "a.md"
    assert caught.value.reason == os.strerror(errno.ENOSPC)
    assert caught.value.hint == "free some space, then try again"


@pytest.mark.parametrize("error", [OSError("no number"), OSError(errno.EIO, "Input/output error")])
def test_a_reason_without_advice_is_told_all_the_same(tmp_path: Path, error: OSError) -> None:
    failed = write_failed(tmp_path, error)
    assert failed.hint == ""
    assert failed.reason in {"no number", "Input/output error"}


def test_our_own_faults_pass(tmp_path: Path) -> None:
    with pytest.raises(ChangedOnDisk), write_failures(tmp_path):
        raise ChangedOnDisk(tmp_path)


def test_only_regular_files_have_a_stat(root: Path) -> None:
    assert regular_stat(root / "gone") is None
    found = regular_stat(put(root, "a.md", "abc"))
    assert found is not None
    assert found.st_size == 3
    with pytest.raises(WriteFailed, match="not a regular file"):
        regular_stat(root)


def test_short_writes_and_reads_are_completed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = put(root, "a")
    real_write, real_read = os.write, os.read
    monkeypatch.setattr(os, "write", lambda descriptor, data: real_write(descriptor, data[:3]))
    monkeypatch.setattr(os, "read", lambda descriptor, length: real_read(descriptor, min(length, 2)))
    descriptor = os.open(place, os.O_RDWR)
    try:
        write_all(descriptor, b"0123456789")
        assert read_part(descriptor, 2, 5) == b"23456"
        assert read_part(descriptor, 8, 5) == b"89"
    finally:
        os.close(descriptor)


def test_unlinking_and_syncing_forgive(root: Path) -> None:
    unlink_quietly(root / "gone")
    unlink_quietly(root)
    sync_folder(root / "gone")
    assert root.is_dir()
