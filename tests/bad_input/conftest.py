"""A small good vault beside which each test puts one bad thing, and what is seen of it from outside."""

from __future__ import annotations

import ctypes
import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import vault
from vault.problem import Problem

GOOD = "家住梧桐路 12 号"
QUESTION = "我家住在梧桐路几号"


@dataclass(frozen=True)
class Seen:
    """What the public interface shows of a vault."""

    contents: frozenset[str]
    problems: tuple[Problem, ...]

    def places(self, code: str) -> list[str]:
        """`path:line` of each problem with this code, `path` where the whole file is meant."""
        return [
            f"{each.path}:{each.line}" if each.line else each.path
            for each in self.problems
            if each.code == code
        ]

    @property
    def codes(self) -> set[str]:
        return {each.code for each in self.problems}


@dataclass(frozen=True)
class Place:
    """A vault on disk.

    Attributes:
        root: its folder.
    """

    root: Path

    def write(self, name: str, data: bytes | str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def snapshot(self) -> dict[str, object]:
        """Everything on disk: names, kinds, bytes, link targets. Pipes are not opened."""
        return {str(path.relative_to(self.root)): _state(path) for path in _below(self.root)}

    def see(self) -> Seen:
        """Index, recall, list and check; the vault keeps working and not a byte of it changes."""
        before = self.snapshot()
        with vault.open(self.root) as memory:
            memory.index()
            recalled = [hit.content for hit in memory.recall(QUESTION).hits]
            assert recalled[:1] == [GOOD]
            contents = frozenset(each.text for each in memory.list())
            problems = tuple(memory.check().problems)
        assert self.snapshot() == before
        return Seen(contents, problems)

    def recalled(self, question: str, user: str | None = None) -> list[str]:
        with vault.open(self.root, user=user) as memory:
            return [hit.content for hit in memory.recall(question).hits]

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """`memvault --vault <root> …` as a person runs it, without root's power to read everything."""
        return subprocess.run(
            [sys.executable, "-m", "vault", "--vault", str(self.root), *arguments],
            capture_output=True,
            encoding="utf-8",
            timeout=100,
            check=False,
            preexec_fn=obey_permissions,
        )

    def answer(self, *arguments: str) -> dict[str, Any]:
        """What `memvault --json …` prints."""
        result = self.command("--json", *arguments)
        assert result.stdout, result.stderr
        answer: dict[str, Any] = json.loads(result.stdout)
        return answer


def obey_permissions() -> None:
    """For a child of root, before exec: file permissions count for it (Linux; elsewhere no effect)."""
    if os.geteuid() == 0 and sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (_CAP_DAC_OVERRIDE, _CAP_DAC_READ_SEARCH):
            libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)


_PR_CAPBSET_DROP = 24
_CAP_DAC_OVERRIDE = 1
_CAP_DAC_READ_SEARCH = 2


def _below(root: Path) -> Iterable[Path]:
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            yield Path(folder, name)


def _state(path: Path) -> object:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return ("link", str(path.readlink()))
    if stat.S_ISREG(found.st_mode) and os.access(path, os.R_OK):
        return (found.st_mode, path.read_bytes())
    return found.st_mode


@pytest.fixture(autouse=True)
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is not installed: what is read is found by its words, in milliseconds."""
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """`vault.yaml` and one good memory in `facts/good.jsonl`."""
    made = Place(tmp_path / "vault")
    made.write(
        "vault.yaml",
        "format: 1\nid: vault_bad_input\ndefault_user: lin\nlanguage: zh\ntimezone: Asia/Shanghai\n",
    )
    made.write(
        "facts/good.jsonl",
        f'{{"id": "mem_good", "content": "{GOOD}", "created_at": "2026-03-15T12:00:00Z"}}\n',
    )
    return made
