from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.api.conftest import Place, make_place
from vault.api.copies import former_index_folders, is_of_another_vault, note_folder, other_copies
from vault.index.location import index_folder


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


def test_the_index_of_a_former_place_is_known_by_the_id_that_is_not_there(
    place: Place, tmp_path: Path, indexes: Path
) -> None:
    folders = {
        name: index_folder(tmp_path, "vault_small", tmp_path / name) for name in ("now", "gone", "copy")
    }
    note_folder(folders["now"], place.root)
    note_folder(folders["gone"], tmp_path / "gone")
    shutil.copytree(place.root, tmp_path / "copy")
    note_folder(folders["copy"], tmp_path / "copy")
    note_folder(index_folder(tmp_path, "vault_other", tmp_path / "x"), tmp_path / "x")
    assert former_index_folders(indexes, "vault_small", folders["now"]) == (folders["gone"],)


def test_the_index_of_another_vault_is_known_as_such(place: Place, tmp_path: Path, indexes: Path) -> None:
    other = make_place(tmp_path / "other")
    other.write("vault.yaml", "format: 1\nid: vault_other\n")
    note_folder(indexes / "a", place.root)
    note_folder(indexes / "b", other.root)
    note_folder(indexes / "c", tmp_path / "gone")
    names = [name for name in "abcd" if is_of_another_vault(indexes / name, "vault_small")]
    assert names == ["b"]
