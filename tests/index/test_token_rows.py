"""Counting terms agrees with counting by hand."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vault.index.segmenter import Segmenter
from vault.index.token_rows import TokenRows, count_terms, token_rows
from vault.index.tokens import Tokeniser

TOKENISER = Tokeniser(Segmenter())
TEXTS = st.lists(st.text("我养猫住在阳光小区 ab，", max_size=25), max_size=6)


def rows(texts: list[str]) -> TokenRows:
    tokens = [TOKENISER.tokens(text) for text in texts]
    return token_rows([(" ".join(each.words), " ".join(each.bigrams)) for each in tokens])


def counters(texts: list[str]) -> list[tuple[Counter[str], Counter[str]]]:
    tokens = [TOKENISER.tokens(text) for text in texts]
    return [(Counter(each.words), Counter(each.bigrams)) for each in tokens]


@given(TEXTS, st.text("我养猫住在阳光小区 ab", max_size=12))
def test_counts_agree_with_counters(texts: list[str], question: str) -> None:
    asked = TOKENISER.question(question)
    words = [word for word in dict.fromkeys(asked.words) if len(word) > 1 or word.isascii()]
    bigrams = list(dict.fromkeys(asked.bigrams))
    found, expected = count_terms(rows(texts), words, bigrams), counters(texts)
    assert found.words.tolist() == [[each[0][word] for word in words] for each in expected]
    assert found.bigrams.tolist() == [[each[1][bigram] for bigram in bigrams] for each in expected]
    assert found.word_lengths.tolist() == [each[0].total() for each in expected]
    assert found.bigram_lengths.tolist() == [each[1].total() for each in expected]


@given(TEXTS)
def test_characters_are_counted_wherever_they_stand(texts: list[str]) -> None:
    found = count_terms(rows(texts), ["猫"], [], ["猫", "阳"])
    assert found.characters.tolist() == [[text.count("猫"), text.count("阳")] for text in texts]
    assert found.words[:, 0].tolist() == [text.count("猫") for text in texts]


@given(TEXTS, TEXTS, st.data())
def test_rows_are_taken_and_joined_in_any_order(
    texts: list[str], more: list[str], data: st.DataObject
) -> None:
    whole = [*texts, *more]
    places = data.draw(st.lists(st.sampled_from(range(len(whole))))) if whole else []
    taken = rows(texts).joined(rows(more)).take(np.array(places, dtype=np.int64))
    asked = (["猫", "小区"], ["阳光", "养猫"], ["我"])
    found, expected = count_terms(taken, *asked), count_terms(rows([whole[at] for at in places]), *asked)
    assert found.words.tolist() == expected.words.tolist()
    assert found.bigrams.tolist() == expected.bigrams.tolist()
    assert found.characters.tolist() == expected.characters.tolist()
    assert found.word_lengths.tolist() == expected.word_lengths.tolist()


def test_a_term_asked_for_twice_is_counted_in_both_columns() -> None:
    assert count_terms(rows(["我养猫"]), [], ["养猫", "养猫"]).bigrams.tolist() == [[1, 1]]


def test_no_passages_no_rows() -> None:
    found = count_terms(token_rows([]), ["猫"], ["阳光"], ["的"])
    assert (found.words.shape, found.bigrams.shape, found.characters.shape) == ((0, 1), (0, 1), (0, 1))
