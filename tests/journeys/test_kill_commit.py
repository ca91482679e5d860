"""The process is killed at every call of git on the way to a commit: nothing is lost, nothing stays locked."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.history.repositories import Copy, line, without_settings_of_the_person
from vault.api.open import open_vault

pytestmark = pytest.mark.skipif(
    shutil.which("git") is None or os.name == "nt", reason="git is not installed, or no signals"
)

CALLS = 40
"""More than a commit takes."""
CHILD = """
import sys
from vault.api.open import open_vault
with open_vault(sys.argv[1], use_model=False) as vault:
    vault.remember("会弹吉他")
"""
KILLER = """#!/bin/sh
"{git}" "$@"
code=$?
echo x >> "{count}"
[ "$(wc -l < "{count}")" -eq {number} ] && kill -9 $PPID
exit $code
"""


@pytest.mark.timeout(300)
def test_killed_after_every_call_of_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_settings_of_the_person(monkeypatch)
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    monkeypatch.setenv("MEMVAULT_DEVICE", "laptop")
    killed = 0
    for number in range(1, CALLS):
        copy = with_work_in_hand(tmp_path / f"vault{number}", number)
        before = copy.git("diff", "--cached")
        if not killed_at(copy, tmp_path / f"bin{number}", number):
            break
        killed += 1
        with open_vault(copy.root, use_model=False) as vault:
            assert [each.text for each in vault.list(limit=9) if "吉他" in each.text] == ["会弹吉他"]
            vault.remember("会游泳")
            assert vault._resources.commits.fault is None
        assert copy.git("diff", "--cached") == before, number
        assert "会游泳" in copy.git("show", "HEAD:facts/auto/laptop/" + the_file(copy))
        assert copy.git("fsck", "--strict", "--no-dangling") == ""
        left = [each.name for each in (copy.root / ".git").iterdir()]
        assert [each for each in left if "memvault" in each or each.endswith(".lock")] == []
    assert killed > 10


def with_work_in_hand(root: Path, number: int) -> Copy:
    copy = Copy(root)
    copy.write("vault.yaml", f"format: 1\nid: vault_{number}\ndefault_user: lin\nlanguage: zh\n")
    copy.write("facts/a.jsonl", line({"id": "mem_a", "content": "爱喝龙井"}))
    copy.git("init", "--quiet", "--initial-branch=main")
    copy.commit("begin")
    copy.write("notes/plan.md", "# 计划\n")
    copy.git("add", "notes/plan.md")
    return copy


def killed_at(copy: Copy, folder: Path, number: int) -> bool:
    """Whether the child was still there to be killed."""
    folder.mkdir()
    killer = folder / "git"
    git = shutil.which("git")
    killer.write_text(KILLER.format(git=git, count=folder / "count", number=number))
    killer.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(copy.root)],
        env={**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr.decode()
    return done.returncode != 0


def the_file(copy: Copy) -> str:
    (path,) = (copy.root / "facts/auto/laptop").iterdir()
    return path.name
