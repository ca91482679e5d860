"""The file that takes a resolution back: vaults are shared, so it may not name just anything."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vault.history.file_edit import FileEdit
from vault.history.merged import CannotMerge
from vault.history.undo_file import UndoFile, format_undo, parse_undo, plan_undo

COPY, KEPT = "notes/a 2.md", "archive/conflicts/a 2.md.0123abcd.merged"
UNDO = UndoFile(COPY, "notes/a.md", "auto", KEPT, (FileEdit("notes/a.md", b"1\n\xff\n", b"1\n2\n"),))


def changed(**changes: Any) -> bytes:
    return json.dumps(
        {**json.loads(format_undo(UNDO).decode("utf-8", "surrogateescape")), **changes}
    ).encode()


def test_it_is_read_as_it_was_written() -> None:
    found = parse_undo(format_undo(UNDO))
    assert (found.copy, found.of, found.kept) == (COPY, "notes/a.md", KEPT)
    edits = plan_undo(found, {"notes/a.md": b"1\n2\nmore\n", KEPT: b"x"}, ["archive/conflicts/a.undo"])
    assert [(each.path, each.after) for each in edits] == [
        (COPY, b"x"),
        ("notes/a.md", b"1\n\xff\nmore\n"),
        (KEPT, None),
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"made": [{"path": ".git/config", "hunks": []}]},
        {"made": [{"path": "notes/.obsidian/a.md", "hunks": []}]},
        {"made": [{"path": "../notes/a.md", "hunks": []}]},
        {"made": [{"path": "script.sh", "hunks": None}]},
        {"of": "/etc/passwd"},
        {"copy": ".git/hooks/pre-commit"},
        {"copy": "notes/b.md"},
        {"kept": "facts/a.jsonl"},
        {"made": 3},
    ],
)
def test_it_may_name_memories_and_notes_only(changes: dict[str, Any]) -> None:
    with pytest.raises(CannotMerge):
        parse_undo(changed(**changes))


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff"])
def test_anything_else_is_no_such_file(data: bytes) -> None:
    with pytest.raises(CannotMerge):
        parse_undo(data)


@pytest.mark.parametrize(
    "files",
    [
        {"notes/a.md": b"1\n2\n"},
        {"notes/a.md": b"1\n3\n", KEPT: b"x"},
        {COPY: b"y", KEPT: b"x", "notes/a.md": b"1\n2\n"},
    ],
)
def test_what_cannot_be_taken_back_is_said(files: dict[str, bytes]) -> None:
    with pytest.raises(CannotMerge):
        plan_undo(parse_undo(format_undo(UNDO)), files, [])
