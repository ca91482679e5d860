"""Counting terms agrees with counting by hand."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vault.index.segmenter import Segmenter
from vault.index.token_rows import PassageTokens, count_terms, counters
from vault.index.tokens import Tokeniser

TOKENISER = Tokeniser(Segmenter())
TEXTS = st.lists(st.text("我养猫住在阳光小区 ab，", max_size=25), max_size=6)


def rows(texts: list[str]) -> list[PassageTokens]:
    tokens = [TOKENISER.tokens(text) for text in texts]
    return [(list(each.words), list(each.bigrams)) for each in tokens]


@given(TEXTS, st.text("我养猫住在阳光小区 ab", max_size=12))
def test_counts_agree_with_counters(texts: list[str], question: str) -> None:
    asked = TOKENISER.question(question)
    words = [word for word in dict.fromkeys(asked.words) if len(word) > 1 or word.isascii()]
    bigrams = list(dict.fromkeys(asked.bigrams))
    found, expected = count_terms(rows(texts), words, bigrams), counters(rows(texts))
    assert found.words.tolist() == [[each[0][word] for word in words] for each in expected]
    assert found.bigrams.tolist() == [[each[1][bigram] for bigram in bigrams] for each in expected]
    assert found.word_lengths.tolist() == [each[0].total() for each in expected]
    assert found.bigram_lengths.tolist() == [each[1].total() for each in expected]


@given(TEXTS)
def test_characters_are_counted_wherever_they_stand(texts: list[str]) -> None:
    found = count_terms(rows(texts), ["猫"], [], ["猫", "阳"])
    assert found.characters.tolist() == [[text.count("猫"), text.count("阳")] for text in texts]
    assert found.words[:, 0].tolist() == [text.count("猫") for text in texts]


def test_no_passages_no_rows() -> None:
    found = count_terms([], ["猫"], ["阳光"], ["的"])
    assert (found.words.shape, found.bigrams.shape, found.characters.shape) == ((0, 1), (0, 1), (0, 1))
