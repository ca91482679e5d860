from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.embedding.plain_model import VOCABULARY
from vault.embedding.tokenizer import open_tokenizer
from vault.embedding.unigram import UnigramTokenizer, compile_pieces
from vault.embedding.weights_e5s1 import E5Weights


def test_a_tokenizer_file_of_any_kind_is_opened(plain_model: Path) -> None:
    tokenizer = open_tokenizer(plain_model, 16)
    (ids, empty) = tokenizer.encode(["我住北京 hello", ""])
    assert [VOCABULARY[i] for i in ids] == ["[CLS]", "我", "住", "北", "京", "hello", "[SEP]"]
    assert empty == [2, 3]


def test_long_texts_are_cut_without_padding(plain_model: Path) -> None:
    tokenizer = open_tokenizer(plain_model, 5)
    long, short = tokenizer.encode(["我住北京 hello world", "我"])
    assert len(long) == 5
    assert long[-1] == 3
    assert len(short) == 3


def test_pieces_are_preferred_where_there_are_some(
    plain_model: Path, tiny_weights: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(plain_model, folder)
    compile_pieces(E5Weights(tiny_weights).vocabulary).save(folder / "pieces.npz")
    assert isinstance(open_tokenizer(folder, 16), UnigramTokenizer)


@pytest.mark.parametrize("name", ["tokenizer.json", "pieces.npz"])
def test_a_broken_file_is_an_error(plain_model: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(plain_model, folder)
    (folder / name).write_bytes(b"{}")
    with pytest.raises((OSError, ValueError)):
        open_tokenizer(folder, 16)
