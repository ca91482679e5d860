from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.conftest import DEFAULTS, put, snapshot
from tests.files.generated import Line, joined, memory_lines
from vault.errors import ChangedOnDisk, UnparsedFile, WriteFailed
from vault.files import memory_batch
from vault.files.append import append_lines
from vault.files.lock import WriteLock, write_lock
from vault.files.memory_batch import Edit, change_memories, move_memories
from vault.format.memory_line import REMOVE, parse_memories

FACTS = "facts/me.jsonl"
ARCHIVE = "archive/mac/2026-11.jsonl"
CAT = '{"id": "mem_cat",  "vendor":{"a":[1,2]}, "content": "养了一只叫年糕的猫"}'
HOME = '{"id":"mem_home","content":"家住阳光小区"}'
TEA = '{"content": "下午爱喝龙井", "status": "active"}'
PROV_TEA = parse_memories(TEA.encode(), path=FACTS, defaults=DEFAULTS).memories[0].memory.id
REST = {"status": "inactive"}


def edit(memory_id: str, content: str, line: int = 1, **changes: Any) -> Edit:
    return Edit(memory_id, line, content, changes or REST)


CAT_RESTS = edit("mem_cat", "养了一只叫年糕的猫")
HOME_RESTS = edit("mem_home", "家住阳光小区")
TEA_RESTS = edit(PROV_TEA, "下午爱喝龙井", status="inactive", id="mem_tea")


def change(root: Path, lock: WriteLock, *edits: Edit) -> tuple[str, ...]:
    return change_memories(root, FACTS, edits, lock=lock, defaults=DEFAULTS)


def move(root: Path, lock: WriteLock, *edits: Edit) -> tuple[str, ...]:
    return move_memories(root, FACTS, ARCHIVE, edits, lock=lock, defaults=DEFAULTS)


def test_several_records_change_in_one_write(root: Path, lock: WriteLock) -> None:
    place = put(root, FACTS, f"\ufeff{CAT}\r\n\r\n{HOME}\n{{broken\n{TEA}")
    assert change(root, lock, TEA_RESTS, CAT_RESTS) == (PROV_TEA, "mem_cat")
    assert place.read_bytes().decode() == (
        "\ufeff"
        '{"id": "mem_cat",  "vendor":{"a":[1,2]}, "content": "养了一只叫年糕的猫", "status": "inactive"}\r\n'
        f"\r\n{HOME}\n{{broken\n"
        '{"content": "下午爱喝龙井", "status": "inactive", "id": "mem_tea"}'
    )


def test_several_records_move_in_one_write_each(root: Path, lock: WriteLock) -> None:
    put(root, FACTS, f"{CAT}\n{HOME}\n{TEA}\n")
    put(root, ARCHIVE, '{"id": "mem_old", "content": "家住文二路"}')
    gone = edit("mem_cat", "养了一只叫年糕的猫", status="forgotten")
    assert move(root, lock, gone, TEA_RESTS) == ("mem_cat", PROV_TEA)
    after = snapshot(root)
    assert after[FACTS].decode() == f"{HOME}\n"
    assert [json.loads(line)["id"] for line in after[ARCHIVE].splitlines()] == [
        "mem_old",
        "mem_cat",
        "mem_tea",
    ]


def test_what_says_something_else_by_now_is_left_alone(root: Path, lock: WriteLock) -> None:
    place = put(root, FACTS, f"{CAT}\n{HOME}\n")
    gone, edited = edit("mem_gone", "走了"), edit("mem_home", "家住文二路")
    assert change(root, lock, gone, edited) == ()
    assert move(root, lock, gone, edited) == ()
    assert place.read_text(encoding="utf-8") == f"{CAT}\n{HOME}\n"
    assert move(root, lock, gone, HOME_RESTS, edited) == ("mem_home",)


def test_the_line_tells_records_with_one_id_apart(root: Path, lock: WriteLock) -> None:
    put(root, FACTS, f"{HOME}\n{CAT}\n{HOME}\n")
    assert change(root, lock, edit("mem_home", "家住阳光小区", line=2)) == ()
    assert change(root, lock, edit("mem_home", "家住阳光小区", line=3)) == ("mem_home",)
    lines = snapshot(root)[FACTS].decode().splitlines()
    assert lines[:2] == [HOME, CAT]
    assert json.loads(lines[2])["status"] == "inactive"


def test_a_change_that_would_end_the_memory_is_not_made(root: Path, lock: WriteLock) -> None:
    put(root, FACTS, f"{CAT}\n{HOME}\n")
    assert change(root, lock, Edit("mem_cat", 1, "养了一只叫年糕的猫", {"content": REMOVE}), HOME_RESTS) == (
        "mem_home",
    )


@pytest.mark.parametrize("which", [FACTS, ARCHIVE])
def test_a_file_that_is_not_understood_stops_it(root: Path, lock: WriteLock, which: str) -> None:
    put(root, FACTS, f"{CAT}\n")
    put(root, which, f"<<<<<<< ours\n{CAT}\n=======\n{HOME}\n>>>>>>> theirs\n")
    before = snapshot(root)
    with pytest.raises(UnparsedFile):
        move(root, lock, CAT_RESTS)
    assert snapshot(root) == before


def test_a_failure_between_the_two_writes_leaves_them_in_both(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> str:
        raise WriteFailed(root / FACTS, "No space left on device")

    put(root, FACTS, f"{CAT}\n{HOME}\n")
    monkeypatch.setattr(memory_batch, "rewrite_file", full)
    with pytest.raises(WriteFailed):
        move(root, lock, CAT_RESTS)
    assert snapshot(root)[FACTS].decode() == f"{CAT}\n{HOME}\n"
    assert snapshot(root)[ARCHIVE].count(b"mem_cat") == 1


def test_what_an_editor_saves_in_between_is_not_taken_out(
    root: Path, lock: WriteLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = f'{HOME}\n{{"id": "mem_cat", "content": "养了两只猫"}}\n'

    def meanwhile(*arguments: Any, **named: Any) -> object:
        put(root, FACTS, edited)
        return append_lines(*arguments, **named)

    put(root, FACTS, f"{CAT}\n{HOME}\n")
    monkeypatch.setattr(memory_batch, "append_lines", meanwhile)
    with pytest.raises(ChangedOnDisk):
        move(root, lock, CAT_RESTS)
    assert snapshot(root)[FACTS].decode() == edited


def test_a_file_is_not_moved_onto_itself(root: Path, lock: WriteLock) -> None:
    put(root, FACTS, f"{CAT}\n")
    with pytest.raises(ValueError, match="one file"):
        move_memories(
            root,
            FACTS,
            FACTS,
            [CAT_RESTS],
            lock=lock,
            defaults=DEFAULTS,
        )


@given(memory_lines(), st.booleans(), st.data())
@settings(max_examples=60)
def test_every_other_byte_stays(lines: list[Line], bom: bool, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder, write_lock(Path(folder) / "write.lock") as lock:
        root = Path(folder) / "vault"
        before = joined(lines, bom=bom)
        put(root, FACTS, before)
        found = parse_memories(before, path=FACTS, defaults=DEFAULTS).memories
        chosen = [each for each in found if data.draw(st.booleans())]
        edits = [Edit(each.memory.id, each.line, each.memory.content, REST) for each in chosen]
        done = change_memories(root, FACTS, edits, lock=lock, defaults=DEFAULTS)
        assert len(done) == len(chosen)
        old, new = before.split(b"\n"), snapshot(root)[FACTS].split(b"\n")
        changed = {each.line for each in chosen}
        assert len(old) == len(new)
        assert all(
            a == b for number, (a, b) in enumerate(zip(old, new, strict=True), 1) if number not in changed
        )
        after = parse_memories(snapshot(root)[FACTS], path=FACTS, defaults=DEFAULTS).memories
        assert {each.line for each in after if each.memory.status == "inactive"} >= changed
