"""What becomes of a conflict copy, as planned edits."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.history.merge_cases import DEFAULTS
from vault.history.conflict_copies import ConflictCopy, Resolution, Way, resolve_copy, resolve_twins
from vault.history.file_edit import with_edits
from vault.history.merged import CannotMerge
from vault.history.undo_file import parse_undo, plan_undo

FILE, COPY = "facts/home.jsonl", "facts/home.sync-conflict-20261129-101112-ABCDEFG.jsonl"
HOME = {"id": "m1", "content": "家在阳光小区", "created_at": "2026-01-01"}
LATER = {**HOME, "content": "家在西湖区", "updated_at": "2026-02-01"}
WAYS: tuple[Way, ...] = ("auto", "ours", "theirs", "both")


def lines(*records: dict[str, Any]) -> bytes:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records).encode()


def resolve(
    original: bytes | None, data: bytes, way: Way = "auto", files: dict[str, bytes] | None = None
) -> tuple[Resolution, dict[str, bytes], dict[str, bytes]]:
    """The plan, and the files before and after it."""
    before = {**(files or {}), **({FILE: original} if original is not None else {}), COPY: data}
    memories = {path: each for path, each in before.items() if path != COPY}
    planned = resolve_copy(
        ConflictCopy(COPY, FILE, "memories", data, original), memories, way, defaults=DEFAULTS
    )
    return planned, before, with_edits(before, planned.edits)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("original", [lines(HOME), None])
def test_every_resolution_can_be_taken_back(way: Way, original: bytes | None) -> None:
    _, before, after = resolve(original, lines(LATER, {"id": "m2", "content": "猫"}), way)
    (noted,) = [path for path in after if path.endswith(".undo")]
    undone = with_edits(after, plan_undo(parse_undo(after[noted]), after, [noted]))
    assert undone == before


@pytest.mark.parametrize("way", WAYS)
def test_cut_short_anywhere_nothing_is_lost_and_it_can_be_done_again(way: Way) -> None:
    """After each edit both texts stand somewhere, and the whole plan made anew ends the same."""
    planned, before, after = resolve(lines(HOME), lines(LATER), way)
    for cut in range(len(planned.edits) + 1):
        files = with_edits(before, planned.edits[:cut])
        everything = b"".join(files.values()).decode()
        assert "阳光小区" in everything
        assert "西湖区" in everything
        if COPY in files:
            memories = {
                path: data for path, data in files.items() if path.endswith(".jsonl") and path != COPY
            }
            copy = ConflictCopy(COPY, FILE, "memories", files[COPY], files[FILE])
            files = with_edits(files, resolve_copy(copy, memories, way, defaults=DEFAULTS).edits)
        names = {path for path in {*files, *after} if not path.endswith((".undo", ".merged"))}
        assert {path: files.get(path) for path in names} == {path: after.get(path) for path in names}


def test_a_copy_that_holds_nothing_new_just_goes() -> None:
    planned, _, after = resolve(lines(HOME, LATER | {"id": "m2"}), lines(HOME))
    assert len(planned.edits) == 1
    assert set(after) == {FILE}
    assert planned.safe


def test_what_only_the_copy_has_is_added_without_a_loss() -> None:
    planned, _, after = resolve(lines(HOME), lines(HOME, {"id": "m2", "content": "猫"}))
    assert planned.safe
    assert after[FILE] == lines(HOME, {"id": "m2", "content": "猫"})


def test_what_is_history_elsewhere_does_not_come_back() -> None:
    over = {**HOME, "status": "forgotten", "updated_at": "2026-02-01"}
    _, _, after = resolve(
        lines({"id": "m2", "content": "猫"}), lines(HOME), files={"archive/a/2026-02.jsonl": lines(over)}
    )
    assert after[FILE] == lines({"id": "m2", "content": "猫"})
    assert after["archive/a/2026-02.jsonl"] == lines(over)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_of_an_erased_memory_is_kept(way: Way) -> None:
    tombstone = {"id": "m1", "content": "[已擦除]", "status": "forgotten", "updated_at": "2026-02-01"}
    other = {"id": "m2", "content": "猫"}
    _, _, after = resolve(
        lines({"id": "m3", "content": "茶"}),
        lines(HOME, other),
        way,
        {"archive/a/2026-02.jsonl": lines(tombstone)},
    )
    assert all("阳光小区" not in data.decode() for data in after.values())


def test_what_loses_is_the_same_file_on_every_device() -> None:
    _, _, here = resolve(lines(HOME), lines(LATER))
    _, _, there = resolve(lines(LATER), lines(HOME))
    kept = [
        {path: data for path, data in files.items() if path.endswith(".jsonl")} for files in (here, there)
    ]
    assert kept[0] == kept[1]


def test_a_patch_is_no_version() -> None:
    copy = ConflictCopy(FILE + ".rej", FILE, "memories", b"--- a\n", lines(HOME))
    with pytest.raises(CannotMerge):
        resolve_copy(copy, {}, "auto", defaults=DEFAULTS)
    assert resolve_copy(copy, {}, "ours", defaults=DEFAULTS).edits


def test_settings_are_not_merged_but_can_be_chosen() -> None:
    copy = ConflictCopy(
        "vault 2.yaml", "vault.yaml", "settings", b"format: 1\nid: b\n", b"format: 1\nid: a\n"
    )
    with pytest.raises(CannotMerge):
        resolve_copy(copy, {}, "auto", defaults=DEFAULTS)
    after = with_edits({}, resolve_copy(copy, {}, "theirs", defaults=DEFAULTS).edits)
    assert after["vault.yaml"] == copy.data


def test_twins_become_one_where_the_one_stands_that_counts() -> None:
    archived = {**HOME, "status": "superseded", "superseded_by": ["m9"], "updated_at": "2026-02-01"}
    files = {
        FILE: lines({**HOME, "tags": ["家"]}, {"id": "m2", "content": "猫"}),
        "archive/a/2026-02.jsonl": lines(archived),
    }
    planned = resolve_twins(files, defaults=DEFAULTS)
    after = with_edits(files, planned.edits)
    assert planned.safe
    assert after[FILE] == lines({"id": "m2", "content": "猫"})
    assert json.loads(after["archive/a/2026-02.jsonl"]) == {**archived, "tags": ["家"]}
    assert planned.edits[-1].path == FILE
    assert not resolve_twins(after, defaults=DEFAULTS).edits


def test_two_devices_that_superseded_the_same_memory() -> None:
    files = {
        f"archive/{name}/2026-02.jsonl": lines(
            {**HOME, "status": "superseded", "superseded_by": [f"m_{name}"], "updated_at": f"2026-02-0{day}"}
        )
        for day, name in enumerate(("a", "b"), 1)
    }
    for name, home in (("a", "家在西湖区"), ("b", "家在滨江")):
        files[f"facts/auto/{name}/2026-02.jsonl"] = lines(
            {"id": f"m_{name}", "content": home, "supersedes": ["m1"]}
        )
    after = with_edits(files, resolve_twins(files, defaults=DEFAULTS).edits)
    assert after["archive/a/2026-02.jsonl"] == b""
    assert json.loads(after["archive/b/2026-02.jsonl"])["superseded_by"] == ["m_a", "m_b"]
    rivals = [json.loads(after[f"facts/auto/{name}/2026-02.jsonl"]) for name in ("a", "b")]
    assert [each["relations"] for each in rivals] == [
        [{"type": "conflicts_with", "target": "m_b"}],
        [{"type": "conflicts_with", "target": "m_a"}],
    ]
    assert not resolve_twins(after, defaults=DEFAULTS).edits


def test_lines_without_an_id_are_no_twins() -> None:
    bare = {"content": "家在阳光小区"}
    files = {FILE: lines(bare), "facts/other.jsonl": lines(bare)}
    assert not resolve_twins(files, defaults=DEFAULTS).edits
