"""The yardsticks of a question: their texts, and where a model keeps their vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.stand_in_model import StandInModel
from vault.embedding.cohort import cohort_of, cohort_texts, expanded
from vault.embedding.onnx_model import OnnxModel
from vault.embedding.provider import Progress, Vectors


class Counting:
    """A stand-in that counts what it embeds."""

    def __init__(self) -> None:
        self.texts = 0
        self._model = StandInModel()
        self.dimension = self._model.facts.dimension

    def embed_passages(self, texts: list[str], progress: Progress | None = None) -> Vectors:
        self.texts += len(texts)
        return self._model.embed_passages(texts, progress)

    def embed_queries(self, texts: list[str], progress: Progress | None = None) -> Vectors:
        return self.embed_passages(texts, progress)


def test_a_line_stands_for_many_texts() -> None:
    assert expanded("猫|狗: 用户的{}叫某某; 用户养了{}") == [
        "用户的猫叫某某",
        "用户的狗叫某某",
        "用户养了猫",
        "用户养了狗",
    ]
    assert expanded("用户叫某某") == ["用户叫某某"]


def test_the_texts_are_statements_and_questions_in_both_languages() -> None:
    texts = cohort_texts()
    assert len(set(texts.topics)) == len(texts.topics) > 500
    assert any(text.startswith("The user") for text in texts.topics)
    assert not any("{" in text or "#" in text for text in (*texts.topics, *texts.talk))
    assert not set(texts.topics) & set(texts.talk)


def test_the_vectors_are_made_once(tmp_path: Path) -> None:
    model = Counting()
    made = cohort_of(model, tmp_path, model.dimension)
    assert model.texts == len(cohort_texts()) == len(made.topics) + len(made.talk)
    read = cohort_of(model, tmp_path, model.dimension)
    assert model.texts == len(cohort_texts())
    np.testing.assert_allclose(read.topics, made.topics, atol=1e-3)
    np.testing.assert_allclose(read.talk, made.talk, atol=1e-3)


@pytest.mark.parametrize("content", [b"", b"nonsense", None])
def test_a_file_that_is_no_good_is_made_anew(tmp_path: Path, content: bytes | None) -> None:
    model = Counting()
    cohort_of(model, tmp_path, model.dimension)
    (kept,) = tmp_path.iterdir()
    if content is None:
        np.save(kept, np.zeros((3, model.dimension), np.float16))
    else:
        kept.write_bytes(content)
    assert np.isfinite(cohort_of(model, tmp_path, model.dimension).topics).all()
    assert model.texts == 2 * len(cohort_texts())
    assert list(tmp_path.iterdir()) == [kept]


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    model = Counting()
    assert len(cohort_of(model, tmp_path / "missing", model.dimension).talk) == len(cohort_texts().talk)


def test_with_the_real_model_a_question_is_nearest_to_its_topic(installed_model: OnnxModel) -> None:
    cohort, mean = installed_model.cohort, installed_model.reference_mean

    def nearest(question: str, vectors: Vectors, texts: tuple[str, ...]) -> str:
        centred = vectors - mean
        asked = installed_model.embed_query(question) - mean
        return texts[int((centred @ asked / np.linalg.norm(centred, axis=1)).argmax())]

    topics, talk = cohort_texts().topics, cohort_texts().talk
    assert "护照" in nearest("我的护照号码是多少", cohort.topics, topics)
    assert "blood" in nearest("what is my blood type", cohort.topics, topics)
    assert "笑话" in nearest("说个笑话吧", cohort.talk, talk)
