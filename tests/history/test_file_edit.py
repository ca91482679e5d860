"""Planned edits and what takes them back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vault.history.file_edit import FileEdit, hunks, taken_back, with_edits

LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\r\n", b"\xff\n"]), max_size=8).map(b"".join)


@given(LINES, LINES)
def test_what_was_done_is_taken_back(before: bytes, after: bytes) -> None:
    assert taken_back(after, hunks(before, after)) == before


def test_what_was_done_to_other_lines_since_stays() -> None:
    made = hunks(b"1\n2\n3\n", b"1\ntwo\n3\n")
    assert taken_back(b"0\n1\ntwo\n3\n4\n", made) == b"0\n1\n2\n3\n4\n"


def test_lines_that_were_changed_again_are_not_taken_back() -> None:
    assert taken_back(b"1\nzwei\n3\n", hunks(b"1\n2\n3\n", b"1\ntwo\n3\n")) is None


def test_files_with_edits() -> None:
    files = with_edits({"a": b"1", "b": b"2"}, [FileEdit("a", b"1", None), FileEdit("c", None, b"3")])
    assert files == {"b": b"2", "c": b"3"}
