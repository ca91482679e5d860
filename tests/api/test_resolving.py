"""Settling conflict copies, memories that stand twice, and versions that lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place
from vault.api.vault import Vault
from vault.errors import CannotUndo, NothingToResolve, NotMerged
from vault.files.atomic_write import replace_file
from vault.files.removal import remove_file
from vault.history import making

COPY = "facts/all.sync-conflict-20261129-101112-ABCDEFG.jsonl"
NOTE = "notes/杭州.md"
NOTE_COPY = "notes/杭州 (Lin's conflicted copy 2026-11-29).md"


def lines(place: Place, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (place.root / path).read_text("utf-8").splitlines()]


def edited_copy(place: Place, path: str = COPY, **changes: Any) -> bytes:
    """A conflict copy in which the home was changed and a task was added."""
    changed = [
        {**each, **changes} if each["id"] == "mem_home" else each for each in lines(place, "facts/all.jsonl")
    ]
    task = {"id": "mem_task", "type": "task", "content": "周五交房租", "created_at": "2026-11-28"}
    return place.remember(path, *changed, task).read_bytes()


def tree(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def home(vault: Vault) -> str:
    (found,) = vault.show("mem_home", now=NOW)
    return found.text


def test_the_later_home_counts_and_the_other_one_is_kept(opened: Vault, place: Place) -> None:
    edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    (found,) = opened.sync_conflicts(now=NOW).copies
    assert found.copy.of == "facts/all.jsonl"
    assert not found.safe
    changed, added = found.differences
    fields = {each.name: (each.ours, each.theirs, each.counts) for each in changed.fields}
    assert fields["content"] == ("家住梧桐路 12 号", "家住西湖区", "theirs")
    assert (added.name, added.state) == ("mem_task", "only-theirs")
    (resolved,) = opened.resolve(now=NOW)
    assert resolved.lost == ("家住梧桐路 12 号",)
    assert not (place.root / COPY).exists()
    assert home(opened) == "家住西湖区"
    assert opened.show("mem_task", now=NOW)
    (loser,) = opened.sync_conflicts(now=NOW).losers
    assert loser.successor == "mem_home"
    assert loser.difference.fields[0].theirs == "家住梧桐路 12 号"
    kept = opened.show(loser.id, now=NOW)[0]
    assert kept.archived
    assert not opened.check().problems


def test_a_copy_is_compared_with_what_was_archived_meanwhile(opened: Vault, place: Place) -> None:
    edited_copy(place, content="家住西湖区")
    opened.forget("mem_home", now=NOW)
    (found,) = opened.sync_conflicts(now=NOW).copies
    changed, added = found.differences
    assert (changed.name, changed.state) == ("mem_home", "changed")
    fields = {each.name: (each.ours, each.theirs) for each in changed.fields}
    assert fields["content"] == ("家住梧桐路 12 号", "家住西湖区")
    assert fields["status"] == ("forgotten", "")
    assert (added.name, added.state) == ("mem_task", "only-theirs")


def test_what_a_copy_says_as_the_archive_does_is_no_difference(opened: Vault, place: Place) -> None:
    line = {"id": "mem_before", "content": "家住旧城", "status": "superseded", "updated_at": "2026-11-01"}
    place.remember("archive/mac/2026-11.jsonl", line)
    place.remember(COPY, *lines(place, "facts/all.jsonl"), line)
    assert [each.differences for each in opened.sync_conflicts(now=NOW).copies] == [()]


@pytest.mark.parametrize(
    ("way", "now_home"),
    [("auto", "家住西湖区"), ("ours", "家住梧桐路 12 号"), ("theirs", "家住西湖区"), ("both", "家住西湖区")],
)
def test_every_resolution_can_be_taken_back(opened: Vault, place: Place, way: Any, now_home: str) -> None:
    edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    before = tree(place.root)
    (resolved,) = opened.resolve(COPY, way=way, now=NOW)
    assert resolved.undoable
    assert home(opened) == now_home
    assert opened.sync_conflicts(now=NOW).copies == ()
    opened.undo_resolution(COPY, now=NOW)
    assert tree(place.root) == before
    assert home(opened) == "家住梧桐路 12 号"
    with pytest.raises(CannotUndo):
        opened.undo_resolution(COPY, now=NOW)


def test_both_keeps_both_as_memories(opened: Vault, place: Place) -> None:
    edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    opened.resolve(COPY, way="both", now=NOW)
    current = {each.text for each in opened.list(now=NOW)}
    assert {"家住西湖区", "家住梧桐路 12 号"} <= current
    assert opened.sync_conflicts(now=NOW).losers == ()


def test_what_was_written_since_stays_when_a_resolution_is_taken_back(opened: Vault, place: Place) -> None:
    edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    opened.resolve(now=NOW)
    with (place.root / "facts/all.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"id": "mem_new", "content": "新买了自行车"}\n')
    opened.undo_resolution(COPY, now=NOW)
    ids = [each["id"] for each in lines(place, "facts/all.jsonl")]
    assert "mem_new" in ids
    assert "mem_task" not in ids
    assert home(opened) == "家住梧桐路 12 号"


def test_a_resolution_whose_lines_were_changed_is_not_taken_back(opened: Vault, place: Place) -> None:
    edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    opened.resolve(now=NOW)
    file = place.root / "facts/all.jsonl"
    file.write_text(file.read_text("utf-8").replace("家住西湖区", "家住滨江"), "utf-8")
    before = tree(place.root)
    with pytest.raises(CannotUndo, match="changed there since"):
        opened.undo_resolution(COPY, now=NOW)
    assert tree(place.root) == before


def test_an_identical_copy_just_goes(opened: Vault, place: Place) -> None:
    original = (place.root / "facts/all.jsonl").read_bytes()
    place.write(COPY, original)
    (found,) = opened.sync_conflicts(now=NOW).copies
    assert found.copy.identical
    assert found.safe
    before = tree(place.root)
    opened.resolve(now=NOW)
    assert tree(place.root) == {path: data for path, data in before.items() if path != COPY}


def test_a_memory_of_the_copy_that_is_history_elsewhere_stays_history(opened: Vault, place: Place) -> None:
    """The assistant superseded the home on another device; here it was edited by hand meanwhile."""
    place.remember(COPY, *lines(place, "facts/all.jsonl"))
    place.remember(
        "archive/phone/2026-11.jsonl",
        {
            "id": "mem_home",
            "content": "家住梧桐路 12 号",
            "status": "superseded",
            "superseded_by": ["mem_new_home"],
            "created_at": "2026-03-15",
            "updated_at": "2026-11-27T00:00:00Z",
        },
    )
    place.remember("facts/auto/phone/2026-11.jsonl", {"id": "mem_new_home", "content": "家住西湖区"})
    kept = [each for each in lines(place, "facts/all.jsonl") if each["id"] != "mem_cat"]
    kept[0]["content"] = "家住滨江"
    place.remember("facts/all.jsonl", *kept)
    opened.resolve(now=NOW)
    assert "mem_home" not in [each["id"] for each in lines(place, "facts/all.jsonl")]
    assert "mem_cat" in [each["id"] for each in lines(place, "facts/all.jsonl")]
    assert {"家住西湖区"} == {each.text for each in opened.list(now=NOW) if "家住" in each.text}
    (loser,) = opened.sync_conflicts(now=NOW).losers
    assert loser.difference.fields[0].theirs == "家住滨江"
    assert loser.successor == "mem_home"


def test_a_memory_that_stands_twice_becomes_one(opened: Vault, place: Place) -> None:
    place.remember(
        "facts/other.jsonl",
        {"id": "mem_cat", "content": "养了两只猫", "updated_at": "2026-10-01", "tags": ["猫"]},
    )
    (twin,) = opened.sync_conflicts(now=NOW).twins
    assert [each.path for each in twin.places] == ["facts/other.jsonl", "facts/all.jsonl"]
    (resolved,) = opened.resolve(now=NOW)
    assert resolved.name == "mem_cat"
    assert resolved.lost == ("养了一只叫年糕的猫",)
    assert opened.sync_conflicts(now=NOW).twins == ()
    assert opened.show("mem_cat", now=NOW)[0].text == "养了两只猫"


def test_two_devices_that_replaced_the_same_memory_contradict_each_other(opened: Vault, place: Place) -> None:
    """Each archived the home and put another one in its place; both came together."""
    rest = [each for each in lines(place, "facts/all.jsonl") if each["id"] != "mem_home"]
    place.remember("facts/all.jsonl", *rest)
    for name, home, day in (("laptop", "家住西湖区", 20), ("phone", "家住滨江", 21)):
        when = f"2026-11-{day}T00:00:00Z"
        new = {"id": f"mem_{name}", "content": home, "created_at": when, "supersedes": ["mem_home"]}
        old = {"id": "mem_home", "content": "家住梧桐路 12 号", "status": "superseded", "updated_at": when}
        place.remember(f"facts/auto/{name}/2026-11.jsonl", new)
        place.remember(f"archive/{name}/2026-11.jsonl", {**old, "superseded_by": [new["id"]]})
    opened.resolve(now=NOW)
    (conflict,) = opened.conflicts(now=NOW)
    assert (conflict.preferred.id, conflict.other.id) == ("mem_phone", "mem_laptop")
    assert not opened.sync_conflicts(now=NOW)
    opened.keep("mem_laptop", now=NOW)
    assert opened.conflicts(now=NOW) == ()


def test_notes_without_an_ancestor_stand_side_by_side(opened: Vault, place: Place) -> None:
    place.write(NOTE, "# 杭州\n\n西湖\n")
    place.write(NOTE_COPY, "# 杭州\n\n西溪湿地\n")
    (resolved,) = opened.resolve(now=NOW)
    assert resolved.side_by_side == 1
    text = (place.root / NOTE).read_text("utf-8")
    assert "西湖" in text
    assert "西溪湿地" in text
    assert opened.sync_conflicts(now=NOW).side_by_side == ((NOTE, 1),)
    opened.undo_resolution(NOTE_COPY, now=NOW)
    assert (place.root / NOTE).read_text("utf-8") == "# 杭州\n\n西湖\n"
    assert (place.root / NOTE_COPY).exists()


def test_both_notes_become_notes_of_their_own(opened: Vault, place: Place) -> None:
    place.write(NOTE, "# 杭州\n\n西湖\n")
    place.write(NOTE_COPY, "# 杭州\n\n西溪湿地\n")
    opened.resolve(NOTE_COPY, way="both", now=NOW)
    assert opened.sync_conflicts(now=NOW) == opened.sync_conflicts(now=NOW)
    assert not opened.sync_conflicts(now=NOW)
    assert len(list((place.root / "notes").glob("*.md"))) == 2
    opened.undo_resolution(NOTE_COPY, now=NOW)
    assert (place.root / NOTE_COPY).read_text("utf-8") == "# 杭州\n\n西溪湿地\n"
    assert len(list((place.root / "notes").glob("*.md"))) == 2


def test_a_copy_without_its_file_takes_its_place(opened: Vault, place: Place) -> None:
    place.write(NOTE_COPY, "# 杭州\n\n西溪湿地\n")
    opened.resolve(now=NOW)
    assert (place.root / NOTE).read_text("utf-8") == "# 杭州\n\n西溪湿地\n"
    opened.undo_resolution(NOTE_COPY, now=NOW)
    assert not (place.root / NOTE).exists()
    assert (place.root / NOTE_COPY).exists()


def test_only_what_is_safe_is_done_unasked(opened: Vault, place: Place) -> None:
    data = edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    other = "journal/phone/2026/2026-11-28.sync-conflict-20261129-101112-ABCDEFG.jsonl"
    place.write(other, '{"session_id":"s","turn":1,"role":"user","content":"好"}\n')
    found = {each.name: each.obstacle for each in opened.resolve(only_safe=True, now=NOW)}
    assert found == {COPY: "it needs a decision", other: ""}
    assert (place.root / COPY).read_bytes() == data
    assert (place.root / "journal/phone/2026/2026-11-28.jsonl").exists()


def test_what_is_not_understood_is_left_alone(opened: Vault, place: Place) -> None:
    place.write(COPY, "<<<<<<< HEAD\n{}\n=======\n>>>>>>> x\n")
    place.write("notes/杭州.md.rej", "--- a\n+++ b\n")
    before = tree(place.root)
    assert all(each.obstacle for each in opened.resolve(now=NOW))
    with pytest.raises(NotMerged):
        opened.resolve(COPY, now=NOW)
    assert tree(place.root) == before
    opened.resolve("notes/杭州.md.rej", way="ours", now=NOW)
    assert not (place.root / "notes/杭州.md.rej").exists()


def test_a_name_of_nothing_is_refused_before_anything_is_done(opened: Vault, place: Place) -> None:
    edited_copy(place, content="家住西湖区")
    before = tree(place.root)
    with pytest.raises(NothingToResolve):
        opened.resolve(COPY, "mem_home", now=NOW)
    assert tree(place.root) == before


def lost(opened: Vault, place: Place) -> str:
    edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    opened.resolve(now=NOW)
    (loser,) = opened.sync_conflicts(now=NOW).losers
    return loser.id


def test_a_kept_version_becomes_ordinary_history(opened: Vault, place: Place) -> None:
    name = lost(opened, place)
    opened.resolve(name, way="ours", now=NOW)
    assert opened.sync_conflicts(now=NOW).losers == ()
    assert opened.show(name, now=NOW)[0].archived
    assert home(opened) == "家住西湖区"


def test_a_kept_version_can_be_the_one_that_counts(opened: Vault, place: Place) -> None:
    name = lost(opened, place)
    opened.resolve(name, way="theirs", now=NOW)
    assert not opened.sync_conflicts(now=NOW)
    assert home(opened) == "家住梧桐路 12 号"
    former = [each.text for each in opened.list(statuses=("superseded",), now=NOW)]
    assert "家住西湖区" in former


def test_a_kept_version_can_count_beside_the_other_one(opened: Vault, place: Place) -> None:
    name = lost(opened, place)
    opened.resolve(name, way="both", now=NOW)
    assert not opened.sync_conflicts(now=NOW)
    assert {"家住西湖区", "家住梧桐路 12 号"} <= {each.text for each in opened.list(now=NOW)}


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("survived", range(5))
def test_a_run_that_is_cut_short_is_finished_by_the_next_one(
    opened: Vault, place: Place, monkeypatch: pytest.MonkeyPatch, survived: int
) -> None:
    edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    before = tree(place.root)
    writes = iter(range(survived))

    def write(*arguments: Any, **more: Any) -> None:
        if next(writes, None) is None:
            raise Killed
        real = remove_file if isinstance(arguments[1], str) else replace_file
        real(*arguments, **more)

    with monkeypatch.context() as patched:
        patched.setattr(making, "replace_file", write)
        patched.setattr(making, "remove_file", write)
        with pytest.raises(Killed):
            opened.resolve(now=NOW)
    assert home(opened) in {"家住西湖区", "家住梧桐路 12 号"}
    everything = b"".join(tree(place.root).values()).decode()
    assert all(text in everything for text in ("家住西湖区", "家住梧桐路 12 号", "周五交房租"))
    assert [each.obstacle for each in opened.resolve(now=NOW)] == [""]
    assert home(opened) == "家住西湖区"
    assert len(opened.sync_conflicts(now=NOW).losers) == 1
    opened.undo_resolution(COPY, now=NOW)
    assert tree(place.root) == before


@pytest.mark.parametrize("survived", range(5))
def test_taking_back_can_be_cut_short_too(
    opened: Vault, place: Place, monkeypatch: pytest.MonkeyPatch, survived: int
) -> None:
    changed = [
        {**each, "content": "家住西湖区", "updated_at": "2026-11-28"} if each["id"] == "mem_home" else each
        for each in lines(place, "facts/all.jsonl")
    ]
    place.remember(COPY, *changed)
    before = tree(place.root)
    opened.resolve(now=NOW)
    writes = iter(range(survived))

    def write(*arguments: Any, **more: Any) -> None:
        if next(writes, None) is None:
            raise Killed
        real = remove_file if isinstance(arguments[1], str) else replace_file
        real(*arguments, **more)

    with monkeypatch.context() as patched:
        patched.setattr(making, "replace_file", write)
        patched.setattr(making, "remove_file", write)
        with pytest.raises(Killed):
            opened.undo_resolution(COPY, now=NOW)
    opened.undo_resolution(COPY, now=NOW)
    assert tree(place.root) == before


def test_memories_of_others_are_counted_but_not_shown(opened: Vault, place: Place) -> None:
    both = lines(place, "facts/all.jsonl")
    both[-1]["content"] = "每周五练钢琴"
    place.remember(COPY, *both)
    (found,) = opened.sync_conflicts(now=NOW).copies
    assert (found.differences, found.others) == ((), 1)


def test_nothing_of_an_erased_memory_stays_in_what_is_kept(opened: Vault, place: Place) -> None:
    edited_copy(place, content="家住西湖区", updated_at="2026-11-28T00:00:00Z")
    opened.resolve(now=NOW)
    erasure = opened.erase("mem_cat", now=NOW)
    assert not erasure.left
    assert all("年糕".encode() not in data for data in tree(place.root).values())


def test_values_of_a_front_matter_wait_for_a_decision(opened: Vault, place: Place) -> None:
    place.write(NOTE, "---\ntags: [a]\n---\n# 杭州\n")
    place.write(NOTE_COPY, "---\ntags: [b]\n---\n# 杭州\n")
    opened.resolve(now=NOW)
    assert opened.sync_conflicts(now=NOW).side_by_side == ((NOTE, 3),)
    assert [(each.path, each.line, each.code) for each in opened.check().problems] == [
        (NOTE, 3, "side-by-side")
    ]


def test_what_is_sensitive_is_covered_in_what_lost(opened: Vault, place: Place) -> None:
    door = {
        "id": "mem_gate",
        "content": "院门密码是 1122",
        "key": "院门密码",
        "value": "1122",
        "sensitive": True,
    }
    place.remember("facts/gate.jsonl", door)
    place.remember("facts/gate 2.jsonl", {**door, "content": "院门密码是 3344", "value": "3344"})
    (resolved,) = opened.resolve(now=NOW)
    assert resolved.lost == ("院门密码是 ••••••",)
