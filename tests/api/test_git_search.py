"""Real repositories, searched by git itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from vault.api.git_search import HistorySearch, search_history
from vault.files.leftovers import Needles

TEXT = "准备迁居到杭州"
NEEDLES = Needles((TEXT,), lambda text: "准备 迁居" in text)


def git(root: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "commit.gpgsign=false")
    command = ["git", "-C", str(root), *identity, *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout.strip()


def commit(root: Path, name: str, text: str | None, message: str = "change") -> str:
    if text is None:
        (root / name).unlink()
    else:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "add", "-A")
    git(root, "commit", "-qm", message)
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    commit(root, "a.txt", "nothing")
    return root


def test_no_repository(tmp_path: Path) -> None:
    assert search_history(tmp_path, NEEDLES) == HistorySearch()


def test_nothing_in_the_history(repository: Path) -> None:
    assert search_history(repository, NEEDLES) == HistorySearch()


def test_the_commits_that_saved_it_in_whatever_form(repository: Path) -> None:
    first = commit(repository, "facts/记忆.jsonl", f"{TEXT}\n")
    commit(repository, "b.txt", "else")
    second = commit(repository, "facts/记忆.jsonl", f"{TEXT}\nmore\n")
    commit(repository, "facts/记忆.jsonl", "gone\n")
    third = commit(repository, "c.txt", "\\u51c6\\u5907\\u8fc1\\u5c45\\u5230\\u676d\\u5dde")
    fourth = commit(repository, "d.txt", "准备 迁居")
    found = search_history(repository, NEEDLES)
    assert [each.id for each in found.commits] == [first, second, third, fourth]
    assert found.commits[0].paths == ("facts/记忆.jsonl",)
    assert (found.loose, found.remotes, found.complete) == (0, (), True)


def test_packed_history_other_branches_stashes_and_messages(repository: Path) -> None:
    git(repository, "checkout", "-qb", "other")
    branch = commit(repository, "b.txt", TEXT)
    git(repository, "checkout", "-q", "main")
    message = commit(repository, "c.txt", "x", f"learned: {TEXT}")
    (repository / "a.txt").write_text(TEXT, encoding="utf-8")
    git(repository, "stash")
    git(repository, "gc", "-q")
    git(repository, "remote", "add", "home", "https://localhost/x")
    found = search_history(repository, NEEDLES)
    by_id = {each.id: each.paths for each in found.commits}
    assert by_id[branch] == ("b.txt",)
    assert by_id[message] == ("(message)",)
    assert git(repository, "rev-parse", "stash") in by_id
    assert found.remotes == ("home",)


def test_what_no_commit_holds_is_counted(repository: Path) -> None:
    (repository / "b.txt").write_text(TEXT, encoding="utf-8")
    git(repository, "add", "-A")
    git(repository, "reset", "-q")
    (repository / "b.txt").unlink()
    found = search_history(repository, NEEDLES)
    assert (found.commits, found.loose) == ((), 1)


def test_what_was_undone_is_still_in_the_reflog(repository: Path) -> None:
    undone = commit(repository, "b.txt", TEXT)
    git(repository, "reset", "-q", "--hard", "HEAD~1")
    assert [each.id for each in search_history(repository, NEEDLES).commits] == [undone]


def test_a_merge_is_looked_into(repository: Path) -> None:
    git(repository, "checkout", "-qb", "other")
    commit(repository, "b.txt", "x")
    git(repository, "checkout", "-q", "main")
    commit(repository, "c.txt", "y")
    git(repository, "merge", "-q", "--no-commit", "other")
    merge = commit(repository, "d.txt", TEXT, "merge")
    assert {each.id for each in search_history(repository, NEEDLES).commits} == {merge}


def test_without_time_the_search_says_that_it_is_not_complete(repository: Path) -> None:
    commit(repository, "b.txt", TEXT)
    assert not search_history(repository, NEEDLES, seconds=-1).complete


def test_a_repository_that_git_refuses_is_not_called_clean(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit(repository, "b.txt", TEXT)
    monkeypatch.setenv("PATH", "")
    assert search_history(repository, NEEDLES) == HistorySearch(complete=False)
    monkeypatch.undo()
    (repository / ".git" / "HEAD").write_text("nonsense")
    assert search_history(repository, NEEDLES) == HistorySearch(complete=False)


def test_a_vault_inside_a_larger_repository(repository: Path) -> None:
    held = commit(repository, "vault/facts/a.jsonl", TEXT)
    assert [each.id for each in search_history(repository / "vault", NEEDLES).commits] == [held]
