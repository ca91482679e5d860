"""`memvault conflicts` about what devices changed: shown, settled, taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ran

COPY = "facts/home.sync-conflict-20261129-101112-ABCDEFG.jsonl"
VAULT = "format: 1\nid: v\ndefault_user: lin\nlanguage: {}\ntimezone: Asia/Shanghai\n"
HOME = {"id": "mem_home", "content": "家在阳光小区", "created_at": "2026-01-01"}
DOOR = {"id": "mem_door", "content": "门禁密码 4471#", "value": "4471#", "sensitive": True}
LATER = {**HOME, "content": "家在西湖区", "updated_at": "2026-02-01T00:00:00Z"}
NEW_DOOR = {**DOOR, "content": "门禁密码 9982#", "value": "9982#", "updated_at": "2026-02-01T00:00:00Z"}


def write(root: Path, name: str, *records: dict[str, Any]) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records)
    (root / name).write_text(text, "utf-8")


@pytest.fixture(params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def run(
    cli: Callable[..., Ran], tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-30T04:00:00Z")
    (tmp_path / "vault.yaml").write_text(VAULT.format(language), "utf-8")
    write(tmp_path, "facts/home.jsonl", HOME, DOOR)
    write(tmp_path, COPY, LATER, NEW_DOOR, {"id": "mem_new", "content": "对花生过敏"})
    return lambda *arguments: cli("--vault", str(tmp_path), *arguments)


def test_a_copy_is_shown_field_by_field_without_what_is_sensitive(
    run: Callable[..., Ran], language: str
) -> None:
    ran = run("conflicts")
    assert ran.code == 1
    assert COPY in ran.out
    assert "家在阳光小区" in ran.out
    assert "家在西湖区" in ran.out
    assert "mem_new" in ran.out
    assert "4471" not in ran.out
    assert "9982" not in ran.out
    assert "--resolve auto" in ran.err
    if language == "zh":
        assert "冲突副本" in ran.out


def test_as_json(run: Callable[..., Ran]) -> None:
    ran = run("conflicts", "--json")
    found = ran.document
    assert (ran.code, found["conflicts"]) == (1, [])
    (copy,) = found["copies"]
    assert (copy["path"], copy["of"], copy["safe"]) == (COPY, "facts/home.jsonl", False)
    assert [each["state"] for each in copy["differences"]] == ["changed", "changed", "only-theirs"]
    assert "9982" not in ran.out


def test_settling_and_taking_back(run: Callable[..., Ran], tmp_path: Path) -> None:
    before = (tmp_path / "facts/home.jsonl").read_bytes()
    ran = run("conflicts", "--resolve", "auto")
    assert ran.code == 0
    assert COPY in ran.out
    assert "家在阳光小区" in ran.out
    assert not (tmp_path / COPY).exists()
    ran = run("conflicts", "--json")
    assert {each["successor"] for each in ran.document["losers"]} == {"mem_home", "mem_door"}
    assert "4471" not in ran.out
    ran = run("conflicts")
    assert ran.code == 1
    assert "mem_home" in ran.out
    assert "4471" not in ran.out
    ran = run("conflicts", "--undo", COPY)
    assert ran.code == 0
    assert (tmp_path / "facts/home.jsonl").read_bytes() == before
    assert (tmp_path / COPY).exists()
    assert run("conflicts", "--undo", COPY).code != 0


def test_settling_one_as_json(run: Callable[..., Ran]) -> None:
    ran = run("conflicts", "--resolve", "theirs", COPY, "--json")
    (resolved,) = ran.document["resolved"]
    assert (ran.code, resolved["name"], resolved["resolved"], resolved["undoable"]) == (0, COPY, True, True)
    assert run("conflicts", "--undo", COPY, "--json").document["undone"] == COPY
    assert run("conflicts", "--resolve", "auto", "facts/none.jsonl").code == 2


def test_what_is_left_as_it_is_is_said(run: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / COPY).write_text("<<<<<<< a\n=======\n>>>>>>> b\n", "utf-8")
    assert run("conflicts").code == 1
    ran = run("conflicts", "--resolve", "auto")
    assert ran.code == 1
    assert COPY in ran.out
    assert (tmp_path / COPY).exists()


def test_versions_side_by_side_are_listed_with_their_lines(run: Callable[..., Ran], tmp_path: Path) -> None:
    for name, text in (("notes/a.md", "1"), ("notes/a 2.md", "2")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"# a\n\n## b\n\n{text}\n", "utf-8")
    assert run("conflicts", "--resolve", "auto").code == 0
    assert run("conflicts", "--json").document["side_by_side"] == [{"path": "notes/a.md", "line": 3}]
    assert "notes/a.md:3" in run("conflicts").out
    assert "side-by-side" in run("check").out


@pytest.mark.parametrize(
    "words",
    [
        ("--resolve", "maybe"),
        ("--resolve", "auto", "--undo", "x"),
        ("facts/a.jsonl",),
        ("--keep", "a", "--undo", "b"),
    ],
)
def test_wishes_that_make_no_sense(run: Callable[..., Ran], words: tuple[str, ...]) -> None:
    assert run("conflicts", *words).code == 2
