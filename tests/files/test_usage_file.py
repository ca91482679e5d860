from __future__ import annotations

import multiprocessing
import os
from datetime import datetime, timezone
from pathlib import Path

import pytest

from tests.files.conftest import put, snapshot
from vault.errors import OutsideVault, UnparsedFile, VaultVanished, WriteFailed
from vault.files import usage_file
from vault.files.lock import WriteLock, write_lock
from vault.files.usage_file import add_usage, usage_path
from vault.format.usage_line import format_usage, parse_usage
from vault.model.usage import Usage

PATH = "usage/mac.jsonl"
WHEN = datetime(2026, 11, 29, tzinfo=timezone.utc)
ONE = Usage("mem_1", hits=1, last_hit_at=WHEN)


@pytest.fixture
def vault(root: Path) -> Path:
    put(root, "vault.yaml", "format: 1\nid: vault_u\n")
    return root


def counted(vault: Path) -> dict[str, Usage]:
    return dict(parse_usage((vault / PATH).read_bytes(), path=PATH).usage)


def test_a_device_has_a_file_of_its_own() -> None:
    assert usage_path("laptop-x1y2") == "usage/laptop-x1y2.jsonl"
    assert usage_path("../林") == "usage/林.jsonl"


def test_counts_are_added(vault: Path, lock: WriteLock) -> None:
    add_usage(vault, PATH, [ONE, Usage("note_a", useful=1)], lock=lock)
    add_usage(vault, PATH, [ONE], lock=lock)
    assert counted(vault) == {
        "mem_1": Usage("mem_1", hits=2, last_hit_at=WHEN),
        "note_a": Usage("note_a", useful=1),
    }


def test_nothing_to_add_makes_no_file(vault: Path, lock: WriteLock) -> None:
    before = snapshot(vault)
    add_usage(vault, PATH, [], lock=lock)
    assert snapshot(vault) == before


def test_a_line_that_a_crash_cut_short_costs_only_itself(vault: Path, lock: WriteLock) -> None:
    put(vault, PATH, b'{"id": "mem_1", "hits": 4}\n{"id": "mem_1", "hi')
    add_usage(vault, PATH, [ONE], lock=lock)
    assert counted(vault)["mem_1"].hits == 5


def test_a_file_that_has_grown_is_added_up(
    vault: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage_file, "SUM_BYTES", 1000)
    for _ in range(40):
        add_usage(vault, PATH, [ONE, Usage("mem_2", hits=1)], lock=lock)
    assert {each.hits for each in counted(vault).values()} == {40}
    assert len((vault / PATH).read_bytes()) < 1200


def test_a_large_file_of_many_memories_is_not_rewritten_each_time(
    vault: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(usage_file, "SUM_BYTES", 1000)
    data = b"".join(format_usage(Usage(f"mem_{n}", hits=1)).encode() + b"\n" for n in range(50))
    place = put(vault, PATH, data)
    inode = place.stat().st_ino
    add_usage(vault, PATH, [ONE], lock=lock)
    assert place.read_bytes().startswith(data)
    assert place.stat().st_ino == inode


def test_what_was_added_stays_when_it_cannot_be_added_up(
    vault: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> str:
        raise WriteFailed(vault / PATH, "No space left on device")

    monkeypatch.setattr(usage_file, "SUM_BYTES", 1)
    monkeypatch.setattr(usage_file, "replace_file", full)
    add_usage(vault, PATH, [ONE, ONE], lock=lock)
    assert counted(vault)["mem_1"].hits == 2


def test_a_vault_that_is_not_there_is_not_made(root: Path, lock: WriteLock) -> None:
    with pytest.raises(VaultVanished):
        add_usage(root, PATH, [ONE], lock=lock)
    with pytest.raises(VaultVanished):
        add_usage(root / "unmounted", PATH, [ONE], lock=lock)
    assert snapshot(root) == {}


def test_a_file_that_is_not_understood_is_left_alone(vault: Path, lock: WriteLock) -> None:
    line = format_usage(ONE).encode() + b"\n"
    for data in (b"<<<<<<< ours\n" + line + b"=======\n" + line + b">>>>>>> theirs\n", "记".encode("utf-16")):
        place = put(vault, PATH, data)
        with pytest.raises(UnparsedFile):
            add_usage(vault, PATH, [ONE], lock=lock)
        assert place.read_bytes() == data


def test_a_link_out_of_the_vault_is_not_followed(vault: Path, tmp_path: Path, lock: WriteLock) -> None:
    elsewhere = put(tmp_path, "elsewhere.jsonl")
    (vault / "usage").mkdir()
    (vault / PATH).symlink_to(elsewhere)
    with pytest.raises(OutsideVault):
        add_usage(vault, PATH, [ONE], lock=lock)
    assert elsewhere.read_bytes() == b""


def _count(vault: Path, lock_path: Path, times: int) -> None:
    usage_file.SUM_BYTES = 500
    for _ in range(times):
        with write_lock(lock_path, 60) as lock:
            add_usage(vault, PATH, [ONE, Usage(f"mem_{os.getpid()}", hits=1)], lock=lock)


def test_several_processes_of_a_device_lose_no_count(vault: Path, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_count, args=(vault, tmp_path / "write.lock", 20)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    totals = counted(vault)
    assert totals.pop("mem_1").hits == 60
    assert [each.hits for each in totals.values()] == [20, 20, 20]
