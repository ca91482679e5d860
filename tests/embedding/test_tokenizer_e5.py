"""`tokenizer.json` gives the ids of the tokenizer that runs (which `test_unigram` holds against others)."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from tests.embedding.test_unigram import PUBLIC_IDS
from tests.embedding.texts import TEXTS
from vault.embedding.tokenizer_e5 import build_tokenizer
from vault.embedding.unigram import UnigramTokenizer, compile_pieces
from vault.embedding.weights_e5s1 import E5Weights, Vocabulary


@pytest.fixture(scope="module")
def vocabulary(real_weights: Path) -> Vocabulary:
    return E5Weights(real_weights).vocabulary


@pytest.fixture(scope="module")
def tokenizer(vocabulary: Vocabulary, tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    """Through a file, as another program would have it."""
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    build_tokenizer(vocabulary, 512).save(str(path))
    return Tokenizer.from_file(str(path))


@pytest.fixture(scope="module")
def unigram(vocabulary: Vocabulary) -> UnigramTokenizer:
    return UnigramTokenizer(compile_pieces(vocabulary), 512)


@pytest.mark.parametrize("text", PUBLIC_IDS)
def test_ids_are_those_of_the_public_vocabulary(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.encode(text).ids == PUBLIC_IDS[text]


@pytest.mark.parametrize("kind", TEXTS)
def test_both_tokenizers_agree(tokenizer: Tokenizer, unigram: UnigramTokenizer, kind: str) -> None:
    assert unigram.encode([TEXTS[kind]]) == [tokenizer.encode(TEXTS[kind]).ids]


def test_both_normalise_every_character_alike(tokenizer: Tokenizer, unigram: UnigramTokenizer) -> None:
    """But for characters that Unicode gave a compatibility form after the model was made."""
    points = [c for c in map(chr, range(0x30000)) if unicodedata.category(c) not in {"Cn", "Cs", "Co"}]
    differ = []
    for character in points:
        ours = unigram.normalised(f"a{character}b").removeprefix("▁").replace("▁", " ")
        if ours != tokenizer.normalizer.normalize_str(f"a{character}b"):
            differ.append(character)
    young = {"SQUARE ERA NAME REIWA", "RAISED MR SIGN", "SQUARED CJK UNIFIED IDEOGRAPH-914D"}
    for character in differ:
        name = unicodedata.name(character)
        assert name in young or name.startswith(("SEGMENTED DIGIT", "MODIFIER LETTER"))
    assert len(differ) < 90


def test_special_tokens_keep_their_ids(tokenizer: Tokenizer) -> None:
    names = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")
    assert [tokenizer.token_to_id(name) for name in names] == [0, 1, 2, 3, 250_001]


def test_long_texts_are_cut(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode(TEXTS["long"] * 3).ids
    assert len(ids) == 512
    assert ids[-1] == 2
