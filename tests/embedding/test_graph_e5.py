"""The 4-bit graph computes what the same weights, expanded to float32, give in plain numpy."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.embedding.test_weights_e5s1 import expanded
from vault.embedding.graph_e5 import build_graph
from vault.embedding.onnx_model import OnnxModel
from vault.embedding.tokenizer_e5 import build_tokenizer
from vault.embedding.weights_e5s1 import E5Weights, Quantised

TEXTS = (
    "passage: 我家住在河边的一个小区，楼下有一排银杏树。",
    "query: 你记得我住哪吗",
    "passage: My sister is getting married in October and I still need a suit.",
    "query: 用 Python 整理 Excel 表格的脚本 v2.0 放在哪里？",
    "passage: ＦＵＬＬ　ｗｉｄｔｈ １２３ 😀👍 ½ ㎏",
    "passage: " + "今天我们去了植物园，看到了很多以前没有见过的花。" * 12,
)

erf = np.vectorize(math.erf, otypes=[np.float32])


class NumpyEncoder:
    """BERT as in the paper, float32, one text at a time; slow and obvious."""

    def __init__(self, weights: E5Weights) -> None:
        self.weights = weights
        self.words = weights.quantised("emb.word", weights.shape.hidden)
        self.matrices: dict[str, np.ndarray] = {}

    def __call__(self, ids: list[int]) -> np.ndarray:
        shape = self.weights.shape
        floats = self.weights.floats
        x = expanded(Quantised(self.words.nibbles[ids], self.words.scales[ids]))
        x = x + floats("emb.pos").reshape(-1, shape.hidden)[: len(ids)] + floats("emb.type")[: shape.hidden]
        x = self.norm("emb.ln", x)
        for layer in range(shape.layers):
            at = f"l{layer}."
            x = self.norm(at + "aln", x + self.linear(at + "ao", self.attention(at, x)))
            wide = self.linear(at + "fi", x)
            wide = wide * 0.5 * (1 + erf(wide / math.sqrt(2)))
            x = self.norm(at + "oln", x + self.linear(at + "fo", wide))
        return x

    def attention(self, at: str, x: np.ndarray) -> np.ndarray:
        heads = self.weights.shape.heads
        q, k, v = (self.linear(at + part, x).reshape(len(x), heads, -1).transpose(1, 0, 2) for part in "qkv")
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        return (scores / scores.sum(axis=-1, keepdims=True) @ v).transpose(1, 0, 2).reshape(len(x), -1)

    def linear(self, name: str, x: np.ndarray) -> np.ndarray:
        if name not in self.matrices:
            self.matrices[name] = expanded(self.weights.quantised(name + ".w", x.shape[-1])).T
        return x @ self.matrices[name] + self.weights.floats(name + ".b")

    def norm(self, name: str, x: np.ndarray) -> np.ndarray:
        centred = x - x.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt(
            (centred**2).mean(axis=-1, keepdims=True) + self.weights.shape.layer_norm_epsilon
        )
        return scaled * self.weights.floats(name + ".w") + self.weights.floats(name + ".b")


def run(session: Any, rows: list[list[int]]) -> np.ndarray:
    ids = np.ones((len(rows), max(map(len, rows))), np.int64)
    mask = np.zeros_like(ids)
    for number, row in enumerate(rows):
        ids[number, : len(row)] = row
        mask[number, : len(row)] = 1
    return session.run(None, {"input_ids": ids, "attention_mask": mask})[0]


def open_session(content: bytes) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def cosines(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a * b).sum(-1) / np.linalg.norm(a, axis=-1) / np.linalg.norm(b, axis=-1)


def test_each_token_state_of_a_tiny_network_is_that_of_float32(tiny_weights: Path) -> None:
    weights = E5Weights(tiny_weights)
    session, encoder = open_session(build_graph(weights).SerializeToString()), NumpyEncoder(weights)
    rows = [[0, 5, 9, 33, 2], [0, 2], [0, *range(4, 30), 2]]
    states = run(session, rows)
    for row, state in zip(rows, states, strict=True):
        assert cosines(state[: len(row)], encoder(row)).min() > 0.999


def test_padding_changes_nothing(tiny_weights: Path) -> None:
    session = open_session(build_graph(E5Weights(tiny_weights)).SerializeToString())
    short, long = [0, 5, 9, 2], [0, *range(4, 30), 2]
    alone, beside = run(session, [short])[0], run(session, [short, long])[0, : len(short)]
    np.testing.assert_allclose(beside, alone, atol=2e-4)


def test_the_graph_is_valid_onnx(tiny_weights: Path) -> None:
    import onnx

    model = build_graph(E5Weights(tiny_weights))
    onnx.checker.check_model(model, full_check=False)
    assert [value.name for value in model.graph.input] == ["input_ids", "attention_mask"]
    assert [value.name for value in model.graph.output] == ["last_hidden_state"]
    assert {opset.domain: opset.version for opset in model.opset_import} == {"": 21, "com.microsoft": 1}


@pytest.fixture(scope="module")
def reference(real_weights: Path) -> Callable[[str], np.ndarray]:
    """Text to mean-pooled float32 vector of the real weights."""
    weights = E5Weights(real_weights)
    encoder, tokenizer = NumpyEncoder(weights), build_tokenizer(weights.vocabulary, 512)
    return lambda text: encoder(tokenizer.encode(text).ids).mean(axis=0)


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_vectors_of_the_real_model_are_those_of_float32(
    reference: Callable[[str], np.ndarray], installed_model: OnnxModel, text: str
) -> None:
    kind, bare = text.split(": ", 1)
    embed = installed_model.embed_queries if kind == "query" else installed_model.embed_passages
    assert cosines(embed([bare])[0], reference(text)) > 0.999
