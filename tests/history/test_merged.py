from __future__ import annotations

import pytest

from vault.history.merged import CannotMerge, Merged, unchanged_on_one_side


@pytest.mark.parametrize(
    ("ours", "theirs", "base", "whole"),
    [
        (b"a", b"a", None, b"a"),
        (b"a", b"a", b"b", b"a"),
        (b"a", b"b", b"b", b"a"),
        (b"b", b"a", b"b", b"a"),
        (b"", b"a", b"", b"a"),
        (b"a", b"", b"a", b""),
        (b"a", b"b", None, None),
        (b"a", b"b", b"", None),
        (b"a", b"b", b"c", None),
        (b"a\r\n", b"a\n", None, None),
    ],
)
def test_nothing_is_to_be_merged_where_one_side_changed_nothing(
    ours: bytes, theirs: bytes, base: bytes | None, whole: bytes | None
) -> None:
    assert unchanged_on_one_side(ours, theirs, base) == whole
    assert unchanged_on_one_side(theirs, ours, base) == whole


def test_what_comes_out_is_clean_unless_said_otherwise() -> None:
    assert Merged(b"a") == Merged(b"a", (), 0, clean=True)


def test_the_reason_is_the_end_of_a_sentence() -> None:
    with pytest.raises(CannotMerge, match="it is not text") as caught:
        raise CannotMerge("it is not text")
    assert caught.value.reason == "it is not text"
