"""Held against ids of the public XLM-R vocabulary, and against a plain Viterbi over the same weights."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.embedding.texts import TEXTS
from tests.embedding.viterbi import ObviousTokenizer
from vault.embedding.unigram import Pieces, UnigramTokenizer, compile_pieces
from vault.embedding.weights_e5s1 import E5Weights, Vocabulary

PUBLIC_IDS = {
    "Hello World!": [0, 35378, 6661, 38, 2],
    "Hello, my dog is cute": [0, 35378, 4, 759, 10269, 83, 99942, 2],
    "The dog is cute and lives in the garden house": [
        0, 581, 10269, 83, 99942, 136, 60742, 23, 70, 80583, 18276, 2,
    ],
    "I was born in 92000, and this is falsé.": [
        0, 87, 509, 103122, 23, 483, 13821, 4, 136, 903, 83, 84047, 446, 5, 2,
    ],
    "生活的真谛是": [0, 6, 62668, 5364, 245875, 354, 2],
}  # fmt: skip
"""As published with the tests and documentation of XLM-R and its relatives."""


@pytest.fixture(scope="module")
def vocabulary(real_weights: Path) -> Vocabulary:
    return E5Weights(real_weights).vocabulary


@pytest.fixture(scope="module")
def tokenizer(vocabulary: Vocabulary) -> UnigramTokenizer:
    return UnigramTokenizer(compile_pieces(vocabulary), 512)


@pytest.fixture(scope="module")
def obvious(vocabulary: Vocabulary) -> ObviousTokenizer:
    return ObviousTokenizer(vocabulary)


@pytest.mark.parametrize("text", PUBLIC_IDS)
def test_ids_are_those_of_the_public_vocabulary(tokenizer: UnigramTokenizer, text: str) -> None:
    assert tokenizer.encode([text]) == [PUBLIC_IDS[text]]


@pytest.mark.parametrize("kind", TEXTS)
def test_ids_are_those_of_a_plain_viterbi(
    tokenizer: UnigramTokenizer, obvious: ObviousTokenizer, kind: str
) -> None:
    assert tokenizer.encode([TEXTS[kind]]) == [obvious.encode(TEXTS[kind])]


def test_many_texts_at_once_get_the_ids_of_each_alone(tokenizer: UnigramTokenizer) -> None:
    texts = list(TEXTS.values()) * 40  # more than one lookup holds
    alone = {text: tokenizer.encode([text])[0] for text in TEXTS.values()}
    assert tokenizer.encode(texts) == [alone[text] for text in texts]
    assert tokenizer.encode([]) == []


@settings(max_examples=150)
@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_gets_the_ids_of_a_plain_viterbi(
    tokenizer: UnigramTokenizer, obvious: ObviousTokenizer, text: str
) -> None:
    assert tokenizer.encode([text]) == [obvious.encode(text)]


@settings(max_examples=150)
@given(text=st.text(alphabet="我你他住哪吗 ab,。　～\t\u0301e😀①Ａ▁", max_size=60))
def test_any_everyday_text_gets_the_ids_of_a_plain_viterbi(
    tokenizer: UnigramTokenizer, obvious: ObviousTokenizer, text: str
) -> None:
    assert tokenizer.encode([text]) == [obvious.encode(text)]


def test_long_texts_are_cut_and_still_end_properly(vocabulary: Vocabulary) -> None:
    short = UnigramTokenizer(compile_pieces(vocabulary), 8)
    (ids,) = short.encode([TEXTS["chinese"]])
    assert len(ids) == 8
    assert (ids[0], ids[-1]) == (vocabulary.begin, vocabulary.end)


@pytest.mark.parametrize("text", ["<s>", "</s> 你好 <pad>", "<unk><mask>"])
def test_special_tokens_spelled_out_in_a_text_are_text(tokenizer: UnigramTokenizer, text: str) -> None:
    (ids,) = tokenizer.encode([text])
    assert not {0, 1, 2, 3, 250_001} & set(ids[1:-1])


def test_pieces_survive_a_file(tiny_weights: Path, tmp_path: Path) -> None:
    pieces = compile_pieces(E5Weights(tiny_weights).vocabulary)
    pieces.save(tmp_path / "pieces.npz")
    again = Pieces.load(tmp_path / "pieces.npz")
    for name in Pieces.__slots__:
        np.testing.assert_array_equal(getattr(again, name), getattr(pieces, name))
    texts = ["你记得我住哪吗", "Ａ①\t\x01b"]
    assert UnigramTokenizer(again, 32).encode(texts) == UnigramTokenizer(pieces, 32).encode(texts)


def test_pieces_that_share_a_hash_are_refused() -> None:
    twins = Vocabulary((("<s>", 0.0), ("a", -1.0), ("a", -2.0)), 0, 0, 0, 0, {"\t": " "})
    with pytest.raises(ValueError, match="share a hash"):
        compile_pieces(twins)


def test_an_unknown_character_costs_more_than_any_piece() -> None:
    """`b` has no piece of its own: `ab` is better than `a` and an unknown, however unlikely it is."""
    pieces = (
        ("<s>", 0.0),
        ("</s>", 0.0),
        ("<unk>", 0.0),
        ("▁", -3.0),
        ("a", -1.0),
        ("ab", -12.0),
        ("z", -13.0),
    )
    tokenizer = UnigramTokenizer(compile_pieces(Vocabulary(pieces, 0, 1, 1, 2, {"\t": " "})), 16)
    assert tokenizer.encode(["ab", "ac"]) == [[0, 3, 5, 1], [0, 3, 4, 2, 1]]


def test_several_threads_share_one_tokenizer(tokenizer: UnigramTokenizer) -> None:
    texts = list(TEXTS.values())
    expected = tokenizer.encode(texts)
    results: list[list[list[int]]] = []

    def work() -> None:
        results.extend(tokenizer.encode(texts) for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 80
