"""What every embedding model holds to: the real one, a folder of another make, and the stand-in of the tests."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.embedding.plain_model import write_plain_model
from tests.stand_in_model import StandInModel
from vault.embedding.models import install, open_model
from vault.embedding.provider import EmbeddingModel

TEXTS = ["我住在北京", "hello world", "你在哪", "我住在北京", "短", "很长的一段话，" * 40, "a", "我 hello"]


def real(request: pytest.FixtureRequest) -> EmbeddingModel:
    model: EmbeddingModel = request.getfixturevalue("installed_model")
    return model


def folder(request: pytest.FixtureRequest) -> EmbeddingModel:
    root: Path = request.getfixturevalue("tmp_path_factory").mktemp("contract")
    install(write_plain_model(root / "source" / "plain"), root / "models")
    return open_model("plain", root / "models", threads=2)


def stand_in(request: pytest.FixtureRequest) -> EmbeddingModel:
    del request
    return StandInModel()


@pytest.fixture(scope="module", params=[real, folder, stand_in], ids=lambda make: make.__name__)
def model(request: pytest.FixtureRequest) -> EmbeddingModel:
    make: Callable[[pytest.FixtureRequest], EmbeddingModel] = request.param
    return make(request)


def test_facts_are_complete(model: EmbeddingModel) -> None:
    facts = model.facts
    assert facts.name
    assert len(facts.fingerprint) == 64
    assert int(facts.fingerprint, 16) >= 0
    assert facts.dimension > 0
    assert facts.max_tokens > 0
    assert 0 < facts.duplicate_level <= 1


def test_passages_are_float32_unit_vectors_in_order(model: EmbeddingModel) -> None:
    vectors = model.embed_passages(TEXTS)
    assert vectors.shape == (len(TEXTS), model.facts.dimension)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    for text, vector in zip(TEXTS, vectors, strict=True):
        assert float(model.embed_passages([text])[0] @ vector) > 0.9995


def test_a_query_is_one_unit_vector(model: EmbeddingModel) -> None:
    vector = model.embed_query("你记得我住哪吗")
    assert vector.shape == (model.facts.dimension,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_a_query_is_nearest_to_its_own_words(model: EmbeddingModel) -> None:
    passages = ["我住在北京", "hello world"]
    scores = model.embed_passages(passages) @ model.embed_query("我住在北京")
    assert int(np.argmax(scores)) == 0


def test_the_same_text_has_the_same_vector(model: EmbeddingModel) -> None:
    np.testing.assert_array_equal(model.embed_query("我住哪"), model.embed_query("我住哪"))


def test_no_texts_no_vectors(model: EmbeddingModel) -> None:
    assert model.embed_passages([]).shape == (0, model.facts.dimension)


@pytest.mark.parametrize(
    "text", ["", " ", "\n\t\u3000", "\ud83d", "半个\ude00表情", "\x00\x01", "\ufeff", "a" * 50_000]
)
def test_any_text_has_a_vector(model: EmbeddingModel, text: str) -> None:
    for vector in (model.embed_passages([text])[0], model.embed_query(text)):
        assert np.isfinite(vector).all()
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_progress_counts_every_text(model: EmbeddingModel) -> None:
    done: list[int] = []
    model.embed_passages(TEXTS, done.append)
    assert sum(done) == len(TEXTS)


def test_the_reference_mean_is_inside_the_unit_ball(model: EmbeddingModel) -> None:
    mean = model.reference_mean
    assert mean.shape == (model.facts.dimension,)
    assert mean.dtype == np.float32
    assert np.linalg.norm(mean) <= 1


def test_it_is_ready_after_a_call(model: EmbeddingModel) -> None:
    model.embed_query("你")
    assert model.ready


def test_threads_may_share_it(model: EmbeddingModel) -> None:
    expected = model.embed_passages(TEXTS)
    results: list[np.ndarray] = []

    def work() -> None:
        for _ in range(3):
            model.embed_query("你记得我住哪吗")
            results.append(model.embed_passages(TEXTS))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 12
    for result in results:
        np.testing.assert_allclose(result, expected, atol=1e-5)
