from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from vault.api.first_commit import start_git


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Git knows nothing of the person who runs the tests."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    root.mkdir()
    for name in ("vault.yaml", "别的.md"):
        (root / name).write_text(name, encoding="utf-8")
    return root


def test_only_the_named_files_are_committed(root: Path) -> None:
    assert start_git(root, ["vault.yaml"]) == "committed"
    assert git(root, "ls-files") == "vault.yaml"
    assert git(root, "log", "--format=%s|%an") == "vault: start|memvault"


def test_a_known_person_is_the_author(root: Path) -> None:
    subprocess.run(["git", "config", "--global", "user.email", "a@b.c"], check=True)
    subprocess.run(["git", "config", "--global", "user.name", "小明"], check=True)
    assert start_git(root, ["vault.yaml"]) == "committed"
    assert git(root, "log", "--format=%an") == "小明"


def test_a_repository_around_it_is_left_alone(root: Path) -> None:
    git(root.parent, "init", "--quiet")
    assert start_git(root, ["vault.yaml"]) == "inside-repository"
    assert not (root / ".git").exists()


def test_no_git(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(root))
    assert start_git(root, ["vault.yaml"]) == "no-git"


def test_git_refuses(root: Path) -> None:
    assert start_git(root, ["missing.txt"]) == "failed"
