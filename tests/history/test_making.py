"""Planned edits are made one after the other, and a run that is cut short can be repeated."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from vault.errors import ChangedOnDisk
from vault.files.lock import WriteLock, write_lock
from vault.history.file_edit import FileEdit
from vault.history.making import make_edits

EDITS = (
    FileEdit("archive/new.jsonl", None, b"kept\n"),
    FileEdit("facts/a.jsonl", b"old\n", b"new\n"),
    FileEdit("facts/a 2.jsonl", b"copy\n", None),
)


@pytest.fixture
def lock(tmp_path: Path) -> Iterator[WriteLock]:
    with write_lock(tmp_path / "lock") as held:
        yield held


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "vault/facts").mkdir(parents=True)
    (tmp_path / "vault/vault.yaml").write_text("format: 1\nid: v\n")
    (tmp_path / "vault/facts/a.jsonl").write_bytes(b"old\n")
    (tmp_path / "vault/facts/a 2.jsonl").write_bytes(b"copy\n")
    return tmp_path / "vault"


def files(root: Path) -> dict[str, bytes]:
    return {each.relative_to(root).as_posix(): each.read_bytes() for each in root.rglob("*.jsonl")}


def test_each_file_is_named_before_it_is_written(root: Path, lock: WriteLock) -> None:
    before = [
        (path, (root / path).read_bytes() if (root / path).exists() else None)
        for path in make_edits(root, EDITS, lock=lock)
    ]
    assert before == [(each.path, each.before) for each in EDITS]
    assert files(root) == {"archive/new.jsonl": b"kept\n", "facts/a.jsonl": b"new\n"}


@pytest.mark.parametrize("made", [0, 1, 2, 3])
def test_a_run_that_was_cut_short_is_repeated(root: Path, lock: WriteLock, made: int) -> None:
    for _ in make_edits(root, EDITS[:made], lock=lock):
        pass
    for _ in make_edits(root, EDITS, lock=lock):
        pass
    assert files(root) == {"archive/new.jsonl": b"kept\n", "facts/a.jsonl": b"new\n"}


@pytest.mark.parametrize(("path", "text"), [("facts/a.jsonl", b"edited\n"), ("facts/a 2.jsonl", b"edited\n")])
def test_what_is_another_file_by_now_is_left(root: Path, lock: WriteLock, path: str, text: bytes) -> None:
    (root / path).write_bytes(text)
    with pytest.raises(ChangedOnDisk):
        list(make_edits(root, EDITS, lock=lock))
    assert (root / path).read_bytes() == text
    assert (root / "archive/new.jsonl").read_bytes() == b"kept\n"


def test_a_file_that_was_to_be_new_is_there(root: Path, lock: WriteLock) -> None:
    (root / "archive").mkdir()
    (root / "archive/new.jsonl").write_bytes(b"another\n")
    with pytest.raises(ChangedOnDisk):
        list(make_edits(root, EDITS, lock=lock))
    assert (root / "facts/a.jsonl").read_bytes() == b"old\n"
