"""Merging any file by what it holds."""

from __future__ import annotations

import pytest

from tests.history.merge_cases import DEFAULTS
from vault.history.merge_file import merge_file, merge_or_mark
from vault.history.merged import CannotMerge


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("memories", '{"id":"m%s","content":"a"}\n'),
        ("archive", '{"id":"m%s","content":"a"}\n'),
        ("turns", '{"session_id":"s","turn":%s,"role":"user","content":"a"}\n'),
        ("usage", '{"id": "m%s", "hits": 1}\n'),
        ("note", "# a%s\n\nx\n\n"),
        (None, "%s\nx\n"),
    ],
)
def test_what_both_sides_added_stands_in_the_merge(kind, line: str) -> None:
    base, one, other = (line % 0), (line % 0) + (line % 1), (line % 2) + (line % 0)
    merged = merge_file(kind, one.encode(), other.encode(), base.encode(), defaults=DEFAULTS).data.decode()
    assert all((line % number).strip().splitlines()[0] in merged for number in range(3))


@pytest.mark.parametrize("kind", [None, "settings"])
def test_of_other_files_only_changes_apart_are_merged(kind) -> None:
    with pytest.raises(CannotMerge):
        merge_file(kind, b"a\n", b"b\n", defaults=DEFAULTS)
    with pytest.raises(CannotMerge):
        merge_file(kind, b"a\n", b"b\n", b"c\n", defaults=DEFAULTS)
    assert merge_file(kind, b"a\n", b"c\n", b"c\n", defaults=DEFAULTS).data == b"a\n"
    marked = merge_or_mark(kind, b"a\n", b"b\n", b"c\n", defaults=DEFAULTS)
    assert not marked.clean
    assert marked.data == b"<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
