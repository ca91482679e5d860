"""Real git repositories in temporary folders, apart from what the person has configured."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

REQUIRED = bool(os.environ.get("MEMVAULT_REQUIRE_GIT"))
"""Whether a machine without git fails these tests."""
SETTINGS = "format: 1\nid: vault_small\nlanguage: zh\ntimezone: Asia/Shanghai\ndefault_user: lin\n"
PERSON = {
    "GIT_AUTHOR_NAME": "Lin",
    "GIT_AUTHOR_EMAIL": "lin@example.com",
    "GIT_COMMITTER_NAME": "Lin",
    "GIT_COMMITTER_EMAIL": "lin@example.com",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_EDITOR": "true",
}


@dataclass(frozen=True)
class Copy:
    """A working copy with a vault in it."""

    root: Path

    def git(self, *arguments: str, check: bool = True, env: Mapping[str, str] | None = None) -> str:
        try:
            done = subprocess.run(
                ["git", *arguments],
                cwd=self.root,
                env={**os.environ, **PERSON, **(env or {})},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
        except FileNotFoundError:
            if REQUIRED or not self.root.is_dir():
                raise
            pytest.skip("git is not installed")
        assert not check or done.returncode == 0, done.stderr
        return done.stdout

    def write(self, name: str, data: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def read(self, name: str) -> str:
        return (self.root / name).read_bytes().decode()

    def remember(self, name: str, *memories: dict[str, Any]) -> Path:
        return self.write(name, "".join(line(each) for each in memories))

    def commit(self, subject: str = "by hand", date: str = "") -> str:
        self.git("add", "--all")
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else {}
        self.git("commit", "--quiet", "--allow-empty", "-m", subject, env=dates)
        return self.git("rev-parse", "HEAD").strip()


def without_settings_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Git as it is where nobody has configured anything, in this process and those that it starts."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"):
        monkeypatch.setenv(name, PERSON[name])


def line(memory: dict[str, Any]) -> str:
    return json.dumps(memory, ensure_ascii=False) + "\n"


def start(root: Path, *, settings: str = SETTINGS) -> Copy:
    root.mkdir(parents=True, exist_ok=True)
    copy = Copy(root)
    copy.git("init", "--quiet", "--initial-branch=main")
    copy.write("vault.yaml", settings)
    return copy


def clone(origin: Copy, root: Path) -> Copy:
    origin.git("clone", "--quiet", str(origin.root), str(root))
    return Copy(root)
