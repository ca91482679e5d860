"""A disk that does not do as it is told: read-only, full, suddenly empty."""

from __future__ import annotations

import contextlib
import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

import vault
from tests.bad_input.conftest import GOOD, QUESTION, Place
from vault.errors import VaultVanished

MEMORIES = 1000


def many(place: Place) -> None:
    lines = (
        json.dumps({"id": f"mem_{n:04}", "content": f"第 {n} 号储物柜里是第 {n} 批茶叶"}, ensure_ascii=False)
        for n in range(MEMORIES)
    )
    place.write("facts/lockers.jsonl", "\n".join(lines) + "\n")


def counted(place: Place) -> int:
    with vault.open(place.root) as memory:
        return len(memory.list())


@contextlib.contextmanager
def read_only(place: Place) -> Iterator[None]:
    paths = [place.root, *place.root.rglob("*")]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        yield
    finally:
        for path in paths:
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_a_vault_that_cannot_be_written_is_read(place: Place) -> None:
    with read_only(place):
        before = place.snapshot()
        assert place.answer("recall", QUESTION)["hits"][0]["content"] == GOOD
        assert place.answer("check") == {"problems": []}
        assert place.snapshot() == before


def test_repairing_a_vault_that_cannot_be_written_says_so(place: Place) -> None:
    place.write("facts/a.jsonl", '{"content": "没有编号的一条"}\n')
    with read_only(place):
        before = place.snapshot()
        result = place.command("check", "--fix", "--yes")
        assert result.returncode == 3
        assert "facts/a.jsonl" in result.stderr
        assert "Traceback" not in result.stderr
        assert place.snapshot() == before


def test_repairing_on_a_full_disk_leaves_the_old_bytes(place: Place) -> None:
    """No file of the child may grow beyond 4 KB: writing the repaired file fails in the middle."""
    lines = "".join(f'{{"content": "没有编号的第 {n} 条"}}\n' for n in range(400))
    place.write("facts/a.jsonl", lines)
    place.command("index")
    before = place.snapshot()
    result = subprocess.run(
        [sys.executable, "-c", _FULL_DISK, str(place.root)],
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert result.stdout.splitlines() == ["written: ()", "refused: facts/a.jsonl WriteFailed"], result.stderr
    assert place.snapshot() == before


_FULL_DISK = """
import resource, signal, sys
import vault

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with vault.open(sys.argv[1]) as memory:
    plan = memory.plan_repairs()
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, most))
    done = memory.apply_repairs(plan)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    print("written:", done.written)
    for path, error in done.failed:
        print("refused:", path, type(error).__name__)
"""


def test_an_emptied_vault_stops_the_run_and_keeps_the_index(place: Place) -> None:
    many(place)
    assert counted(place) == MEMORIES + 1
    aside = place.root.parent / "aside"
    shutil.move(place.root / "facts", aside)
    (place.root / "facts").mkdir()

    with pytest.raises(VaultVanished), vault.open(place.root) as memory:
        memory.index()
    result = place.command("index")
    assert result.returncode == 3
    assert result.stderr.strip()

    shutil.rmtree(place.root / "facts")
    shutil.move(aside, place.root / "facts")
    assert counted(place) == MEMORIES + 1


def test_a_vault_that_is_gone_stops_the_run(place: Place) -> None:
    many(place)
    counted(place)
    aside = place.root.parent / "aside"
    place.root.rename(aside)
    result = place.command("index")
    assert result.returncode in {2, 3}
    assert "Traceback" not in result.stderr
    aside.rename(place.root)
    assert place.recalled(QUESTION)[:1] == [GOOD]


def test_emptied_on_purpose_is_believed_when_told_so(place: Place) -> None:
    place.see()
    (place.root / "facts" / "good.jsonl").unlink()
    result = place.command("index", "--rebuild")
    assert result.returncode in {0, 3}, result.stderr
    assert place.recalled(QUESTION) == []


def test_a_full_disk_while_indexing_is_told_and_healed(place: Place) -> None:
    many(place)
    result = subprocess.run(
        [sys.executable, "-m", "vault", "--vault", str(place.root), "index"],
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, 64 * 1024)),
    )
    assert result.returncode not in {0, 1}
    assert "Traceback" not in result.stderr
    assert counted(place) == MEMORIES + 1
