"""Centred cosines of hand-made vectors."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vault.embedding.cohort import Cohort
from vault.recall.fuse import TALK, TOPIC, Centring, common_direction


def centring(vectors: np.ndarray, reference: np.ndarray, language: np.ndarray) -> Centring:
    user: Any = SimpleNamespace(
        vector_mean=lambda: (len(vectors), vectors.mean(axis=0)),
        sample_ids=lambda _count: np.arange(len(vectors)),
        vectors=lambda ids: vectors[ids],
    )
    model: Any = SimpleNamespace(reference_mean=reference, language_direction=language)
    return Centring(user, model)


def test_the_common_direction_goes_from_the_reference_to_the_users_own() -> None:
    reference, own = np.array([1, 0], np.float32), np.array([0, 1], np.float32)
    assert common_direction(0, own, reference).tolist() == [1, 0]
    assert common_direction(200, own, reference).tolist() == [0.5, 0.5]
    assert common_direction(200_000, own, reference)[1] == pytest.approx(1, abs=0.01)


def test_what_all_vectors_share_does_not_count() -> None:
    shared = np.array([10, 0, 0], np.float32)
    vectors = shared + np.array([[0, 1, 0], [0, 0, 1], [0, -1, 0], [0, 0, -1]], np.float32)
    found = centring(vectors, shared, np.zeros(3, np.float32)).cosines(vectors, vectors[0])
    np.testing.assert_allclose(found.own, [1, 0, -1, 0], atol=1e-6)
    np.testing.assert_allclose(found.everywhere, found.own, atol=1e-6)
    assert found.standard[0] == pytest.approx(1 / found.own.std())


def test_the_language_does_not_count() -> None:
    vectors = np.array([[0.9, 1, 0], [-0.9, 1, 0], [0.9, -1, 0]], np.float32)
    language = np.array([1, 0, 0], np.float32)
    found = centring(vectors, np.zeros(3, np.float32), language)
    same, translated, other = found.cosines(vectors, vectors[0]).own
    assert translated == pytest.approx(same)
    assert other < translated


def test_a_passage_without_a_vector_is_far_from_everything() -> None:
    vectors = np.array([[1, 0], [0, 0]], np.float32)
    found = centring(vectors, np.zeros(2, np.float32), np.zeros(2, np.float32))
    assert found.cosines(vectors, np.array([0.6, 0.8], np.float32)).own[1] == 0


def test_how_near_a_question_is_to_what_anybody_says() -> None:
    vectors, none = np.eye(3, dtype=np.float32), np.zeros(3, np.float32)
    model: Any = SimpleNamespace(
        reference_mean=none,
        language_direction=none,
        cohort=Cohort(topics=vectors[:2], talk=vectors[2:]),
    )
    user: Any = SimpleNamespace(
        vector_mean=lambda: (0, none),
        sample_ids=lambda _count: np.arange(3),
        vectors=lambda ids: vectors[ids],
    )
    found = Centring(user, model).cosines(vectors, np.array([0.6, 0, 0.8], np.float32))
    assert (found.topic, found.talk) == (pytest.approx(0.6), pytest.approx(0.8))
    unmeasured = centring(vectors, none, none).cosines(vectors, vectors[0])
    assert (unmeasured.topic, unmeasured.talk) == (TOPIC, TALK)
