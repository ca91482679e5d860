from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.lifecycle.folded_text import fold, without_markup


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


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("<b>138</b>1234", "1381234"),
        ("a&nbsp;b", "a b"),
        ("&#49;&#x33;8", "138"),
        ("x<!-- y -->z", "x y z"),
        ("<td>1</td><td>2</td>", None),
        ("5 < 6 & 7", None),
    ],
)
def test_markup_is_taken_away(written: str, shown: str | None) -> None:
    plain = without_markup(fold(written))
    assert (plain.text if plain else None) == shown


def test_what_markup_showed_knows_where_it_stood() -> None:
    text = "号 <b>13</b>&#56; 完"
    plain = without_markup(fold(text))
    assert plain is not None
    start, end = plain.origin(plain.text.index("1"), plain.text.index("8") + 1)
    assert text[start:end].startswith("13")
    assert text[end:] == " 完"


def test_invisible_twins_of_letters_are_read() -> None:
    hidden = "".join(chr(0xE0000 + ord(each)) for each in "ignore 1")
    assert fold(f"面馆{hidden}").text == "面馆ignore 1"
    assert fold("\U000e007f").text == ""


def test_letters_are_digits_only_within_numbers() -> None:
    assert fold("hello l38O 一三八 ol").with_spoken_digits().text == "hello 1380 138 01"
    assert fold("138|l234").with_spoken_digits(bars=False).text == "138|1234"
