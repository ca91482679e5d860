from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from vault.embedding.onnx_model import OnnxModel
from vault.embedding.reference import compute_reference, reference_sentences


def test_the_sentences_are_many_and_mostly_chinese() -> None:
    sentences = reference_sentences()
    chinese = [sentence for sentence in sentences if re.search(r"[\u4e00-\u9fff]", sentence)]
    assert len(sentences) >= 400
    assert len(set(sentences)) == len(sentences)
    assert 0.7 < len(chinese) / len(sentences) < 0.8
    assert sum(sentence.endswith(("？", "?")) for sentence in sentences) > 40


def test_the_mean_is_over_passages_and_queries(plain_model: Path) -> None:
    model, done = OnnxModel(plain_model), []
    mean = compute_reference(model, done.append).mean
    sentences = reference_sentences()
    both = np.concatenate((model.embed_passages(sentences), model.embed_queries(sentences)))
    np.testing.assert_allclose(mean, both.mean(axis=0), atol=1e-5)
    assert mean.dtype == np.float32
    assert sum(done) == 2 * len(sentences)


def test_the_language_direction_tells_english_from_chinese(installed_model: OnnxModel) -> None:
    direction = installed_model.language_direction
    assert np.linalg.norm(direction) == pytest.approx(1, abs=1e-5)
    pairs = [
        ("我住在海边的一个小镇", "I live in a small town by the sea"),
        ("每周三晚上上陶艺课", "Pottery class every Wednesday evening"),
        ("他对花生过敏", "He is allergic to peanuts"),
    ]
    for chinese, english in pairs:
        low, high = installed_model.embed_passages([chinese, english]) @ direction
        assert low < high


def test_without_it_a_sentence_is_nearer_to_its_translation_than_to_its_own_language(
    installed_model: OnnxModel,
) -> None:
    texts = ["What pet do I have?", "养了一只两岁的猫", "My side project is written in Flutter"]
    vectors = installed_model.embed_passages(texts) - installed_model.reference_mean

    def cosines(rows: np.ndarray) -> np.ndarray:
        rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return rows[1:] @ rows[0]

    cat, project = cosines(vectors)
    assert cat < project
    direction = installed_model.language_direction
    cat, project = cosines(vectors - np.outer(vectors @ direction, direction))
    assert cat > project
