"""Frequent words are left out only while rarer ones remain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vault.index.word_budget import TOGETHER, TOGETHER_POSTINGS, Affordable, affordable

COUNTS = st.dictionaries(st.text("abcdefgh", min_size=1, max_size=3), st.integers(1, 20_000), max_size=12)


def test_rare_words_first() -> None:
    counts = {"的": 90_000, "年糕": 3, "最近": 5000, "猫": 40, "喜欢": 4000}
    assert affordable(counts, 100) == Affordable(alone=("年糕", "猫"), together=("喜欢", "最近"))


def test_everything_where_everything_fits() -> None:
    assert affordable({"a": 2, "b": 1}, 100) == Affordable(alone=("b", "a"), together=())
    assert affordable({}, 100) == Affordable((), ())


def test_nothing_is_scored_alone_when_all_are_too_frequent() -> None:
    assert affordable({"a": 5000, "b": 6000}, 100) == Affordable(alone=(), together=("a", "b"))
    assert affordable({"a": 50_000}, 100) == Affordable((), ())


@given(COUNTS, st.integers(1, 5000))
def test_budgets_are_kept_and_no_rarer_word_is_passed_over(counts: dict[str, int], budget: int) -> None:
    chosen = affordable(counts, budget)
    assert sum(counts[term] for term in chosen.alone) <= budget
    assert sum(counts[term] for term in chosen.together) <= TOGETHER_POSTINGS
    assert len(chosen.together) <= TOGETHER
    taken = [counts[term] for term in (*chosen.alone, *chosen.together)]
    assert taken == sorted(counts.values())[: len(taken)]
