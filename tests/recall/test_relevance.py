"""The curve: what raises relevance, what lowers it, and where it stands without evidence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vault.recall.concern import Concern
from vault.recall.relevance import (
    DEFAULT_CURVE,
    FEATURES,
    THRESHOLD,
    WORDS_CURVE,
    WORDS_FEATURES,
    Features,
    evidence,
    relevance,
    standardised_for_relevance,
)


def one(value: float) -> np.ndarray:
    return np.array([value], np.float32)


FITTING = Features(
    coverage=one(1.0), mass=one(5.0), concern=Concern(), size=50, cosines=one(0.4), spread=one(2.5)
)
NOTHING = Features(
    coverage=one(0.0), mass=one(0.0), concern=Concern(), size=50, cosines=one(0.0), spread=one(0.0)
)


def judged(features: Features) -> float:
    return float(relevance(evidence(features))[0])


def by_words(features: Features) -> Features:
    return replace(features, cosines=None, spread=None)


def test_each_feature_has_a_weight() -> None:
    assert len(DEFAULT_CURVE) == len(FEATURES) == evidence(FITTING).shape[1]
    assert len(WORDS_CURVE) == len(WORDS_FEATURES) == evidence(by_words(FITTING)).shape[1]


@pytest.mark.parametrize("size", [1, 50, 100_000])
def test_what_fits_is_relevant_and_what_shares_nothing_is_not(size: int) -> None:
    for form in (lambda features: features, by_words):
        assert judged(form(replace(FITTING, size=size, mass=one(12.0)))) > THRESHOLD
        assert judged(form(replace(NOTHING, size=size))) < THRESHOLD
        personal = replace(NOTHING, size=size, concern=Concern(personal=True))
        assert judged(form(personal)) < THRESHOLD


def test_evidence_raises_it() -> None:
    assert judged(replace(FITTING, cosines=one(0.5))) > judged(FITTING)
    assert judged(replace(FITTING, mass=one(8.0))) > judged(FITTING)
    assert judged(replace(NOTHING, concern=Concern(personal=True))) > judged(NOTHING)


def test_what_nobody_said_and_would_fit_better_lowers_it() -> None:
    asked = replace(FITTING, concern=Concern(personal=True))
    assert judged(replace(asked, topic=0.8)) < judged(replace(asked, topic=0.3))
    assert judged(replace(asked, talk=0.8)) < judged(replace(asked, talk=0.3))


def test_chance_and_small_talk_lower_it() -> None:
    assert judged(replace(FITTING, size=5000)) < judged(FITTING)
    assert judged(replace(FITTING, concern=Concern(elsewhere=True))) < judged(FITTING)


def test_a_curve_of_another_kind_is_not_used() -> None:
    weights = tuple(2 * weight for weight in DEFAULT_CURVE)
    assert relevance(evidence(FITTING), weights) != relevance(evidence(FITTING))
    assert relevance(evidence(FITTING), weights[:-1]) == relevance(evidence(FITTING))


def test_it_stays_between_0_and_1() -> None:
    extreme = replace(FITTING, cosines=one(1e6), mass=one(1e6))
    assert 0 < judged(replace(NOTHING, cosines=one(-1e6))) < judged(extreme) <= 1


def test_spread_is_shrunk_in_a_small_vault() -> None:
    cosines, sample = one(0.5), np.array([0.0, 0.1, 0.2], np.float32)
    few = standardised_for_relevance(cosines, sample, 3)[0]
    many = standardised_for_relevance(cosines, np.tile(sample, 1000), 3000)[0]
    assert 0 < few < many
    assert many == pytest.approx((0.5 - 0.1) / sample.std(), rel=0.02)
    assert np.isfinite(standardised_for_relevance(cosines, sample[:0], 0)).all()
