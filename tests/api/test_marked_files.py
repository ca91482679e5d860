"""Files in which git left a conflict: found, shown, settled and taken back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place
from vault.api.vault import Vault
from vault.errors import NotMerged

HOME = {"id": "mem_home", "content": "家住梧桐路 12 号", "created_at": "2026-03-15"}
OURS = {**HOME, "content": "家住滨江", "updated_at": "2026-11-01T00:00:00Z"}
THEIRS = {**HOME, "content": "家住西湖区", "updated_at": "2026-11-02T00:00:00Z"}
PATH = "facts/家.jsonl"


def line(memory: dict[str, Any]) -> str:
    return json.dumps(memory, ensure_ascii=False) + "\n"


@pytest.fixture
def marked(place: Place) -> Path:
    text = f"<<<<<<< HEAD\n{line(OURS)}=======\n{line(THEIRS)}>>>>>>> phone\n"
    others = [json.loads(each) for each in (place.root / "facts/all.jsonl").read_text("utf-8").splitlines()]
    place.remember("facts/all.jsonl", *(each for each in others if each["id"] != "mem_home"))
    return place.write(PATH, text.encode())


def test_it_is_listed_with_what_the_sides_say(opened: Vault, marked: Path) -> None:
    (found,) = opened.sync_conflicts(now=NOW).marked
    assert (found.path, found.kind, found.unmerged, found.obstacle) == (PATH, "memories", False, "")
    (difference,) = found.differences
    fields = {each.name: (each.ours, each.theirs, each.counts) for each in difference.fields}
    assert fields["content"] == ("家住滨江", "家住西湖区", "theirs")


def test_it_is_settled_and_taken_back(opened: Vault, marked: Path) -> None:
    before = marked.read_bytes()
    (resolved,) = opened.resolve(now=NOW)
    assert (resolved.name, resolved.lost, resolved.undoable) == (PATH, ("家住滨江",), True)
    first, second = map(json.loads, marked.read_text("utf-8").splitlines())
    assert first["content"] == "家住西湖区"
    assert second["superseded_by"] == ["mem_home"]
    assert opened.show("mem_home", now=NOW)[0].text == "家住西湖区"
    assert opened.sync_conflicts(now=NOW).marked == ()
    assert [each.id for each in opened.sync_conflicts(now=NOW).losers] == [second["id"]]
    assert not opened.check().problems
    opened.undo_resolution(PATH, now=NOW)
    assert marked.read_bytes() == before
    assert opened.sync_conflicts(now=NOW).marked


def test_the_latest_of_several_resolutions_is_taken_back(opened: Vault, marked: Path) -> None:
    opened.resolve(PATH, way="ours", now=NOW)
    again = (
        marked.read_bytes() + f"<<<<<<< a\n{line({'id': 'm8', 'content': '八'})}=======\n>>>>>>> b\n".encode()
    )
    marked.write_bytes(again)
    opened.resolve(PATH, way="ours", now=NOW)
    opened.undo_resolution(PATH, now=NOW)
    assert marked.read_bytes() == again


def test_the_service_leaves_it_to_the_person(opened: Vault, marked: Path) -> None:
    assert opened.resolve(only_safe=True, now=NOW) == ()
    assert "<<<<<<<" in marked.read_text("utf-8")


def test_what_cannot_be_told_apart_is_said_and_left(opened: Vault, place: Place) -> None:
    text = b"<<<<<<< a\nTitle\n=======\nx\n=======\ny\n>>>>>>> b\n"
    place.write("notes/trip.md", text)
    (found,) = opened.sync_conflicts(now=NOW).marked
    assert "=======" in found.obstacle
    (resolved,) = opened.resolve(now=NOW)
    assert resolved.obstacle == found.obstacle
    with pytest.raises(NotMerged):
        opened.resolve("notes/trip.md", now=NOW)
    assert (place.root / "notes/trip.md").read_bytes() == text


@pytest.mark.parametrize(
    "text",
    [
        "Title\n=======\n\ntext\n",
        "a\n\n    <<<<<<< HEAD\n",
        "> <<<<<<< HEAD\n> =======\n> >>>>>>> x\n",
        "<<<<<<< HEAD\nonly the beginning\n",
        "标题\n=======\n\n第二个\n=======\n",
    ],
)
def test_a_note_that_only_looks_like_it(opened: Vault, place: Place, text: str) -> None:
    place.write("notes/plain.md", text.encode())
    assert opened.sync_conflicts(now=NOW).marked == ()
    assert "conflict-marker" not in {each.code for each in opened.check().problems}


def test_markers_within_a_text_are_none(opened: Vault, place: Place) -> None:
    place.remember(
        "facts/git.jsonl", {"id": "mem_git", "content": "<<<<<<< HEAD\n=======\n>>>>>>> 是冲突标记"}
    )
    assert opened.sync_conflicts(now=NOW).marked == ()
