from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Isolated
from vault.api.ledger_file import ledger_path, open_ledger
from vault.errors import WriteFailed


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return vault_at(tmp_path / "vault")


def vault_at(root: Path) -> Path:
    root.mkdir()
    (root / "vault.yaml").touch()
    return root


def put(path: Path, root: Path, digest: bytes) -> None:
    with closing(open_ledger(path, root)) as ledger:
        ledger.execute("INSERT INTO turn VALUES (NULL, ?, NULL, 1, x'00', NULL, 3)", (digest,))


def digests(path: Path, root: Path) -> list[bytes]:
    with closing(open_ledger(path, root)) as ledger:
        return [digest for (digest,) in ledger.execute("SELECT digest FROM turn")]


def test_it_is_state_and_not_cache(root: Path, isolated: Isolated) -> None:
    path = ledger_path("vault_a", root)
    assert path.parent == isolated.state / "capture"
    put(path, root, b"one")
    assert digests(path, root) == [b"one"]


def test_each_place_has_its_own(root: Path, tmp_path: Path) -> None:
    copy = vault_at(tmp_path / "copy")
    put(ledger_path("vault_a", root), root, b"one")
    assert digests(ledger_path("vault_a", copy), copy) == []
    assert digests(ledger_path("vault_a", root), root) == [b"one"]


def test_a_vault_that_was_moved_brings_its_own(root: Path, tmp_path: Path) -> None:
    put(ledger_path("vault_a", root), root, b"one")
    moved = root.rename(tmp_path / "moved")
    assert digests(ledger_path("vault_b", moved), moved) == []
    assert digests(ledger_path("vault_a", moved), moved) == [b"one"]


def test_a_broken_one_is_begun_anew(root: Path) -> None:
    path = ledger_path("vault_a", root)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no database at all" * 100)
    assert digests(path, root) == []
    assert path.with_suffix(".broken").exists()


def test_one_of_another_version_is_begun_anew(root: Path) -> None:
    path = ledger_path("vault_a", root)
    put(path, root, b"one")
    with closing(sqlite3.connect(path)) as ledger:
        ledger.execute("PRAGMA user_version = 99")
    assert digests(path, root) == []


def test_where_nothing_can_be_written_it_says_so(root: Path, isolated: Isolated) -> None:
    isolated.state.mkdir(parents=True)
    (isolated.state / "capture").write_text("in the way")
    with pytest.raises(WriteFailed):
        open_ledger(ledger_path("vault_a", root), root)
