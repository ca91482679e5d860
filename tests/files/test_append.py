from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.conftest import allowed, put, snapshot
from vault.errors import ChangedOnDisk, UnparsedFile, WriteFailed
from vault.files.append import append_lines
from vault.files.lock import WriteLock, write_lock

LINE = '{"content": "年糕两岁了"}'.encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", LINE + b"\n"),
        (b"a\n", b"a\n" + LINE + b"\n"),
        (b"a", b"a\n" + LINE + b"\n"),
        (b"a\r\n", b"a\r\n" + LINE + b"\r\n"),
        (b"a\r\nb", b"a\r\nb\r\n" + LINE + b"\r\n"),
        (b"a\nb\r\n", b"a\nb\r\n" + LINE + b"\r\n"),
        (b"\n", b"\n" + LINE + b"\n"),
        (b"\xef\xbb\xbf", b"\xef\xbb\xbf" + LINE + b"\n"),
        (b'{"content": "half', b'{"content": "half\n' + LINE + b"\n"),
        ('{"content": "半个字'.encode()[:-1], '{"content": "半个字'.encode()[:-1] + b"\n" + LINE + b"\n"),
        (
            b"x" * 10_000 + b"\r\n" + b"y" * 100,
            b"x" * 10_000 + b"\r\n" + b"y" * 100 + b"\r\n" + LINE + b"\r\n",
        ),
    ],
)
def test_a_line_is_added_in_the_style_of_the_file(
    root: Path, lock: WriteLock, before: bytes, after: bytes
) -> None:
    place = put(root, "facts/a.jsonl", before)
    appended = append_lines(place, (LINE,), lock=lock)
    assert place.read_bytes() == after
    assert after[appended.start :].startswith(LINE)
    assert appended.size == len(after)


def test_file_and_folders_are_made(root: Path, lock: WriteLock) -> None:
    append_lines(root / "facts" / "auto" / "笔记本" / "2026-11.jsonl", [LINE, LINE], lock=lock)
    assert snapshot(root) == {"facts/auto/笔记本/2026-11.jsonl": (LINE + b"\n") * 2}


@settings(max_examples=50)
@given(
    before=st.binary(max_size=200), lines=st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=3)
)
def test_whatever_was_there_stays_in_front(
    tmp_path_factory: pytest.TempPathFactory, before: bytes, lines: list[bytes]
) -> None:
    folder = tmp_path_factory.mktemp("append")
    place = put(folder, "a.jsonl", before)
    lines = [line.replace(b"\n", b"n").replace(b"\r", b"r") for line in lines]
    with write_lock(folder / "lock") as lock:
        try:
            append_lines(place, lines, lock=lock)
        except UnparsedFile:
            assert place.read_bytes() == before
            return
    after = place.read_bytes()
    assert after.startswith(before)
    joint = after[len(before) : len(after) - len(after[len(before) :].lstrip(b"\r\n"))]
    assert joint in {b"", b"\n", b"\r\n"}
    assert [line.rstrip(b"\r") for line in after.split(b"\n")][-len(lines) - 1 : -1] == lines


@pytest.mark.parametrize("lines", [[], [b""], [b"a\nb"], [b"a\r"], [b"a", b""]])
def test_only_whole_lines_are_taken(root: Path, lock: WriteLock, lines: list[bytes]) -> None:
    with pytest.raises(ValueError, match="whole, non-empty lines"):
        append_lines(root / "a.jsonl", lines, lock=lock)
    assert snapshot(root) == {}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_another_encoding_is_not_spoiled(root: Path, lock: WriteLock, encoding: str) -> None:
    data = '{"content": "home"}\n'.encode(encoding)
    place = put(root, "a.jsonl", data)
    with pytest.raises(UnparsedFile):
        append_lines(place, (LINE,), lock=lock)
    assert place.read_bytes() == data


def test_a_file_replaced_meanwhile_gets_the_line_too(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor saves by renaming: what was appended to the file it replaces would be lost."""
    place = put(root, "a.jsonl", "old\n")
    real, swaps = os.fsync, [b"edited\n"]

    def swap(descriptor: int) -> None:
        real(descriptor)
        if swaps:
            beside = put(root, "beside", swaps.pop())
            beside.replace(place)

    monkeypatch.setattr(os, "fsync", swap)
    append_lines(place, (LINE,), lock=lock)
    assert place.read_bytes() == b"edited\n" + LINE + b"\n"


def test_a_file_replaced_again_and_again_is_given_up_loudly(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put(root, "a.jsonl", "old\n")
    real = os.fsync

    def swap(descriptor: int) -> None:
        real(descriptor)
        put(root, "beside", "edited\n").replace(place)

    monkeypatch.setattr(os, "fsync", swap)
    with pytest.raises(ChangedOnDisk):
        append_lines(place, (LINE,), lock=lock)
    assert place.read_bytes() == b"edited\n"


@pytest.mark.parametrize("room", [0, 1, 7])
def test_a_full_disk_takes_back_what_it_took(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    place = put(root, "a.jsonl", "old\nopen end")
    real, rooms = os.write, iter([room] if room else [])

    def write(descriptor: int, data: memoryview) -> int:
        for size in rooms:
            return real(descriptor, data[:size])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(WriteFailed, match="No space left"):
        append_lines(place, (LINE,), lock=lock)
    assert place.read_bytes() == b"old\nopen end"


def test_what_another_program_added_behind_a_failed_write_stays(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = put(root, "a.jsonl", "old\n")
    real, calls = os.write, iter([4])

    def write(descriptor: int, data: memoryview) -> int:
        for size in calls:
            return real(descriptor, data[:size])
        with place.open("ab") as file:
            file.write(b"\nsomebody else's\n")
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(WriteFailed):
        append_lines(place, (LINE,), lock=lock)
    assert place.read_bytes() == b"old\n" + LINE[:4] + b"\nsomebody else's\n"


def test_a_write_protected_file_is_a_failed_write(ordinary_folder: Path) -> None:
    place = put(ordinary_folder, "a.jsonl", "old\n")
    place.chmod(0o444)
    if allowed(place, os.W_OK):
        pytest.skip("permissions do not count here")
    with write_lock(ordinary_folder / "lock") as lock, pytest.raises(WriteFailed, match="Permission denied"):
        append_lines(place, (LINE,), lock=lock)
    assert place.read_bytes() == b"old\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_fifo_is_never_opened(root: Path, lock: WriteLock) -> None:
    os.mkfifo(root / "y.jsonl")
    with pytest.raises(WriteFailed, match="not a regular file"):
        append_lines(root / "y.jsonl", (LINE,), lock=lock)


APPEND_MANY = """
import sys
from pathlib import Path
from vault.files.append import append_lines
from vault.files.lock import write_lock

folder, name = Path(sys.argv[1]), sys.argv[2]
for number in range(50):
    with write_lock(folder / "write.lock", timeout=60) as lock:
        append_lines(folder / "facts.jsonl", [f"{name} {number}".encode()], lock=lock)
"""


def test_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    names = [f"process-{number}" for number in range(4)]
    children = [subprocess.Popen([sys.executable, "-c", APPEND_MANY, str(tmp_path), name]) for name in names]
    assert [child.wait(timeout=90) for child in children] == [0] * len(names)
    lines = (tmp_path / "facts.jsonl").read_text().splitlines()
    assert sorted(lines) == sorted(f"{name} {number}" for name in names for number in range(50))
    for name in names:
        assert [line for line in lines if line.startswith(name + " ")] == [
            f"{name} {number}" for number in range(50)
        ]
