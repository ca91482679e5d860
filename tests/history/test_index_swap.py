"""Git's index is replaced under git's own lock, and what a killed process left of that is ended."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.history.repositories import Copy
from vault.errors import RepositoryBusy
from vault.history.git import Entry, Repository, open_repository
from vault.history.index_swap import DRAFTS, IndexMoved, finish_interrupted, index_info, index_replaced

COMMIT = "a" * 40


@pytest.fixture
def repository(copy: Copy) -> Repository:
    copy.write("notes/a.md", "a\n")
    copy.commit()
    return open_repository(copy.root)


def info(repository: Repository, name: str, text: bytes) -> bytes:
    blob = repository.git.run("hash-object", "-w", "--stdin", data=text).decode().strip()
    return index_info(repository, {name: Entry("100644", blob)})


def leftovers(repository: Repository) -> list[str]:
    return [
        each.name
        for each in repository.git_folder.iterdir()
        if "memvault" in each.name or "lock" in each.name
    ]


def test_the_index_takes_the_place_of_the_old_one(repository: Repository) -> None:
    seen = []
    with index_replaced(
        repository, repository.git_folder / "draft", info(repository, "facts/b.jsonl", b"{}\n"), COMMIT
    ):
        seen = [*repository.index()]
        assert (repository.git_folder / "index.lock").exists()
    assert "facts/b.jsonl" not in seen
    assert {"facts/b.jsonl", "notes/a.md"} <= {*repository.index()}
    assert leftovers(repository) == []


def test_nothing_happens_when_what_is_done_meanwhile_fails(repository: Repository) -> None:
    before = (repository.git_folder / "index").read_bytes()
    swap = index_replaced(
        repository, repository.git_folder / "draft", info(repository, "b.md", b"b\n"), COMMIT
    )
    with pytest.raises(OSError, match="full"), swap:
        raise OSError("full")
    assert (repository.git_folder / "index").read_bytes() == before
    assert leftovers(repository) == []


def test_another_git_is_at_work(repository: Repository) -> None:
    lock = repository.git_folder / "index.lock"
    lock.write_text("theirs")
    swap = index_replaced(
        repository, repository.git_folder / "draft", info(repository, "b.md", b"b\n"), COMMIT
    )
    with pytest.raises(RepositoryBusy), swap:
        pytest.fail("the lock is somebody else's")
    assert lock.read_text() == "theirs"
    assert leftovers(repository) == ["index.lock"]


def test_another_git_has_just_been_at_work(
    repository: Repository, copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = os.link

    def add_meanwhile(source: Path, target: Path) -> None:
        copy.write("notes/meanwhile.md", "m\n")
        copy.git("add", "--all")
        taken(source, target)

    monkeypatch.setattr("vault.history.index_swap.os.link", add_meanwhile)
    swap = index_replaced(
        repository, repository.git_folder / "draft", info(repository, "b.md", b"b\n"), COMMIT
    )
    with pytest.raises(IndexMoved), swap:
        pytest.fail("it would be lost")
    assert "notes/meanwhile.md" in repository.index()


def test_on_a_file_system_without_hard_links(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr("vault.history.index_swap.os.link", refuse)
    with index_replaced(
        repository, repository.git_folder / "draft", info(repository, "b.md", b"b\n"), COMMIT
    ):
        pass
    assert "b.md" in repository.index()
    assert leftovers(repository) == []


@pytest.mark.parametrize("moved", [True, False])
def test_what_a_killed_process_left_is_ended(repository: Repository, moved: bool) -> None:
    """Its lock is known by the file that it is linked to, which is named for the commit."""
    commit = repository.head() if moved else "b" * 40
    folder = repository.git_folder
    ours = folder / f"memvault-{commit}.index"
    index = (folder / "index").read_bytes()
    git = repository.git.with_variables(GIT_INDEX_FILE=str(ours))
    ours.write_bytes(index)
    git.run("update-index", "-z", "--index-info", data=info(repository, "b.md", b"b\n"))
    os.link(ours, folder / "index.lock")
    (folder / f"{DRAFTS}x").mkdir()
    finish_interrupted(repository)
    assert ("b.md" in repository.index()) == moved
    assert leftovers(repository) == []


def test_the_lock_of_another_git_is_left_alone(repository: Repository) -> None:
    (repository.git_folder / "index.lock").write_text("theirs")
    (repository.git_folder / f"memvault-{COMMIT}.index").write_text("ours")
    finish_interrupted(repository)
    assert leftovers(repository) == ["index.lock"]


@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_entries_are_taken_out_whatever_ids_git_has(tmp_path: Path, algorithm: str) -> None:
    copy = Copy(tmp_path / "vault")
    copy.root.mkdir()
    copy.git("init", "--quiet", f"--object-format={algorithm}")
    copy.write("a.md", "a\n")
    copy.write("b.md", "b\n")
    copy.commit()
    repository = open_repository(copy.root)
    with index_replaced(
        repository, repository.git_folder / "draft", index_info(repository, {"a.md": None}), COMMIT
    ):
        pass
    assert [*repository.index()] == ["b.md"]
