"""Files in which git left conflict markers become clean ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.history.merge_cases import DEFAULTS
from vault.files.layout import Kind
from vault.history.conflict_copies import Resolution, Way
from vault.history.marked_files import MarkedFile, Stages, resolve_marked
from vault.history.merged import CannotMerge
from vault.history.undo_file import parse_undo, plan_undo

PATH, NOTE = "facts/home.jsonl", "notes/a.md"
HOME = {"id": "m1", "user_id": "lin", "content": "家在阳光小区", "created_at": "2026-01-01T00:00:00Z"}
LATER = {**HOME, "content": "家在西湖区", "updated_at": "2026-02-01T00:00:00Z"}
LATEST = {**HOME, "content": "家在滨江", "updated_at": "2026-03-01T00:00:00Z"}
CAT = {"id": "m2", "user_id": "lin", "content": "养了年糕"}


def text(*memories: dict[str, Any]) -> str:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in memories)


def marked(ours: str, theirs: str, before: str = "", after: str = "", end: str = "\n") -> bytes:
    whole = f"{before}<<<<<<< HEAD\n{ours}=======\n{theirs}>>>>>>> x\n{after}"
    return whole.replace("\n", end).encode()


def resolved(
    data: bytes, way: Way = "auto", *, path: str = PATH, kind: Kind = "memories", stages: Stages | None = None
) -> tuple[str, Resolution]:
    planned = resolve_marked(MarkedFile(path, kind, data, stages), way, defaults=DEFAULTS)
    (edit,) = (each for each in planned.edits if each.path == path)
    assert edit.before == data
    return (edit.after or b"").decode(), planned


def test_the_later_one_counts_and_the_other_one_is_history() -> None:
    for ours, theirs in ((LATER, LATEST), (LATEST, LATER)):
        result, planned = resolved(marked(text(ours), text(theirs), text(CAT)))
        first, second, third = map(json.loads, result.splitlines())
        assert {first["id"], second["id"]} == {"m1", "m2"}
        assert LATEST in (first, second)
        assert (third["content"], third["superseded_by"]) == ("家在西湖区", ["m1"])
        assert [each.memory.content for each in planned.lost] == ["家在西湖区"]


@pytest.mark.parametrize(("way", "homes"), [("ours", {"家在西湖区"}), ("theirs", {"家在滨江"})])
def test_one_side(way: Way, homes: set[str]) -> None:
    result, _ = resolved(marked(text(LATER), text(LATEST), text(CAT)), way)
    assert {each["content"] for each in map(json.loads, result.splitlines())} == {*homes, "养了年糕"}


def test_both_count() -> None:
    result, _ = resolved(marked(text(LATER), text(LATEST)), "both")
    found = [json.loads(each) for each in result.splitlines()]
    assert {each["content"] for each in found} == {"家在西湖区", "家在滨江"}
    assert all(each.get("status", "active") == "active" for each in found)


def test_with_the_ancestor_each_side_keeps_what_it_changed() -> None:
    """Without it the whole record of one side would count; and what one side deleted would be back."""
    ours = {**HOME, "tags": ["家"], "updated_at": "2026-03-01T00:00:00Z"}
    theirs = {**HOME, "importance": 0.9, "updated_at": "2026-02-01T00:00:00Z"}
    data = marked(text(ours, CAT), text(theirs))
    stages = Stages(text(HOME, CAT).encode(), text(ours, CAT).encode(), text(theirs).encode())
    result, planned = resolved(data, stages=stages)
    (found,) = map(json.loads, result.splitlines())
    assert (found["tags"], found["importance"], found["updated_at"]) == (["家"], 0.9, ours["updated_at"])
    assert planned.lost == ()
    diff3 = f"<<<<<<< a\n{text(ours, CAT)}||||||| o\n{text(HOME, CAT)}=======\n{text(theirs)}>>>>>>> b\n"
    assert resolved(diff3.encode())[0] == result


def test_what_was_typed_since_beside_the_conflict_stays() -> None:
    new = {"id": "m9", "user_id": "lin", "content": "会弹吉他"}
    stages = Stages(text(HOME).encode(), text(LATER).encode(), text(LATEST).encode())
    result, _ = resolved(marked(text(LATER), text(LATEST), after=text(new)), stages=stages)
    assert "会弹吉他" in result


def test_of_half_removed_markers_nothing_is_deleted() -> None:
    data = (text(CAT, LATER) + "=======\n" + text(LATEST) + ">>>>>>> x\n").encode()
    stages = Stages(text(CAT, HOME).encode(), text(CAT, LATER).encode(), text(LATEST).encode())
    result, _ = resolved(data, stages=stages)
    contents = [json.loads(each)["content"] for each in result.splitlines()]
    assert contents == ["养了年糕", "家在滨江", "家在西湖区"]


def test_line_ends_stay() -> None:
    result, _ = resolved(marked(text(LATER), text(CAT), end="\r\n"))
    assert result.count("\r\n") == result.count("\n") == 2


def test_a_journal_is_united() -> None:
    turns = [
        json.dumps({"session_id": "s", "turn": n, "role": "user", "content": f"{n}"}) + "\n" for n in (1, 2)
    ]
    result, _ = resolved(marked(*turns), path="journal/mac/2026/2026-11-01.jsonl", kind="turns")
    assert result == "".join(turns)


def test_of_a_note_both_versions_stand_side_by_side_where_nobody_knows_better() -> None:
    data = marked("骑车三天\n", "骑车两天\n", "# 大理\n\n", "\n# 泉州\n\n看海\n")
    result, planned = resolved(data, path=NOTE, kind="note")
    assert planned.side_by_side == 1
    assert "骑车三天" in result
    assert "骑车两天" in result
    assert result.count("看海") == 1


def test_the_underline_of_a_heading_is_told_from_a_marker_with_what_git_knows() -> None:
    base, ours, theirs = (
        "Trip\n=======\n\nsea\n",
        "Trip\n=======\n\nsea, 3 days\n",
        "Trip\n=======\n\nsea, 2 days\n",
    )
    data = marked(ours, theirs)
    with pytest.raises(CannotMerge):
        resolved(data, path=NOTE, kind="note")
    stages = Stages(base.encode(), ours.encode(), theirs.encode())
    result, _ = resolved(data, path=NOTE, kind="note", stages=stages)
    assert "3 days" in result
    assert "2 days" in result
    assert "<<<<" not in result
    typed = data + b"typed since\n"
    with pytest.raises(CannotMerge):
        resolved(typed, path=NOTE, kind="note", stages=stages)


def test_both_of_a_note_are_two_notes() -> None:
    _, planned = resolved(marked("1\n", "2\n"), "both", path=NOTE, kind="note")
    texts = {each.path: each.after for each in planned.edits if each.path.startswith("notes/")}
    assert texts.pop(NOTE) == b"1\n"
    assert list(texts.values()) == [b"2\n"]


@pytest.mark.parametrize("way", ["auto", "ours", "theirs", "both"])
def test_it_can_be_taken_back_and_what_was_written_since_stays(way: Way) -> None:
    data = marked(text(LATER), text(LATEST), text(CAT))
    result, planned = resolved(data, way)
    kept, undo, *_ = planned.edits
    assert kept.after == data
    found = parse_undo(undo.after or b"")
    new = text({"id": "m9", "content": "会弹吉他"})
    files = {PATH: (result + new).encode(), kept.path: data, undo.path: undo.after or b""}
    edits = plan_undo(found, files, [undo.path])
    after = {each.path: each.after for each in edits}
    assert after == {PATH: data + new.encode(), kept.path: None, undo.path: None}
