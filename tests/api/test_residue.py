from __future__ import annotations

import shutil
from pathlib import Path

from tests.api.conftest import NOW, Place, make_place
from tests.conftest import Isolated
from vault.api.git_search import HistorySearch
from vault.api.open import open_vault
from vault.api.own_words import OwnWords
from vault.api.residue import Residue, search_residue
from vault.api.vault import Vault
from vault.files.leftovers import Needles
from vault.format.defaults import Defaults

ALL_MINE = OwnWords("lin", Defaults("lin"), shared=False)
NEEDLES = Needles(("国庆去过泉州",), lambda _: False)


def names(residue: Residue) -> set[str]:
    return {Path(each.path).name for each in residue.left}


def test_vault_index_and_folders_of_the_program_are_searched(
    place: Place, opened: Vault, isolated: Isolated
) -> None:
    opened.index(now=NOW)
    for number, folder in enumerate((isolated.state, isolated.config, isolated.cache, isolated.models / "x")):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number}.txt").write_text("国庆去过泉州", encoding="utf-8")
    place.write(".git/objects/aa/bb", "国庆去过泉州")
    place.write(".git/COMMIT_EDITMSG", "国庆去过泉州")
    found = search_residue(opened._resources, NEEDLES, ALL_MINE)
    assert names(found) == {"all.jsonl", "0.txt", "1.txt", "2.txt", "COMMIT_EDITMSG"}
    assert not found.history.complete, "git knows no such repository"


def test_copies_are_searched_and_other_vaults_are_not(place: Place, opened: Vault, tmp_path: Path) -> None:
    opened.index(now=NOW)
    shutil.copytree(place.root, tmp_path / "copy")
    other = make_place(tmp_path / "other")
    other.write("vault.yaml", "format: 1\nid: vault_other\ndefault_user: lin\n")
    for root in (tmp_path / "copy", other.root):
        with open_vault(root, use_model=False) as vault:
            vault.index(now=NOW)
            folder = vault._resources.index_folder
    left = {each.path for each in search_residue(opened._resources, NEEDLES, ALL_MINE).left}
    assert str(tmp_path / "copy" / "facts" / "all.jsonl") in left
    assert not [path for path in left if path.startswith((str(other.root), str(folder)))]


def test_the_index_is_named_when_no_file_says_it(place: Place, opened: Vault) -> None:
    opened.index(now=NOW)
    place.remember("facts/all.jsonl", {"id": "mem_x", "content": "别的"})
    left = names(search_residue(opened._resources, NEEDLES, ALL_MINE))
    assert left
    assert left <= {"index.sqlite", "index.sqlite-wal"}


def test_nothing_to_look_for(opened: Vault) -> None:
    nothing = search_residue(opened._resources, Needles((), lambda _: True), ALL_MINE)
    assert nothing == Residue((), (), HistorySearch())
