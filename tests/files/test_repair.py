from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.conftest import DEFAULTS, NOW, allowed, put, snapshot
from tests.files.generated import OTHER_LINES, Line, joined, json_line, memory_lines
from vault.errors import ChangedOnDisk, WriteFailed
from vault.files.file_change import FileChange
from vault.files.lock import WriteLock, write_lock
from vault.files.repair import Repairs, apply_repairs, plan_repairs
from vault.files.scan import scan
from vault.format.memory_line import parse_memories
from vault.model.identifier import permanent_id, provisional_id

CAT = '{"id": "mem_cat", "content": "养了一只猫"}'
HOME = '{"content": "家住阳光小区"}'


def plan(root: Path) -> Repairs:
    return plan_repairs(root, scan(root).files.values(), defaults=DEFAULTS, now=NOW, device="pi")


def planned(root: Path, path: str = "facts/a.jsonl") -> FileChange:
    (change,) = plan(root).changes
    assert change.path == path
    return change


def ids(data: bytes) -> list[str]:
    file = parse_memories(data, path="facts/a.jsonl", defaults=DEFAULTS)
    return [located.memory.id for located in file.memories]


def test_a_missing_final_newline_is_added_in_the_style_of_the_file(root: Path) -> None:
    put(root, "facts/a.jsonl", f"{CAT}")
    assert planned(root).after == f"{CAT}\n".encode()
    put(root, "facts/a.jsonl", f'{CAT}\r\n{{"id": "b", "content": "x"}}')
    assert planned(root).after.endswith(b"}\r\n")


def test_a_missing_id_is_given_and_stays_the_same_on_every_device(root: Path) -> None:
    put(root, "facts/a.jsonl", f"{CAT}\n{HOME}\n")
    change = planned(root)
    given_id = ids(change.after)[1]
    assert given_id.startswith("mem_")
    assert change.after == f'{CAT}\n{{"content": "家住阳光小区", "id": "{given_id}"}}\n'.encode()
    assert planned(root).after == change.after, "two devices that repair write the same"
    assert change.reasons == (f"line 2 has no id: given {given_id}",)
    provisional = ids(change.before)[1]
    assert given_id.removeprefix("mem_") == provisional.removeprefix("prov_")


@pytest.mark.parametrize("empty", ['"id": "", ', '"id": null, '])
def test_an_empty_id_counts_as_missing(root: Path, empty: str) -> None:
    put(root, "facts/a.jsonl", f'{{{empty}"content": "家住阳光小区"}}\n')
    assert json.loads(planned(root).after)["id"].startswith("mem_")


def test_copies_of_a_line_without_an_id_stay_one_memory(root: Path, lock: WriteLock) -> None:
    for name in ("archive/old.jsonl", "facts/a.jsonl", "facts/b.jsonl"):
        put(root, name, f"{HOME}\n")
    before = snapshot(root)
    apply_repairs(root, plan(root), lock=lock)
    assert snapshot(root) == before


def test_ids_stay_unique_in_the_vault(root: Path, lock: WriteLock) -> None:
    provisional = provisional_id("", "default", "家住阳光小区")
    put(root, "archive/old.jsonl", json.dumps({"id": permanent_id(provisional), "content": "别的"}) + "\n")
    put(root, "facts/a.jsonl", f"{HOME}\n")
    apply_repairs(root, plan(root), lock=lock)
    found = [memory_id for data in snapshot(root).values() for memory_id in ids(data)]
    assert len(set(found)) == len(found) == 2
    assert all(memory_id.startswith("mem_") for memory_id in found)


def test_exact_doubles_in_one_file_are_removed_and_the_first_stays(root: Path) -> None:
    put(root, "facts/a.jsonl", f"{CAT}\n\n{HOME}\n  {CAT}\n{HOME}")
    change = planned(root)
    assert [line.strip() for line in change.after.decode().splitlines()][:2] == [CAT, ""]
    assert len(ids(change.after)) == 2
    assert change.reasons[1:3] == (
        "line 4 is the same as line 1: removed",
        "line 5 is the same as line 3: removed",
    )


@pytest.mark.parametrize(
    "text",
    [
        f"{CAT}\n",
        "",
        "\ufeff",
        "\n\n",
        f"{CAT}\n{{broken\n{{broken\n",
        f"{CAT}\n" + '{"content": "half',
        '{"id": 17, "content": "an id of another kind"}\n',
        '{"id": ["x"], "content": "an id of another kind"}\n',
        '{"id": "a", "content": "一"}\n{"id": "a", "content": "二"}\n',
        '{"id": "a", "content": "x"}\n{"id":"a","content":"x"}\n',
    ],
)
def test_what_is_not_plainly_safe_is_left_alone(root: Path, text: str) -> None:
    put(root, "facts/a.jsonl", text)
    assert plan(root).changes == ()


def test_the_same_line_in_two_files_is_left_alone(root: Path) -> None:
    """Each of them may belong to another device, whose file only that device writes."""
    put(root, "facts/auto/a/2026-11.jsonl", f"{CAT}\n")
    put(root, "facts/auto/b/2026-11.jsonl", f"{CAT}\n")
    assert plan(root).changes == ()


@pytest.mark.parametrize(
    "data",
    [f"{HOME}".encode("utf-16"), f"<<<<<<< HEAD\n{HOME}\n=======\n{CAT}\n>>>>>>> x".encode()],
    ids=["utf-16", "conflict-markers"],
)
def test_a_file_that_is_not_understood_is_never_touched(root: Path, data: bytes) -> None:
    put(root, "facts/a.jsonl", data)
    put(root, "journal/pi/2026/2026-11-29.jsonl", data)
    assert plan(root).changes == ()


def test_journals_get_their_newline_and_nothing_else(root: Path) -> None:
    path = "journal/pi/2026/2026-11-29.jsonl"
    turn = '{"session_id": "s", "turn": 1, "role": "user", "content": "好"}'
    put(root, path, f"{turn}\n{turn}")
    assert planned(root, path).after == f"{turn}\n{turn}\n".encode()
    put(root, path, f'{turn}\n{{"session_id": "s", "tur')
    assert plan(root).changes == ()


def test_notes_usage_and_settings_are_not_repaired(root: Path) -> None:
    put(root, "notes/a.md", "no newline")
    put(root, "usage/pi.jsonl", "{}\n{}")
    put(root, "vault.yaml", "format: 1")
    assert plan(root).changes == ()


@settings(max_examples=100)
@given(memory_lines(with_ids=False), st.booleans(), st.data())
def test_a_repair_keeps_every_record_and_every_other_byte(
    tmp_path_factory: pytest.TempPathFactory, lines: list[Line], bom: bool, data: st.DataObject
) -> None:
    doubles = data.draw(st.lists(st.one_of(json_line(None), json_line("mem_x"), OTHER_LINES), max_size=3))
    body = [Line(line.raw + b"\n", line.record) for line in doubles + doubles] + lines
    before = joined(body, bom=bom)
    root = tmp_path_factory.mktemp("vault")
    put(root, "facts/a.jsonl", before)
    changes = plan(root).changes
    after = changes[0].after if changes else before
    assert (root / "facts/a.jsonl").read_bytes() == before, "planning writes nothing"

    old = parse_memories(before, path="facts/a.jsonl", defaults=DEFAULTS)
    new = parse_memories(after, path="facts/a.jsonl", defaults=DEFAULTS)
    distinct = {located.raw.raw.strip() for located in old.memories}
    assert {located.memory.content for located in new.memories} == {
        located.memory.content for located in old.memories
    }
    assert len(new.memories) == len(distinct)
    assert not any(located.memory.provisional for located in new.memories)

    remembered = {located.line for located in old.memories}
    other = [line.raw.strip() for line in old.lines if line.number not in remembered]
    remembered = {located.line for located in new.memories}
    assert [line.raw.strip() for line in new.lines if line.number not in remembered] == other
    with_id = [located.raw.raw.strip() for located in old.memories if not located.memory.provisional]
    assert all(raw in after for raw in with_id)

    put(root, "facts/a.jsonl", after)
    assert plan(root).changes == (), "a repaired file needs no repair"


def test_applying_writes_exactly_what_was_planned(root: Path, lock: WriteLock) -> None:
    put(root, "facts/a.jsonl", f"{HOME}")
    put(root, "facts/b.jsonl", f"{CAT}\n")
    put(root, "notes/a.md", "x")
    before, repairs = snapshot(root), plan(root)
    assert "+" in repairs.changes[0].diff
    applied = apply_repairs(root, repairs, lock=lock)
    assert (applied.written, applied.failed) == (("facts/a.jsonl",), ())
    assert snapshot(root) == before | {"facts/a.jsonl": repairs.changes[0].after}


def test_a_file_changed_since_is_left_and_the_others_are_repaired(root: Path, lock: WriteLock) -> None:
    put(root, "facts/a.jsonl", HOME)
    put(root, "facts/b.jsonl", CAT)
    put(root, "facts/c.jsonl", CAT)
    repairs = plan(root)
    put(root, "facts/a.jsonl", "edited meanwhile")
    (root / "facts/b.jsonl").unlink()
    applied = apply_repairs(root, repairs, lock=lock)
    assert applied.written == ("facts/c.jsonl",)
    assert [(path, type(error)) for path, error in applied.failed] == [
        ("facts/a.jsonl", ChangedOnDisk),
        ("facts/b.jsonl", ChangedOnDisk),
    ]
    assert snapshot(root) == {"facts/a.jsonl": b"edited meanwhile", "facts/c.jsonl": f"{CAT}\n".encode()}


def test_a_write_protected_file_fails_alone(ordinary_folder: Path) -> None:
    root = ordinary_folder / "vault"
    for name in ("a", "b"):
        put(root, f"facts/{name}.jsonl", CAT)
    (root / "facts/a.jsonl").chmod(0o444)
    if allowed(root / "facts/a.jsonl", os.W_OK):
        pytest.skip("permissions do not count here")
    with write_lock(ordinary_folder / "lock") as lock:
        applied = apply_repairs(root, plan(root), lock=lock)
    assert applied.written == ("facts/b.jsonl",)
    assert [type(error) for _, error in applied.failed] == [WriteFailed]


def test_an_unreadable_file_does_not_stop_the_plan(ordinary_folder: Path) -> None:
    put(ordinary_folder, "facts/a.jsonl", CAT).chmod(0)
    put(ordinary_folder, "facts/b.jsonl", CAT)
    assert "facts/b.jsonl" in {change.path for change in plan(ordinary_folder).changes}


OLD = '{"id": "mem_old", "content": "家住文二路"}'
NEW = '{"id": "mem_new", "content": "家住梧桐路", "created_at": "2026-11-02", "supersedes": ["mem_old"]}'
ENDED = OLD[:-1] + ', "status": "superseded", "superseded_by": ["mem_new"]}'
ARCHIVE = "archive/pi/2026-11.jsonl"


def test_a_supersede_that_was_cut_short_is_finished(root: Path, lock: WriteLock) -> None:
    put(root, "facts/a.jsonl", f"{CAT}\n{OLD}\n")
    put(root, "facts/auto/pi/2026-11.jsonl", f"{NEW}\n")
    repairs = plan(root)
    assert [change.path for change in repairs.changes] == [ARCHIVE, "facts/a.jsonl"], "first there, then away"
    assert apply_repairs(root, repairs, lock=lock).failed == ()
    assert (root / "facts/a.jsonl").read_text() == f"{CAT}\n"
    (moved,) = (root / ARCHIVE).read_text().splitlines()
    assert json.loads(moved)["superseded_by"] == ["mem_new"]
    assert plan(root).changes == ()


def test_a_line_that_is_in_the_archive_already_is_taken_out(root: Path, lock: WriteLock) -> None:
    put(root, "facts/a.jsonl", f"{CAT}\n{OLD}\n{NEW}\n")
    put(root, "archive/old.jsonl", f"{ENDED}\n")
    change = planned(root)
    assert change.after == f"{CAT}\n{NEW}\n".encode()
    assert change.reasons == ("line 2 is in archive/old.jsonl already: removed",)
    assert apply_repairs(root, plan(root), lock=lock).written == ("facts/a.jsonl",)


def test_nothing_is_taken_out_unless_it_stands_in_the_archive(root: Path, lock: WriteLock) -> None:
    put(root, "facts/a.jsonl", f"{OLD}\n{NEW}\n")
    repairs = plan(root)
    put(root, ARCHIVE, "written meanwhile\n")
    applied = apply_repairs(root, repairs, lock=lock)
    assert [path for path, _ in applied.failed] == [ARCHIVE, "facts/a.jsonl"]
    assert (root / "facts/a.jsonl").read_text() == f"{OLD}\n{NEW}\n"

    put(root, ARCHIVE, f"{ENDED}\n")
    repairs = plan(root)
    (root / ARCHIVE).unlink()
    applied = apply_repairs(root, repairs, lock=lock)
    assert [(path, type(error)) for path, error in applied.failed] == [("facts/a.jsonl", ChangedOnDisk)]
    assert (root / "facts/a.jsonl").read_text() == f"{OLD}\n{NEW}\n"


def test_a_copy_of_an_erased_memory_is_taken_out(root: Path) -> None:
    put(root, "archive/pi/2026-10.jsonl", '{"id": "mem_old", "content": "[已擦除]", "status": "forgotten"}\n')
    put(root, "facts/a.jsonl", f"{CAT}\n{OLD}\n")
    assert planned(root).after == f"{CAT}\n".encode()


def test_a_copy_of_an_erased_memory_is_taken_out_of_the_archive_too(root: Path, lock: WriteLock) -> None:
    stone = '{"id": "mem_old", "content": "[已擦除]", "status": "forgotten"}'
    put(root, "archive/a.jsonl", f"{ENDED}\n{CAT}\n")
    put(root, "archive/b.jsonl", f"{ENDED}\n{stone}\n")
    assert apply_repairs(root, plan(root), lock=lock).failed == ()
    assert (root / "archive/a.jsonl").read_text() == f"{CAT}\n"
    assert (root / "archive/b.jsonl").read_text() == f"{stone}\n"
    assert plan(root).changes == ()


def test_archiving_goes_together_with_other_repairs(root: Path, lock: WriteLock) -> None:
    put(root, "facts/a.jsonl", f"{HOME}\n{OLD}\n{NEW}\n{OLD}")
    put(root, ARCHIVE, f"{CAT}\r\n{CAT}")
    assert apply_repairs(root, plan(root), lock=lock).failed == ()
    archived = (root / ARCHIVE).read_bytes()
    assert archived.startswith(f"{CAT}\r\n".encode())
    assert archived.endswith(b"}\r\n")
    assert ids(archived) == ["mem_cat", "mem_old"]
    assert [each[:4] for each in ids((root / "facts/a.jsonl").read_bytes())] == ["mem_", "mem_"]
    assert plan(root).changes == ()
