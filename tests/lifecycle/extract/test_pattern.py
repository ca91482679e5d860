from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import MEASURE, NUMBER, any_of, word_of, word_set


def test_the_longest_word_is_found_first() -> None:
    match = re.match(any_of("住 住在 住在一起"), "住在一起吧")
    assert match is not None
    assert match[0] == "住在一起"


def test_words_are_no_patterns() -> None:
    assert re.fullmatch(any_of("c++ a.b"), "c++")
    assert not re.fullmatch(any_of("c++ a.b"), "axb")


def test_an_underline_is_a_blank() -> None:
    assert re.fullmatch(any_of("phone_number"), "phone number")


def test_english_words_are_whole() -> None:
    assert re.search(word_of("is are"), "this is it")
    assert not re.search(word_of("is are"), "this")


def test_word_set() -> None:
    assert word_set(" a  b ") == {"a", "b"}


def test_numbers_and_measures() -> None:
    assert all(re.fullmatch(NUMBER, text) for text in ("3", "2.5", "三十二", "半", "几"))
    assert re.fullmatch(MEASURE, "只")
