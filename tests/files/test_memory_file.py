from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.files.conftest import DEFAULTS, put, snapshot
from tests.files.generated import CONTENT, VALUES, Line, joined, memory_lines
from vault.errors import ChangedOnDisk, EditRefused, OutsideVault, UnknownMemory, UnparsedFile
from vault.files.fingerprint import fingerprint_of
from vault.files.lock import WriteLock, write_lock
from vault.files.memory_file import (
    append_memory,
    change_memory,
    move_memory,
    open_memories,
    remove_memory,
)
from vault.format.memory_line import REMOVE
from vault.model.memory import Memory

PATH = "facts/me.jsonl"
CAT = '{"id": "mem_cat",  "vendor":{"a":[1,2]}, "content": "养了一只叫年糕的猫", "created_at":"2026-01-08T11:20:00Z"}'
HOME = '{"id":"mem_home","content":"家住阳光小区"}'
RECORDS = f"{CAT}\n{HOME}\n"


@contextmanager
def generated(lines: list[Line], *, bom: bool) -> Iterator[tuple[Path, WriteLock]]:
    """A vault with these lines, gone afterwards."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder, write_lock(Path(folder) / "write.lock") as lock:
        root = Path(folder) / "vault"
        put(root, PATH, joined(lines, bom=bom))
        yield root, lock


def read(root: Path, path: str = PATH) -> bytes:
    return (root / path).read_bytes()


@st.composite
def files_with_a_choice(draw: st.DrawFn) -> tuple[list[Line], int, bool]:
    """Lines, which of them to edit, and whether there is a byte-order mark."""
    lines = draw(memory_lines())
    memories = [number for number, line in enumerate(lines) if line.record is not None]
    assume(memories)
    return lines, draw(st.sampled_from(memories)), draw(st.booleans())


GENERATED = settings(max_examples=80)


@GENERATED
@given(
    files_with_a_choice(),
    st.dictionaries(
        st.sampled_from(["content", "importance", "tags", "neu", "x-心情"]), st.none(), min_size=1
    ),
    st.data(),
)
def test_a_change_touches_one_record_and_no_other_byte(
    choice: tuple[list[Line], int, bool], keys: dict[str, None], data: st.DataObject
) -> None:
    lines, number, bom = choice
    changes: dict[str, object] = {}
    for key in keys:
        known = {"content": CONTENT, "importance": st.just(0.25), "tags": st.lists(CONTENT, max_size=2)}
        value = data.draw(known.get(key, VALUES))
        changes[key] = REMOVE if key != "content" and data.draw(st.booleans()) else value
    with generated(lines, bom=bom) as (root, lock):
        written = change_memory(root, PATH, f"mem_{number}", changes, lock=lock, defaults=DEFAULTS)
        after = read(root)
    before_part, after_part = joined(lines[:number], bom=bom), joined(lines[number + 1 :])
    assert after.startswith(before_part)
    assert after.endswith(after_part)
    changed = after[len(before_part) : len(after) - len(after_part)]
    raw, record = lines[number].raw, lines[number].record
    assert record is not None
    assert changed[len(changed.rstrip(b"\r\n")) :] == raw[len(raw.rstrip(b"\r\n")) :]
    expected = record | {key: value for key, value in changes.items() if value is not REMOVE}
    expected = {key: value for key, value in expected.items() if changes.get(key) is not REMOVE}
    now = json.loads(changed)
    assert now == expected
    kept = [key for key in json.loads(raw) if key in expected]
    assert list(now)[: len(kept)] == kept
    assert written.line == number + 1
    assert written.fingerprint == fingerprint_of(after)


@GENERATED
@given(files_with_a_choice())
def test_removing_takes_out_one_line_and_no_other_byte(choice: tuple[list[Line], int, bool]) -> None:
    lines, number, bom = choice
    with generated(lines, bom=bom) as (root, lock):
        fingerprint = remove_memory(root, PATH, f"mem_{number}", lock=lock, defaults=DEFAULTS)
        after = read(root)
    assert after == joined(lines[:number] + lines[number + 1 :], bom=bom)
    assert fingerprint == fingerprint_of(after)


@GENERATED
@given(memory_lines(), st.booleans(), CONTENT)
def test_appending_keeps_every_byte_and_adds_a_readable_record(
    lines: list[Line], bom: bool, content: str
) -> None:
    memory = Memory(id="mem_new", content=content, user_id="lin")
    with generated(lines, bom=bom) as (root, lock):
        written = append_memory(root, PATH, memory, lock=lock, defaults=DEFAULTS)
        after = read(root)
        located = open_memories(root, PATH, defaults=DEFAULTS).find("mem_new")
    assert after.startswith(joined(lines, bom=bom))
    assert after.endswith(b"\n")
    assert located.memory.content == content
    assert located.line == written.line
    assert written.fingerprint == fingerprint_of(after)


@GENERATED
@given(files_with_a_choice(), memory_lines(with_ids=False), st.booleans())
def test_moving_takes_the_line_along_and_no_other_byte(
    choice: tuple[list[Line], int, bool], others: list[Line], with_change: bool
) -> None:
    lines, number, bom = choice
    changes: dict[str, object] = {"status": "superseded"} if with_change else {}
    # a line that stands there already is that of a move that was cut short: it is not added again
    assume(lines[number].raw.strip(b"\r\n") not in {each.raw.strip(b"\r\n") for each in others})
    with generated(lines, bom=bom) as (root, lock):
        put(root, "archive/2026.jsonl", joined(others))
        written = move_memory(
            root, PATH, "archive/2026.jsonl", f"mem_{number}", lock=lock, defaults=DEFAULTS, changes=changes
        )
        assert read(root) == joined(lines[:number] + lines[number + 1 :], bom=bom)
        after = read(root, "archive/2026.jsonl")
    assert after.startswith(joined(others))
    raw, record = lines[number].raw.rstrip(b"\r\n"), lines[number].record
    assert record is not None
    last = after.rstrip(b"\r\n").rpartition(b"\n")[2]
    if with_change:
        assert json.loads(last) == record | changes
    else:
        assert last == raw
    assert written.path == "archive/2026.jsonl"
    assert after.split(b"\n")[written.line - 1].rstrip(b"\r") == last


def test_spacing_order_and_unknown_keys_survive_a_change(root: Path, lock: WriteLock) -> None:
    put(root, PATH, RECORDS)
    change_memory(root, PATH, "mem_cat", {"content": "养了两只猫"}, lock=lock, defaults=DEFAULTS)
    assert read(root).decode() == RECORDS.replace("养了一只叫年糕的猫", "养了两只猫")


def test_a_record_without_id_is_found_by_its_provisional_one(root: Path, lock: WriteLock) -> None:
    put(root, PATH, '{"content": "家住阳光小区"}\n')
    memory = open_memories(root, PATH, defaults=DEFAULTS).file.memories[0].memory
    assert memory.provisional
    change_memory(root, PATH, memory.id, {"pinned": True}, lock=lock, defaults=DEFAULTS)
    assert json.loads(read(root)) == {"content": "家住阳光小区", "pinned": True}


def test_records_with_one_id_are_told_apart_by_line(root: Path, lock: WriteLock) -> None:
    put(root, PATH, '{"id": "a", "content": "一"}\n{"id": "a", "content": "二"}\n')
    with pytest.raises(EditRefused, match="lines 1 and 2"):
        remove_memory(root, PATH, "a", lock=lock, defaults=DEFAULTS)
    remove_memory(root, PATH, "a", lock=lock, defaults=DEFAULTS, line=2)
    assert read(root).decode() == '{"id": "a", "content": "一"}\n'


def test_a_record_that_moved_to_another_line_is_found_by_its_id(root: Path, lock: WriteLock) -> None:
    put(root, PATH, "\n\n" + RECORDS)
    written = change_memory(root, PATH, "mem_home", {"pinned": True}, lock=lock, defaults=DEFAULTS, line=1)
    assert json.loads(read(root).splitlines()[written.line - 1])["pinned"] is True


def test_an_unknown_record_changes_nothing(root: Path, lock: WriteLock) -> None:
    put(root, PATH, RECORDS)
    for edit in (
        lambda: change_memory(root, PATH, "mem_dog", {"content": "x"}, lock=lock, defaults=DEFAULTS),
        lambda: remove_memory(root, PATH, "mem_dog", lock=lock, defaults=DEFAULTS, line=2),
        lambda: move_memory(root, PATH, "archive/a.jsonl", "mem_dog", lock=lock, defaults=DEFAULTS),
    ):
        with pytest.raises(UnknownMemory):
            edit()
    assert snapshot(root) == {PATH: RECORDS.encode()}


@pytest.mark.parametrize("by", ["line", "content"])
def test_a_record_edited_by_hand_meanwhile_is_not_overwritten(root: Path, lock: WriteLock, by: str) -> None:
    put(root, PATH, RECORDS)
    found = open_memories(root, PATH, defaults=DEFAULTS).find("mem_home")
    seen = found.raw.raw if by == "line" else found.memory.content
    edited = RECORDS.replace("阳光小区", "海棠湾")
    put(root, PATH, edited)
    for edit in (
        lambda: change_memory(
            root, PATH, "mem_home", {"content": "x"}, lock=lock, defaults=DEFAULTS, seen=seen
        ),
        lambda: remove_memory(root, PATH, "mem_home", lock=lock, defaults=DEFAULTS, seen=seen),
        lambda: move_memory(
            root, PATH, "archive/a.jsonl", "mem_home", lock=lock, defaults=DEFAULTS, seen=seen
        ),
    ):
        with pytest.raises(ChangedOnDisk):
            edit()
    assert snapshot(root) == {PATH: edited.encode()}


def test_another_record_edited_by_hand_meanwhile_is_no_obstacle(root: Path, lock: WriteLock) -> None:
    put(root, PATH, RECORDS)
    seen = open_memories(root, PATH, defaults=DEFAULTS).find("mem_home").raw.raw
    put(root, PATH, "\n" + RECORDS.replace("一只", "两只"))
    change_memory(root, PATH, "mem_home", {"content": "搬到海棠湾"}, lock=lock, defaults=DEFAULTS, seen=seen)
    assert read(root).decode() == "\n" + RECORDS.replace("一只", "两只").replace("家住阳光小区", "搬到海棠湾")


@pytest.mark.parametrize(
    "data",
    [
        RECORDS.encode("utf-16"),
        f"<<<<<<< HEAD\n{CAT}\n=======\n{HOME}\n>>>>>>> other\n".encode(),
        b"SQLite format 3" + bytes(100),
    ],
    ids=["utf-16", "conflict-markers", "binary"],
)
def test_a_file_that_is_not_understood_is_never_written(root: Path, lock: WriteLock, data: bytes) -> None:
    put(root, PATH, data)
    put(root, "facts/good.jsonl", RECORDS)
    memory = Memory(id="mem_new", content="x")
    for edit in (
        lambda: append_memory(root, PATH, memory, lock=lock, defaults=DEFAULTS),
        lambda: change_memory(root, PATH, "mem_cat", {"content": "x"}, lock=lock, defaults=DEFAULTS),
        lambda: remove_memory(root, PATH, "mem_cat", lock=lock, defaults=DEFAULTS),
        lambda: move_memory(root, "facts/good.jsonl", PATH, "mem_cat", lock=lock, defaults=DEFAULTS),
        lambda: move_memory(root, PATH, "archive/a.jsonl", "mem_cat", lock=lock, defaults=DEFAULTS),
    ):
        with pytest.raises(UnparsedFile):
            edit()
    assert snapshot(root) == {PATH: data, "facts/good.jsonl": RECORDS.encode()}


@pytest.mark.parametrize(
    "changes",
    [{"content": ""}, {"content": REMOVE}, {"content": 3}, {"content": None}, {"vendor": float("nan")}],
)
def test_a_change_after_which_it_is_no_memory_is_refused(
    root: Path, lock: WriteLock, changes: dict[str, object]
) -> None:
    put(root, PATH, RECORDS)
    with pytest.raises(EditRefused):
        change_memory(root, PATH, "mem_home", changes, lock=lock, defaults=DEFAULTS)
    assert read(root).decode() == RECORDS


def test_a_half_written_line_does_not_swallow_the_next_record(root: Path, lock: WriteLock) -> None:
    half = HOME.encode()[:-9]
    put(root, PATH, f"{CAT}\n".encode() + half)
    append_memory(root, PATH, Memory(id="mem_new", content="爱喝龙井"), lock=lock, defaults=DEFAULTS)
    opened = open_memories(root, PATH, defaults=DEFAULTS)
    assert [located.memory.id for located in opened.file.memories] == ["mem_cat", "mem_new"]
    assert opened.data.startswith(f"{CAT}\n".encode() + half + b"\n")


def test_a_new_file_and_what_a_record_becomes(root: Path, lock: WriteLock) -> None:
    memory = Memory(
        id="mem_new",
        content="下周三去体检",
        user_id="lin",
        type="event",
        created_at=datetime(2026, 11, 29, 10, tzinfo=timezone.utc),
        extra={"vendor": {"a": 1}},
    )
    path = "facts/auto/laptop/2026-11.jsonl"
    written = append_memory(root, path, memory, lock=lock, defaults=DEFAULTS)
    assert (written.path, written.line) == (path, 1)
    assert open_memories(root, path, defaults=DEFAULTS).find("mem_new").memory == memory


def test_a_move_cut_short_is_finished_by_the_same_move(root: Path, lock: WriteLock) -> None:
    """After the append and before the removal the record is in both files."""
    put(root, PATH, RECORDS)
    put(root, "archive/a.jsonl", f"{HOME}\n")
    written = move_memory(root, PATH, "archive/a.jsonl", "mem_home", lock=lock, defaults=DEFAULTS)
    assert snapshot(root) == {PATH: f"{CAT}\n".encode(), "archive/a.jsonl": f"{HOME}\n".encode()}
    assert written.line == 1


def test_moving_within_one_file_is_a_mistake(root: Path, lock: WriteLock) -> None:
    put(root, PATH, RECORDS)
    with pytest.raises(ValueError, match="one file"):
        move_memory(root, PATH, f"facts/./{PATH.partition('/')[2]}", "mem_cat", lock=lock, defaults=DEFAULTS)


def test_nothing_is_written_out_of_the_vault(root: Path, lock: WriteLock, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (root / "facts").symlink_to(tmp_path / "outside")
    with pytest.raises(OutsideVault):
        append_memory(root, PATH, Memory(id="a", content="x"), lock=lock, defaults=DEFAULTS)
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_missing_file_is_told(root: Path, lock: WriteLock) -> None:
    with pytest.raises(FileNotFoundError):
        change_memory(root, PATH, "mem_cat", {"content": "x"}, lock=lock, defaults=DEFAULTS)
