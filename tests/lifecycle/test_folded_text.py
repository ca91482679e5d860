from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.lifecycle.folded_text import fold


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("plain text", "plain text"), ("１３８", "138"), ("①③⑧", "138"), ("٣٤", "34"), ("𝟏𝟑", "13"), ("a\u200bb\u2060c", "abc"),
        ("ѕк-АВ", "sk-AB"), ("a—b–c", "a-b-c"), ("a\u3000b\xa0c", "a b c"), ("＠", "@"), ("1️⃣", "1"), ("é", "é"), ("", ""),
    ],
)  # fmt: skip
def test_shown(written: str, shown: str) -> None:
    assert fold(written).text == shown


def test_spoken_digits() -> None:
    assert fold("幺三八OO一").with_spoken_digits().text == "138001"


def test_origin_covers_what_is_invisible_between() -> None:
    folded = fold("x1\u200b2y")
    start = folded.text.index("1")
    assert folded.origin(start, start + 2) == (1, 4)


def test_one_character_that_unfolds_to_several() -> None:
    folded = fold("a㎏b")
    assert folded.text == "akgb"
    assert folded.origin(1, 2) == folded.origin(1, 3) == (1, 2)


@given(st.text(st.characters(), max_size=40))
def test_every_folded_character_knows_its_origin(text: str) -> None:
    folded = fold(text)
    assert len(folded.text) == len(folded.origins)
    assert list(folded.origins) == sorted(folded.origins)
    assert all(0 <= origin < len(text) for origin in folded.origins)
