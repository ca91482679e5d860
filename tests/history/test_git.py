"""Running git, and what a repository is seen as from a vault in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.history.repositories import Copy, start
from vault.errors import GitFailed, GitMissing, NotUnderGit
from vault.history.git import Git, open_repository


def test_output_and_faults(copy: Copy) -> None:
    git = Git(copy.root)
    assert git.text("rev-parse", "--is-inside-work-tree") == "true"
    with pytest.raises(GitFailed, match="git cat-file: ") as caught:
        git.run("cat-file", "-p", "0" * 40)
    assert caught.value.command == "cat-file"


def test_nothing_is_expanded_by_a_shell(copy: Copy, tmp_path: Path) -> None:
    name = f"$(touch {tmp_path / 'evil'}) `x` ; \n #"
    copy.write(name, "x")
    copy.git("add", "--all")
    assert name in open_repository(copy.root).index()
    assert not (tmp_path / "evil").exists()


def test_what_surrounds_this_process_does_not_count(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_OBJECT_DIRECTORY",
        "GIT_CONFIG_PARAMETERS",
    ):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    assert open_repository(copy.root).git_folder == copy.root / ".git"
    monkeypatch.setenv("GIT_LITERAL_PATHSPECS", "0")
    monkeypatch.setenv("GIT_PAGER", "false")
    assert open_repository(copy.root).head() == ""


def test_a_hook_says_which_index(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(copy.root)
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/of-the-hook")
    folder = copy.root / "sub"
    folder.mkdir()
    assert Git(folder, within_hook=True).text("rev-parse", "--git-path", "index") == str(
        copy.root / ".git/of-the-hook"
    )
    assert "of-the-hook" not in Git(folder).text("rev-parse", "--git-path", "index")


def test_no_git_no_folder_no_repository(copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotUnderGit):
        open_repository(tmp_path)
    with pytest.raises(GitFailed, match="cannot change to"):
        open_repository(tmp_path / "nowhere")
    with pytest.raises(NotUnderGit):
        open_repository(copy.root / ".git")
    copy.write(".git/HEAD", "nonsense")
    with pytest.raises((NotUnderGit, GitFailed)):
        open_repository(copy.root)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitMissing):
        open_repository(copy.root)


def test_paths_are_relative_to_the_vault(tmp_path: Path) -> None:
    outer = start(tmp_path / "outer")
    outer.write("记忆/facts/年糕 的.jsonl", "猫\n")
    outer.write("src/x.py", "x")
    outer.commit()
    repository = open_repository(outer.root / "记忆")
    assert repository.prefix == "记忆/"
    assert list(repository.files(repository.head())) == list(repository.index()) == ["facts/年糕 的.jsonl"]
    assert repository.contents(repository.files("HEAD")) == {"facts/年糕 的.jsonl": "猫\n".encode()}


@pytest.mark.skipif(os.name == "nt", reason="names are bytes elsewhere")
def test_names_that_are_no_text(copy: Copy) -> None:
    (copy.root / os.fsdecode(b"facts-\xff.jsonl")).write_bytes(b"x")
    copy.commit()
    repository = open_repository(copy.root)
    assert os.fsdecode(b"facts-\xff.jsonl") in repository.files("HEAD")


def test_links_are_no_files(copy: Copy) -> None:
    (copy.root / "link.jsonl").symlink_to("/etc/passwd")
    copy.commit()
    repository = open_repository(copy.root)
    assert "link.jsonl" in repository.files("HEAD")
    assert set(repository.contents(repository.files("HEAD"))) == {"vault.yaml"}


def test_blobs_of_every_size(copy: Copy) -> None:
    data = {b"": "", b"\n": "", b"x" * 200_000: "", bytes(range(256)): ""}
    git = Git(copy.root)
    ids = {git.run("hash-object", "-w", "--stdin", data=each).decode().strip(): each for each in data}
    assert open_repository(copy.root).blobs([*ids, "0" * 40]) == ids


def test_a_repository_that_is_broken_is_not_taken_for_none(copy: Copy) -> None:
    copy.write(".git/HEAD", "garbage\n")
    with pytest.raises(GitFailed):
        open_repository(copy.root)


def test_what_could_not_be_merged_by_stage(copy: Copy) -> None:
    copy.write("a.md", "base\n")
    copy.commit()
    copy.git("checkout", "--quiet", "-b", "other")
    copy.write("a.md", "theirs\n")
    copy.commit()
    copy.git("checkout", "--quiet", "main")
    copy.write("a.md", "ours\n")
    copy.commit()
    repository = open_repository(copy.root)
    assert repository.unmerged() == {}
    copy.git("merge", "other", check=False)
    (stages,) = repository.unmerged().values()
    blobs = repository.blobs(each.blob for each in stages.values())
    assert {stage: blobs[each.blob] for stage, each in stages.items()} == {
        "1": b"base\n",
        "2": b"ours\n",
        "3": b"theirs\n",
    }
