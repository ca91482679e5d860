"""Where the index of a vault lives."""

from __future__ import annotations

from pathlib import Path

from vault.index.location import index_folder


def test_two_copies_with_one_id_have_two_indexes(tmp_path: Path) -> None:
    first = index_folder(tmp_path, "vault_1", tmp_path / "a")
    second = index_folder(tmp_path, "vault_1", tmp_path / "b")
    assert first != second
    assert first.parent == tmp_path / "index"
    assert first.name.startswith("vault_1-")


def test_a_vault_has_one_index_by_whatever_path(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert index_folder(tmp_path, "v", tmp_path / "link") == index_folder(tmp_path, "v", tmp_path / "a")


def test_an_id_cannot_lead_out_of_the_cache(tmp_path: Path) -> None:
    folder = index_folder(tmp_path, "../../etc/passwd", tmp_path)
    assert folder.parent == tmp_path / "index"
    assert index_folder(tmp_path, "", tmp_path).name.startswith("vault-")
