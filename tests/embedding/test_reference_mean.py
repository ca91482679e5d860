from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from vault.embedding.onnx_model import OnnxModel
from vault.embedding.reference_mean import compute_reference_mean, reference_sentences


def test_the_sentences_are_many_and_mostly_chinese() -> None:
    sentences = reference_sentences()
    chinese = [sentence for sentence in sentences if re.search(r"[\u4e00-\u9fff]", sentence)]
    assert len(sentences) >= 400
    assert len(set(sentences)) == len(sentences)
    assert 0.7 < len(chinese) / len(sentences) < 0.8
    assert sum(sentence.endswith(("？", "?")) for sentence in sentences) > 40


def test_the_mean_is_over_passages_and_queries(plain_model: Path) -> None:
    model, done = OnnxModel(plain_model), []
    mean = compute_reference_mean(model, done.append)
    sentences = reference_sentences()
    both = np.concatenate((model.embed_passages(sentences), model.embed_queries(sentences)))
    np.testing.assert_allclose(mean, both.mean(axis=0), atol=1e-5)
    assert mean.dtype == np.float32
    assert sum(done) == 2 * len(sentences)
