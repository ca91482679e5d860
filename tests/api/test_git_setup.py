"""What `git install` writes, and what it leaves alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.api.conftest import Place
from tests.api.under_git import put_under_git
from tests.history.repositories import Copy, start
from vault.api.create import create
from vault.api.git_setup import GitInstalled, install
from vault.errors import NotUnderGit
from vault.files.lock import write_lock

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    return put_under_git(place, monkeypatch)


def set_up(root: Path, **options: bool) -> GitInstalled:
    with write_lock(root.parent / "lock") as lock:
        return install(root, lock, **options)


def test_everything_is_set_up_once(copy: Copy) -> None:
    copy.write(".gitattributes", "*.png binary")
    copy.write(".gitignore", "*.log\r\n")
    done = set_up(copy.root)
    assert (done.written, done.hook) == ((".gitattributes", ".gitignore"), "installed")
    assert copy.git("config", "merge.memvault.driver").strip() == done.driver
    assert " merge-file %O %A %B %P || " in done.driver
    assert copy.read(".gitattributes").startswith("*.png binary\n")
    assert copy.read(".gitignore").startswith("*.log\r\n# Written by memvault.\r\n/usage/\r\n")
    attributes = copy.git("check-attr", "merge", "text", "--", "facts/auto/a/b.jsonl", "notes/a.md")
    assert attributes.count("merge: memvault") == attributes.count("text: unset") == 2
    again = set_up(copy.root)
    assert (again.written, again.hook) == ((), "unchanged")


def test_what_a_person_has_decided_stays(copy: Copy) -> None:
    copy.write(".gitattributes", "*.jsonl text merge=union\n*.md text merge=mine\nvault.yaml text\n")
    hook = copy.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 0\n")
    done = set_up(copy.root)
    assert done.written == (".gitignore",)  # of temporary files
    assert done.hook == "theirs"
    assert hook.read_text() == "#!/bin/sh\nexit 0\n"
    assert done.hook_line.endswith("--vault . git check")


def test_hooks_that_are_shared_get_none(copy: Copy, tmp_path: Path) -> None:
    copy.git("config", "core.hooksPath", str(tmp_path / "hooks"))
    assert set_up(copy.root).hook == "elsewhere"
    assert not (tmp_path / "hooks").exists()


def test_without_a_hook(copy: Copy) -> None:
    assert set_up(copy.root, hook=False).hook == "off"
    assert not (copy.root / ".git/hooks/pre-commit").exists()


def test_a_vault_in_a_folder_of_a_repository(tmp_path: Path) -> None:
    outer = start(tmp_path / "outer")
    (outer.root / "我的 记忆").mkdir()
    done = set_up(outer.root / "我的 记忆")
    assert done.hook_line.endswith("--vault './我的 记忆' git check")
    assert (outer.root / "我的 记忆/.gitattributes").exists()
    assert not (outer.root / ".gitattributes").exists()


def test_a_worktree_shares_the_hook_and_the_driver(copy: Copy, tmp_path: Path) -> None:
    copy.git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    assert set_up(tmp_path / "tree").hook == "installed"
    assert set_up(copy.root).hook == "unchanged"


def test_no_repository(tmp_path: Path) -> None:
    with pytest.raises(NotUnderGit):
        set_up(tmp_path)


def test_a_new_vault_under_git_is_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = create(tmp_path / "vault", git=True)
    copy = Copy(made.root)
    assert made.git == "committed"
    assert copy.git("config", "merge.memvault.name").startswith("memvault")
    assert (made.root / ".git/hooks/pre-commit").exists()
    assert copy.git("status", "--porcelain") == ""


def test_two_vaults_in_one_repository_are_both_checked(tmp_path: Path) -> None:
    outer = start(tmp_path / "outer")
    for name in ("a", "b", "a"):
        (outer.root / name).mkdir(exist_ok=True)
        set_up(outer.root / name)
    text = outer.read(".git/hooks/pre-commit")
    assert [line.split()[-3] for line in text.splitlines() if line.endswith("git check")] == ["./b", "./a"]


@pytest.mark.parametrize("code", [0, 1, 2, 70, 127])
def test_only_problems_stop_a_commit(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """127: the program is gone."""
    stand_in = tmp_path / "memvault"
    monkeypatch.setattr("vault.api.git_setup.program", lambda: str(stand_in))
    set_up(copy.root)
    if code != 127:
        stand_in.write_text(f"#!/bin/sh\nexit {code}\n")
        stand_in.chmod(0o755)
    head = copy.git("rev-parse", "HEAD")
    copy.write("notes/a.md", "a\n")
    copy.git("add", "--all")
    copy.git("commit", "--quiet", "-m", "a", check=False)
    assert (copy.git("rev-parse", "HEAD") == head) == (code == 1)
