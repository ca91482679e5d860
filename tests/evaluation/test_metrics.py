"""Measures against values worked out by hand."""

from __future__ import annotations

import math

import pytest

from vault.evaluation.metrics import Measures, mean, measure, ndcg


def test_a_perfect_ranking_measures_one() -> None:
    assert measure(["a", "b", "x"], ["a", "b"]) == Measures(1, 1, 1, 1, 1)


def test_nothing_found_measures_zero() -> None:
    assert measure(["x", "y"], ["a"]) == Measures(0, 0, 0, 0, 0)
    assert measure([], ["a"]) == Measures(0, 0, 0, 0, 0)


def test_partly_found() -> None:
    got = measure(["x", "a", "y", "z", "w", "b"], ["a", "b", "c"])
    assert got.hit_at_1 == 0
    assert got.recall_at_5 == pytest.approx(1 / 3)
    assert got.recall_at_10 == pytest.approx(2 / 3)
    assert got.mrr_at_10 == pytest.approx(1 / 2)
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert got.ndcg_at_10 == pytest.approx((1 / math.log2(3) + 1 / math.log2(7)) / ideal)


def test_nothing_beyond_the_tenth_place_counts() -> None:
    ranking = [f"x{at}" for at in range(10)] + ["a"]
    assert measure(ranking, ["a"]) == Measures(0, 0, 0, 0, 0)


def test_an_id_twice_counts_once() -> None:
    assert measure(["a", "a", "b"], ["a", "b"]) == measure(["a", "b"], ["a", "b"])
    assert ndcg(["a", "b"], ["a", "a", "b"]) == 1


def test_the_ideal_of_more_than_ten_relevant_ones_is_ten_of_them() -> None:
    relevant = [f"r{at}" for at in range(20)]
    got = measure(relevant[:10], relevant)
    assert got.ndcg_at_10 == pytest.approx(1)
    assert got.recall_at_10 == pytest.approx(0.5)


def test_means() -> None:
    both = mean([Measures(1, 1, 1, 1, 1), Measures(0, 0.5, 1, 0, 0)])
    assert both == Measures(0.5, 0.75, 1, 0.5, 0.5)
    assert mean([]) == Measures(0, 0, 0, 0, 0)
