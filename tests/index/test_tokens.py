"""Tokens: the same for what is stored and for what is asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.index.segmenter import Segmenter
from vault.index.stop_words import STOP_WORDS
from vault.index.tokens import Tokeniser, Tokens, latin_words, normalise

TOKENISER = Tokeniser(Segmenter())


def words(text: str) -> tuple[str, ...]:
    return TOKENISER.tokens(text).words


def test_chinese_gives_words_and_bigrams() -> None:
    found = TOKENISER.tokens("我养猫")
    assert found == Tokens(words=("我", "养猫"), bigrams=("我养", "养猫", "猫"))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("GitHub备份", "github"),
        ("GitHub备份", "备份"),
        ("Ｆｕｌｌ　ｗｉｄｔｈ１２３", "123"),
        ("住在陽光小區", "阳光"),
        ("會議記錄", "会议"),
        ("c++ 和 C#", "c++"),
        ("c++ 和 C#", "c#"),
        ("写信到 foo.bar@mail.com", "foo.bar@mail.com"),
        ("写信到 foo.bar@mail.com", "bar"),
        ("https://git.host.com/a/b", "host"),
        ("iPhone15 Pro", "15"),
        ("iPhone15 Pro", "iphone15"),
        ("2026-01-05 10:30", "2026-01-05"),
        ("2026-01-05 10:30", "10:30"),
        ("版本 3.11", "3.11"),
        ("my cat's name", "cat"),
        ("Café", "caf"),
        ("node.js", "node.js"),
        ("猫🐱", "🐱"),
        ("かな", "かな"),
        ("한국어", "한국어"),
        ("Привет мир", "мир"),
    ],
)
def test_pieces_of_mixed_texts(text: str, word: str) -> None:
    assert word in words(text)


@pytest.mark.parametrize("text", ["猫", "年糕", "K", "3", "😀", "c#"])
def test_texts_of_one_or_two_characters_have_tokens(text: str) -> None:
    assert words(text)


@pytest.mark.parametrize("text", ["", "   ", "…", "。，！", "\ufffd", "\n\t"])
def test_texts_without_words_have_none(text: str) -> None:
    assert TOKENISER.tokens(text) == Tokens((), ())


def test_questions_have_no_stop_words_and_no_single_characters_as_bigrams() -> None:
    found = TOKENISER.question("你记得我住哪吗")
    assert found.words == ("住",)
    assert found.bigrams == ("你记", "记得", "得我", "我住", "住哪", "哪吗")


def test_stored_texts_keep_stop_words() -> None:
    assert "我" in words("我住在这里")


def test_stop_words_are_tokens_themselves() -> None:
    chinese = {word for word in STOP_WORDS if not word.isascii()}
    assert all(normalise(word) == word for word in STOP_WORDS)
    assert {"的", "我", "什么"} <= chinese


@given(st.text(max_size=60))
def test_what_is_asked_is_contained_in_what_is_stored(text: str) -> None:
    stored, asked = TOKENISER.tokens(text), TOKENISER.question(text)
    assert set(asked.words) <= set(stored.words)
    assert set(asked.bigrams) <= set(stored.bigrams)


@given(st.text(max_size=60))
def test_tokens_can_be_kept_separated_by_spaces(text: str) -> None:
    stored = TOKENISER.tokens(text)
    for token in (*stored.words, *stored.bigrams):
        assert token
        assert token.split() == [token]


@given(st.text(st.sampled_from("我住在阳光小区，。 abc"), max_size=30))
def test_every_chinese_character_begins_a_bigram(text: str) -> None:
    stored = TOKENISER.tokens(text)
    characters = [character for character in text if "\u4e00" <= character <= "\u9fff"]
    assert [bigram[0] for bigram in stored.bigrams] == characters


def test_normalising_is_idempotent() -> None:
    once = normalise("Ｇｉｔ 備份 ＡＢＣ")
    assert once == normalise(once) == "git 备份 abc"


def test_parts_of_an_address_are_found_too() -> None:
    assert latin_words("tom@mail.com") == ["tom@mail.com", "tom", "mail", "com"]
