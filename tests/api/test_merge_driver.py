"""Merging one file for git; as a command: `tests/cli/commands/test_merge_file.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vault.api.merge_driver import Driven, merge_for_git
from vault.errors import ReadFailed

HOME = {"id": "m1", "content": "家在阳光小区", "created_at": "2026-01-01"}
OURS = {**HOME, "content": "家在西湖区", "updated_at": "2026-02-01"}
THEIRS = {**HOME, "content": "家在滨江", "updated_at": "2026-03-01"}


def text(*memories: dict[str, Any]) -> str:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in memories)


def driven(top: Path, path: str, base: str, ours: str, theirs: str) -> tuple[Driven, str]:
    places = [top / f".merge_file_{name}" for name in ("O", "A", "B")]
    for place, each in zip(places, (base, ours, theirs), strict=True):
        place.write_bytes(each.encode())
    done = merge_for_git(*places, path, folder=top)
    return done, places[1].read_bytes().decode()


@pytest.mark.parametrize("place", [".", "my/vault"])
def test_what_loses_stays_in_the_file_and_nothing_else_is_written(tmp_path: Path, place: str) -> None:
    root = tmp_path / place
    root.mkdir(parents=True, exist_ok=True)
    (root / "vault.yaml").write_text("format: 1\nid: v\ndefault_user: lin\n", "utf-8")
    path = f"{place}/facts/home.jsonl".removeprefix("./")
    done, result = driven(tmp_path, path, text(HOME), text(OURS), text(THEIRS))
    first, second = map(json.loads, result.splitlines())
    assert first == THEIRS
    assert (second["id"], second["user_id"], second["status"]) == (done.kept[0], "lin", "superseded")
    assert done == Driven(path, clean=True, kept=(second["id"],))
    assert [each.name for each in root.iterdir() if not each.name.startswith(".merge_file")] in (
        ["vault.yaml"], ["my", "vault.yaml"], ["vault.yaml", "my"],
    )  # fmt: skip


def test_it_is_merged_again_without_another_copy_of_what_lost(tmp_path: Path) -> None:
    (tmp_path / "vault.yaml").write_text("format: 1\nid: v\n", "utf-8")
    _, once = driven(tmp_path, "facts/a.jsonl", text(HOME), text(OURS), text(THEIRS))
    done, twice = driven(tmp_path, "facts/a.jsonl", text(OURS), once, text({**OURS, "pinned": True}))
    assert twice.count("家在西湖区") == 1
    assert json.loads(twice.splitlines()[0])["pinned"]
    assert done.kept == ()


def test_a_deleted_file_is_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "vault.yaml").write_text("format: 1\nid: v\n", "utf-8")
    done, result = driven(tmp_path, "facts/a.jsonl", "", text(OURS), text({"id": "m2", "content": "猫"}))
    assert done.clean
    assert {json.loads(each)["id"] for each in result.splitlines()} == {"m1", "m2"}


def test_what_is_not_memvaults_is_merged_as_text(tmp_path: Path) -> None:
    assert driven(tmp_path, "README.txt", "a\nb\nc\n", "x\nb\nc\n", "a\nb\nz\n")[1] == "x\nb\nz\n"
    done, result = driven(tmp_path, "README.txt", "a\n", "x\n", "z\n")
    assert not done.clean
    assert result == "<<<<<<< ours\nx\n=======\nz\n>>>>>>> theirs\n"


def test_a_version_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ReadFailed):
        merge_for_git(tmp_path / "O", tmp_path / "A", tmp_path / "B", "facts/a.jsonl", folder=tmp_path)
