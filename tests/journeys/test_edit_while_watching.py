"""Somebody edits a memory in an editor while `memvault watch` runs, and the next answer is the new one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import vault
from tests.journeys.conftest import Home, until

QUESTION = "你记得我住哪吗"
SECONDS = 8.0
"""Generous: a save is found in well under a second, but the machine may be busy with other tests."""


def written_in_place(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def written_beside_and_renamed(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.tmp")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def backed_up_then_renamed(path: Path, text: str) -> None:
    """As vim does with `backupcopy=no`."""
    backup = path.with_name(path.name + "~")
    path.rename(backup)
    path.write_text(text, encoding="utf-8")
    backup.unlink()


@pytest.fixture
def watched(sample_vault: Path, with_model: Path, tmp_path: Path) -> Home:
    home = Home(tmp_path / "vault")
    shutil.copytree(sample_vault, home.root)
    assert home.run("index").returncode == 0
    return home


@pytest.mark.parametrize("save", [written_in_place, written_beside_and_renamed, backed_up_then_renamed])
def test_the_new_home_is_recalled_and_the_old_one_is_not(
    watched: Home, save: Callable[[Path, str], None]
) -> None:
    path = watched.root / "facts" / "home.jsonl"
    text = path.read_text(encoding="utf-8")
    with watched.started("watch"):
        until(lambda: watched.answer("status")["watcher"]["alive"], "the watcher reports itself")
        with vault.open(watched.root) as memory:
            assert "阳光小区" in memory.recall(QUESTION).hits[0].content

            save(path, text.replace("阳光小区", "梧桐公寓"))
            until(
                lambda: "梧桐公寓" in memory.recall(QUESTION).hits[0].content, "the new home", seconds=SECONDS
            )
            assert not any(
                "阳光小区" in f"{hit.content}{hit.record.value}" for hit in memory.recall(QUESTION).hits
            )


def test_a_deleted_line_is_no_longer_recalled(watched: Home) -> None:
    path = watched.root / "facts" / "pet.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    with watched.started("watch"):
        until(lambda: watched.answer("status")["watcher"]["alive"], "the watcher reports itself")
        with vault.open(watched.root) as memory:
            assert "浴巾" in memory.recall("怎么给猫剪指甲").hits[0].content
            written_in_place(path, "".join(line for line in lines if "浴巾" not in line))
            until(
                lambda: not any("浴巾" in hit.content for hit in memory.recall("怎么给猫剪指甲").hits),
                "the procedure is gone",
                seconds=SECONDS,
            )


def test_a_note_that_is_moved_keeps_being_found_at_its_new_place(watched: Home) -> None:
    with watched.started("watch"):
        until(lambda: watched.answer("status")["watcher"]["alive"], "the watcher reports itself")
        with vault.open(watched.root) as memory:
            (watched.root / "notes" / "旅行").rename(watched.root / "notes" / "trips")
            until(
                lambda: (
                    "notes/trips/大理行程草稿.md" in {hit.path for hit in memory.recall("去大理的预算").hits}
                ),
                "the note at its new place",
                seconds=SECONDS,
            )
            assert not any(hit.path.startswith("notes/旅行/") for hit in memory.recall("去大理的预算").hits)
