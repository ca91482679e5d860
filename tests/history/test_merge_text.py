"""Merging two texts line by line with their ancestor."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.history.merge_text import merge_text

BASE = b"1\n2\n3\n4\n5\n"
TEXTS = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n"]), max_size=6).map(b"".join)


def test_changes_apart_are_joined() -> None:
    assert merge_text(b"one\n2\n3\n4\n5\n", b"1\n2\n3\n4\nfive\n", BASE) == b"one\n2\n3\n4\nfive\n"
    assert merge_text(b"1\n2\n4\n5\n", b"1\n2\n3\n4\n5\n6\n", BASE) == b"1\n2\n4\n5\n6\n"


def test_changes_of_one_line_are_not() -> None:
    assert merge_text(b"one\n2\n3\n4\n5\n", b"eins\n2\n3\n4\n5\n", BASE) is None


@pytest.mark.parametrize("mine", [b"one\n2\n3\n4\n5\n", b"1\n2\n3\n4\nfive"])
def test_conflicts_can_be_marked(mine: bytes) -> None:
    merged = merge_text(mine, b"eins\n2\n3\n4\nx", BASE, marked=True)
    assert merged is not None
    assert merged.count(b"<<<<<<< ours\n") == merged.count(b">>>>>>> theirs\n") == 1
    assert b"x\n>>>>>>>" in merged or b"eins\n>>>>>>>" in merged


@given(TEXTS, TEXTS)
def test_what_only_one_side_changed_is_as_on_that_side(ours: bytes, base: bytes) -> None:
    assert merge_text(ours, base, base) == ours == merge_text(base, ours, base)


@given(TEXTS, TEXTS, TEXTS)
def test_both_directions_give_the_same(ours: bytes, theirs: bytes, base: bytes) -> None:
    assert merge_text(ours, theirs, base) == merge_text(theirs, ours, base)
