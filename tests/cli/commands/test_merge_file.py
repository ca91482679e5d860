"""`memvault merge-file`: as git runs it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ran

BASE = '{"id":"m1","content":"家在阳光小区","created_at":"2026-01-01"}\n'
OURS = BASE.replace("阳光小区", "西湖区").replace("}", ',"updated_at":"2026-02-01"}')
THEIRS = BASE.replace("阳光小区", "滨江").replace("}", ',"updated_at":"2026-03-01"}')


@pytest.fixture
def merge(cli: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Merge three texts in the top of a vault; returns what was printed and the result."""
    (tmp_path / "vault").mkdir()
    monkeypatch.chdir(tmp_path / "vault")

    def run(base: str, ours: str, theirs: str, path: str, *options: str) -> tuple[Ran, str]:
        places = []
        for name, text in (("O", base), ("A", ours), ("B", theirs)):
            places.append(tmp_path / f".merge_file_{name}")
            places[-1].write_text(text, "utf-8")
        ran = cli(*options, "merge-file", *map(str, places), path)
        return ran, places[1].read_text("utf-8")

    return run


def make_vault() -> None:
    Path("vault.yaml").write_text("format: 1\nid: v\ndefault_user: lin\n", "utf-8")


def test_the_later_change_counts_and_the_other_one_is_kept_below_it(merge: Callable[..., Any]) -> None:
    make_vault()
    ran, result = merge(BASE, OURS, THEIRS, "facts/home.jsonl", "--json")
    first, last = result.splitlines(keepends=True)
    assert (ran.code, first) == (0, THEIRS)
    line = json.loads(last)
    assert ran.document["kept"] == [line["id"]]
    assert (line["content"], line["status"], line["superseded_by"]) == ("家在西湖区", "superseded", ["m1"])
    assert line["user_id"] == "lin"
    assert "memvault conflicts" in ran.err
    again, same = merge(BASE, THEIRS, OURS, "facts/home.jsonl", "--json")
    assert same == result
    assert again.document["kept"] == [line["id"]]


def test_nothing_but_the_file_is_written(merge: Callable[..., Any]) -> None:
    make_vault()
    merge(BASE, OURS, THEIRS, "facts/home.jsonl")
    assert [each.name for each in Path().iterdir()] == ["vault.yaml"]


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_what_loses_is_a_line_of_its_own(merge: Callable[..., Any], end: str) -> None:
    make_vault()
    base, ours, theirs = (text.rstrip("\n") + end for text in (BASE, OURS, THEIRS))
    _, result = merge(base, ours, theirs, "facts/home.jsonl")
    assert [json.loads(line)["content"] for line in result.splitlines()] == ["家在滨江", "家在西湖区"]


def test_versions_of_a_note_stand_side_by_side(merge: Callable[..., Any]) -> None:
    make_vault()
    ran, result = merge("# a\n\n1\n", "# a\n\n2\n", "# a\n\n3\n", "notes/a.md", "--json")
    assert (ran.code, ran.document["side_by_side"]) == (0, 1)
    assert "2" in result
    assert "3" in result


@pytest.mark.parametrize("path", ["facts/home.jsonl", "notes/a.md", "vault.yaml"])
def test_what_cannot_be_merged_gets_conflict_markers(merge: Callable[..., Any], path: str) -> None:
    make_vault()
    marked = "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n"
    ran, result = merge("x\n", marked if path != "vault.yaml" else "1\n", "y\n", path)
    assert ran.code == 1
    assert "<<<<<<< ours\n" in result
    assert result.endswith("y\n>>>>>>> theirs\n")


def test_settings_that_are_being_merged_do_not_matter(merge: Callable[..., Any]) -> None:
    Path("vault.yaml").write_text("<<<<<<< a\nformat: 1\n=======\n>>>>>>> b\n", "utf-8")
    ran, result = merge(BASE, OURS, BASE + '{"id":"m2","content":"b"}\n', "facts/home.jsonl")
    assert ran.code == 0
    assert result == OURS + '{"id":"m2","content":"b"}\n'


def test_a_file_that_is_not_there(cli: Callable[..., Ran], tmp_path: Path) -> None:
    ran = cli("merge-file", *[str(tmp_path / name) for name in "OAB"], "facts/a.jsonl")
    assert ran.code not in (0, 1)
    assert str(tmp_path / "O") in ran.err


@pytest.mark.parametrize(
    ("language", "said"), [("zh", "两边都改了"), ("en", "both sides changed 1 memories")]
)
def test_it_speaks_the_language_of_the_vault(
    merge: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    monkeypatch.delenv("MEMVAULT_LANGUAGE", raising=False)
    make_vault()
    with Path("vault.yaml").open("a", encoding="utf-8") as settings:
        settings.write(f"language: {language}\n")
    ran, _ = merge(BASE, OURS, THEIRS, "facts/home.jsonl")
    assert said in ran.err
