"""What has to be read and removed, decided from hints alone."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.files.scan import FileSeen
from vault.index.compare import USAGE_KINDS, FileRow, Moves, Plan, compare, is_below, is_racy


def seen(path: str, *, size: int = 10, mtime: int = 5, inode: int = 0) -> FileSeen:
    return FileSeen(path, "memories", size, mtime, (1, inode or 100 + hash(path) % 10_000))


def row(file: FileSeen, number: int = 1, fingerprint: str = "f") -> FileRow:
    return FileRow(number, file.path, file.kind, file.size, file.mtime_ns, file.inode, fingerprint, "good")


def plan(files: list[FileSeen], rows: list[FileRow], **limits: object) -> Plan:
    return compare({f.path: f for f in files}, {r.path: r for r in rows}, **limits)  # type: ignore[arg-type]


A, B, C = seen("facts/a.jsonl", inode=11), seen("facts/b.jsonl", inode=12), seen("facts/c.jsonl", inode=13)


def test_nothing_new() -> None:
    found = plan([A], [row(A)])
    assert found == Plan(unchanged=("facts/a.jsonl",))
    assert found.empty


@pytest.mark.parametrize(
    "changed",
    [replace(A, size=11), replace(A, mtime_ns=6), replace(A, inode=(1, 99)), replace(A, kind="archive")],
)
def test_any_hint_makes_a_file_suspect(changed: FileSeen) -> None:
    assert plan([changed], [row(A)]).suspect == ("facts/a.jsonl",)


@pytest.mark.parametrize("state", ["partial", "unreadable"])
def test_a_file_that_was_not_settled_is_suspect(state: str) -> None:
    assert plan([A], [replace(row(A), state=state)]).suspect == ("facts/a.jsonl",)  # type: ignore[arg-type]


def test_a_file_read_too_soon_after_its_change_is_suspect() -> None:
    assert plan([A], [replace(row(A), racy=True)]).suspect == ("facts/a.jsonl",)


def test_a_quarantined_file_is_left_alone_until_it_changes() -> None:
    quarantined = replace(row(A), state="quarantined")
    assert plan([A], [quarantined]).unchanged == ("facts/a.jsonl",)
    assert plan([replace(A, mtime_ns=9)], [quarantined]).suspect == ("facts/a.jsonl",)


def test_new_and_gone() -> None:
    assert plan([B], [row(A)]) == Plan(new=("facts/b.jsonl",), gone=("facts/a.jsonl",))


def test_only_what_was_looked_at_can_be_gone() -> None:
    rows = [row(A), row(seen("notes/x.md"), 2)]
    assert plan([], rows, under=["facts"]).gone == ("facts/a.jsonl",)
    assert plan([], rows, under=["facts/a.jsonl"]).gone == ("facts/a.jsonl",)
    assert plan([], rows, under=["facts/a"]).gone == ()


def test_what_lies_in_a_folder_that_could_not_be_listed_is_not_gone() -> None:
    assert plan([], [row(A)], unread={"facts"}).gone == ()
    assert plan([], [row(A)], unread={""}).gone == ()


def test_usage_is_told_apart_and_settings_are_left_out() -> None:
    files = [
        A,
        FileSeen("vault.yaml", "settings", 1, 1, (1, 1)),
        FileSeen("usage/a.jsonl", "usage", 1, 1, (1, 2)),
    ]
    assert plan(files, []).new == (A.path,)
    assert plan(files, [], kinds=USAGE_KINDS).new == ("usage/a.jsonl",)


@pytest.mark.parametrize(("age", "racy"), [(0, True), (1.5, True), (-1.5, True), (2.5, False), (-60, False)])
def test_what_was_changed_a_moment_ago_may_change_again_unseen(age: float, racy: bool) -> None:
    now = datetime(2026, 11, 30, tzinfo=timezone.utc)
    assert is_racy(int((now.timestamp() - age) * 1e9), now) is racy


def test_a_file_with_two_names_is_read_once() -> None:
    found = plan([seen("facts/z.jsonl", inode=7), seen("facts/y.jsonl", inode=7)], [])
    assert found.new == ("facts/y.jsonl",)
    assert found.twins == (("facts/z.jsonl", "facts/y.jsonl"),)


def test_file_systems_without_inodes_have_no_twins() -> None:
    files = [replace(A, inode=(0, 0)), replace(B, inode=(0, 0))]
    assert plan(files, []).new == ("facts/a.jsonl", "facts/b.jsonl")


def test_a_gone_file_with_the_same_bytes_has_moved() -> None:
    moves = Moves([row(A, 1, "x"), row(B, 2, "y")])
    claimed = moves.claim("y", C)
    assert claimed is not None
    assert claimed.number == 2
    assert [left.number for left in moves.left] == [1]
    assert moves.claim("y", C) is None
    assert moves.claim("z", C) is None


def test_of_several_copies_that_with_the_same_inode_has_moved() -> None:
    moves = Moves([row(A, 1, "x"), row(B, 2, "x")])
    claimed = moves.claim("x", replace(C, inode=B.inode))
    assert claimed is not None
    assert claimed.number == 2


@pytest.mark.parametrize(("kind", "expected"), [("archive", True), ("note", False), ("turns", False)])
def test_a_file_that_is_read_in_another_way_has_not_moved(kind: str, expected: bool) -> None:
    moves = Moves([row(A, 1, "x")])
    assert (moves.claim("x", replace(C, kind=kind)) is not None) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "folders", "expected"),
    [
        ("facts/a.jsonl", ["facts"], True),
        ("facts/a.jsonl", ["facts/a.jsonl"], True),
        ("facts2/a.jsonl", ["facts"], False),
        ("facts/a.jsonl", [""], True),
        ("facts/a.jsonl", ["."], True),
        ("facts/a.jsonl", [], False),
    ],
)
def test_is_below(path: str, folders: list[str], expected: bool) -> None:
    assert is_below(path, folders) is expected


PATHS = st.sets(st.sampled_from([f"facts/{name}.jsonl" for name in "abcdefgh"]))


@given(PATHS, PATHS, PATHS)
def test_every_path_is_in_exactly_one_group(on_disk: set[str], known: set[str], touched: set[str]) -> None:
    files = [seen(path, mtime=9 if path in touched else 5, inode=ord(path[6])) for path in on_disk]
    rows = [row(seen(path, inode=ord(path[6]))) for path in known]
    found = plan(files, rows)
    groups = [*found.unchanged, *found.suspect, *found.new, *found.gone]
    assert sorted(groups) == sorted(on_disk | known)
    assert set(found.new) == on_disk - known
    assert set(found.gone) == known - on_disk
    assert set(found.suspect) == on_disk & known & touched
