"""What a commit is stopped for."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from tests.api.conftest import Place
from tests.api.under_git import put_under_git
from tests.history.repositories import Copy, line
from vault.api.git_check import check_staged
from vault.config.settings import MaskSettings
from vault.files.vault_folder import open_folder

TOKEN = "sk-proj-" + "Ab3dEf6hIj9lMn2pQr5t"


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    return put_under_git(place, monkeypatch)


def found(copy: Copy, **masks: bool) -> list[tuple[str, int, str]]:
    settings = dataclasses.replace(MaskSettings(), **masks)
    problems = check_staged(copy.root, open_folder(copy.root), settings)
    return [(each.path, each.line, each.code) for each in problems]


def staged(copy: Copy, name: str, text: str) -> None:
    copy.write(name, text)
    copy.git("add", "--", name)


def test_nothing_staged(copy: Copy) -> None:
    copy.write("facts/bad.jsonl", "{not json\n")
    assert found(copy) == []


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("facts/a.jsonl", '{"content": "好"}\n{"content": \n', [(2, "broken-json")]),
        ("facts/a.jsonl", '{"id": "a"}\n', [(1, "missing-content")]),
        (
            "facts/a.jsonl",
            '<<<<<<< HEAD\n{"content": "a"}\n=======\n{"content": "b"}\n>>>>>>> x\n',
            [(1, "conflict-marker")],
        ),
        ("notes/a.md", "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n", [(2, "conflict-marker")]),
        ("notes/a.md", "Heading\n=======\n", []),
        ("facts/a.jsonl", line({"content": f"令牌是 {TOKEN}"}), [(1, "secret")]),
        ("facts/a.jsonl", line({"content": "令牌", "value": TOKEN}), [(1, "secret")]),
        ("facts/a.jsonl", line({"content": f"令牌 {TOKEN}", "value": TOKEN, "sensitive": True}), []),
        ("notes/a.md", f"# 令牌\n\n放在 {TOKEN}\n", [(3, "secret")]),
        ("journal/a/2026/2026-01-01.jsonl", line({"role": "user", "content": TOKEN}), [(1, "secret")]),
        ("facts/a.jsonl", line({"content": "电话 13812345678"}), []),
        ("vault.yaml", "format: 2\n", [(0, "broken-settings")]),
        ("vault.yaml", "nonsense: [\n", [(0, "broken-settings")]),
        ("README.md", TOKEN, []),
        (".obsidian/a.md", TOKEN, []),
    ],
)
def test_what_is_found(copy: Copy, name: str, text: str, expected: list[tuple[int, str]]) -> None:
    folder = open_folder(copy.root)
    staged(copy, name, text)
    problems = check_staged(copy.root, folder, MaskSettings())
    assert [(each.line, each.code) for each in problems] == expected


def test_only_lines_that_are_new_count(copy: Copy) -> None:
    staged(copy, "facts/a.jsonl", "{old and broken\n")
    copy.commit()
    staged(copy, "facts/a.jsonl", "{old and broken\n" + line({"content": "好"}))
    assert found(copy) == []
    staged(copy, "facts/a.jsonl", "{old and broken\n{new and broken\n")
    assert found(copy) == [("facts/a.jsonl", 2, "broken-json")]


def test_passwords_where_they_are_masked(copy: Copy) -> None:
    staged(copy, "facts/a.jsonl", line({"content": "Wi-Fi 密码是 niangao2612"}))
    assert found(copy) == []
    assert found(copy, password=True) == [("facts/a.jsonl", 1, "secret")]


def test_what_is_staged_counts_not_what_is_on_disk(copy: Copy) -> None:
    staged(copy, "facts/a.jsonl", "{broken\n")
    copy.write("facts/a.jsonl", line({"content": "好"}))
    assert found(copy) == [("facts/a.jsonl", 1, "broken-json")]


def test_a_repository_without_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = Copy(tmp_path)
    copy.git("init", "--quiet")
    staged(copy, "vault.yaml", "format: 1\nid: v\n")
    staged(copy, "facts/a.jsonl", "{broken\n")
    assert found(copy) == [("facts/a.jsonl", 1, "broken-json")]


def test_the_index_that_git_names_to_its_hook(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    """`git commit PATH` commits from an index of its own."""
    monkeypatch.chdir(copy.root)
    staged(copy, "facts/a.jsonl", "{broken\n")
    copy.git("read-tree", "--index-output=.git/other", "HEAD")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/other")
    assert found(copy) == []
