from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vault.embedding.convert_e5 import CONVERTER_VERSION, STEPS, convert
from vault.embedding.model_card import ModelCard, read_card
from vault.embedding.onnx_model import OnnxModel
from vault.embedding.tokenizer import open_tokenizer
from vault.embedding.weights_e5s1 import NotE5Weights

CARD = ModelCard(
    name="tiny",
    dimension=64,
    max_tokens=32,
    pooling="mean",
    passage_prefix="passage: ",
    query_prefix="query: ",
)


def test_a_weight_file_becomes_a_working_model_folder(tiny_weights: Path, tmp_path: Path) -> None:
    steps: list[int] = []
    card = convert(tiny_weights, tmp_path, CARD, steps.append)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "model.onnx", "model.yaml", "pieces.npz", "tokenizer.json",
    ]  # fmt: skip
    assert steps == list(range(1, STEPS + 1))
    assert card == read_card(tmp_path)
    assert card.converter == CONVERTER_VERSION
    vectors = OnnxModel(tmp_path).embed_passages(["我喜欢北京", "hello"])
    assert vectors.shape == (2, 64)
    assert np.isfinite(vectors).all()


def test_both_tokenizers_of_the_folder_agree(tiny_weights: Path, tmp_path: Path) -> None:
    convert(tiny_weights, tmp_path, CARD, lambda step: None)
    texts = ["query: 你记得我住哪吗", "passage: Ａ①\t\x01 z", "", "\ue000"]
    small = open_tokenizer(tmp_path, 32).encode(texts)
    (tmp_path / "pieces.npz").unlink()
    assert open_tokenizer(tmp_path, 32).encode(texts) == small


def test_converting_twice_gives_the_same_bytes(tiny_weights: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        convert(tiny_weights, tmp_path / name, CARD, lambda step: None)
    for name in ("model.onnx", "tokenizer.json", "model.yaml"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights"
    path.write_bytes(b"something else" * 100)
    with pytest.raises(NotE5Weights):
        convert(path, tmp_path, CARD, lambda step: None)
