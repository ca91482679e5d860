from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.lifecycle.wording import content_words, folded, same_text_form, speaks_of_user


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("喜欢喝咖啡。", "喜欢喝咖啡"),
        ("ＭａｃＢｏｏｋ", "macbook"),
        ("a, b", "A b"),
        ("“好”", "好"),
        ("年 糕", "年糕"),
        ("耶加-雪菲", "耶加雪菲"),
    ],
)
def test_same_text(one: str, other: str) -> None:
    assert same_text_form(one) == same_text_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3.5", "35"),
        ("8:30", "830"),
        ("C", "C++"),
        ("C", "C#"),
        ("5度", "-5度"),
        ("50%", "50"),
        ("1/2", "12"),
        ("👍", "👎"),
    ],
)
def test_punctuation_that_counts(one: str, other: str) -> None:
    assert same_text_form(one) != same_text_form(other)


def test_synonyms_are_one_word() -> None:
    assert content_words("我爱喝茶") == content_words("用户喜欢喝茶")
    assert content_words("loves hiking") == content_words("enjoys hiking")


def test_empty_words_are_left_out() -> None:
    assert content_words("我的是了") == ()
    assert content_words("the user is a") == ()


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("我喜欢茶", True),
        ("用户喜欢茶", True),
        ("i like tea", True),
        ("妈妈喜欢茶", False),
        ("likes tea", False),
    ],
)
def test_speaks_of_user(text: str, speaks: bool) -> None:
    assert speaks_of_user(text) is speaks


@given(st.text(max_size=60))
def test_total(text: str) -> None:
    content_words(folded(text))
    assert same_text_form(same_text_form(text)) == same_text_form(text)
