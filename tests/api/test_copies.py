from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.api.conftest import Place, make_place
from vault.api.copies import note_folder, other_copies


@pytest.fixture
def indexes(tmp_path: Path) -> Path:
    return tmp_path / "index"


def test_a_copy_that_was_opened_is_noticed(place: Place, tmp_path: Path, indexes: Path) -> None:
    copy = tmp_path / "副本"
    shutil.copytree(place.root, copy)
    note_folder(indexes / "a", place.root)
    note_folder(indexes / "b", copy)
    assert other_copies(indexes, "vault_small", place.root) == (copy,)
    assert other_copies(indexes, "vault_small", copy) == (place.root,)


def test_gone_or_changed_copies_do_not_count(place: Place, tmp_path: Path, indexes: Path) -> None:
    other = make_place(tmp_path / "other")
    note_folder(indexes / "a", tmp_path / "gone")
    note_folder(indexes / "b", other.root)
    other.write("vault.yaml", "format: 1\nid: vault_other\n")
    assert other_copies(indexes, "vault_small", place.root) == ()


def test_the_same_folder_by_another_name_is_no_copy(place: Place, tmp_path: Path, indexes: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(place.root, target_is_directory=True)
    note_folder(indexes / "a", link)
    assert other_copies(indexes, "vault_small", place.root) == ()


def test_nothing_is_known(place: Place, indexes: Path) -> None:
    assert other_copies(indexes, "vault_small", place.root) == ()
    note_folder(indexes / "a", place.root / "x")
    assert other_copies(indexes, "", place.root) == ()


def test_a_note_that_cannot_be_written_is_no_fault(place: Place, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    note_folder(tmp_path / "file" / "index", place.root)
