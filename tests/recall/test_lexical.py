"""BM25 against values worked out by hand, and what of a question a passage covers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.recall.conftest import Fill
from vault.index.user_index import UserIndex
from vault.recall.background import common_shares
from vault.recall.lexical import COMMON_PRIOR, K1, PRIOR, SYNONYM_CREDIT, B, Lexicon, Terms, question_terms


def lexicon(user: UserIndex, question: str) -> Lexicon:
    return Lexicon(user, question_terms(user.tokenise(question)))


def words_only(*words: str) -> Terms:
    return Terms(dict.fromkeys(words, 1.0), {}, {})


def test_one_word_by_hand(fill: Fill) -> None:
    user = fill("alpha beta", "beta gamma delta", "gamma delta epsilon zeta")
    ids = user.passage_ids()
    got = Lexicon(user, words_only("alpha")).score(ids)
    idf = math.log1p((3 + PRIOR - 1 + 0.5) / 1.5)
    length = 2 / user.average_lengths.words
    assert got.total.tolist() == pytest.approx(
        [idf * (K1 + 1) / (1 + K1 * (1 - B + B * length)), 0, 0], rel=1e-5
    )
    expected = 1 + COMMON_PRIOR * float(common_shares(["alpha"])[0])
    rarity = math.log1p((3 + COMMON_PRIOR - expected + 0.5) / (expected + 0.5))
    assert got.mass.tolist() == pytest.approx([rarity, 0, 0], rel=1e-5)


def test_a_rare_word_counts_more_than_a_frequent_one(fill: Fill) -> None:
    user = fill("alpha beta", *["beta gamma"] * 10)
    both = Lexicon(user, words_only("alpha", "beta"))
    assert both.words.idf[0] > both.words.idf[1] > 0


def test_in_a_young_vault_a_common_word_covers_less_than_a_rare_one(fill: Fill) -> None:
    user = fill("养了一只仓鼠", "去年去过敦煌")
    got = lexicon(user, "仓鼠去哪").score(user.passage_ids())
    assert got.coverage[0] > 2 * got.coverage[1] > 0


def test_a_single_character_covers_less_than_a_word(fill: Fill) -> None:
    user = fill("新验的光", "光速很快")
    asked = Lexicon(user, words_only("光", "光速")).score(user.passage_ids())
    assert asked.mass[0] < asked.mass[1] / 2


def test_scores_are_standardised_over_all_passages_without_reading_them(fill: Fill) -> None:
    user = fill(*["alpha beta"] * 5, *["gamma delta"] * 15)
    ids = user.passage_ids()
    got = Lexicon(user, words_only("alpha")).score(ids)
    exact = (got.total - got.total.mean()) / got.total.std()
    np.testing.assert_allclose(got.standard, exact, rtol=0.05)


def test_characters_find_what_is_segmented_otherwise(fill: Fill) -> None:
    user = fill("喜欢骑单车", "养了一只乌龟")
    got = lexicon(user, "单双车").score(user.passage_ids())
    assert got.total[0] > got.total[1] == 0


def test_coverage_is_the_share_of_what_was_asked(fill: Fill) -> None:
    user = fill("alpha beta", "alpha", "omega")
    got = lexicon(user, "alpha beta").score(user.passage_ids())
    assert got.coverage[0] == pytest.approx(1)
    assert 0 < got.coverage[1] < 1
    assert got.coverage[2] == 0
    assert got.matched.tolist() == [[True, True], [True, False], [False, False]]


def test_a_synonym_covers_in_part_and_only_once(fill: Fill) -> None:
    user = fill("上司很忙", "领导很忙", "上司和主管都忙", "别的事")
    synonym, same, two, nothing = lexicon(user, "领导是谁").score(user.passage_ids()).coverage
    assert same == pytest.approx(1)
    assert 0.4 * SYNONYM_CREDIT < synonym <= SYNONYM_CREDIT + 1e-6
    assert two == pytest.approx(synonym, rel=0.2)
    assert nothing == 0


def test_a_question_without_words_scores_nothing(fill: Fill) -> None:
    user = fill("alpha", "beta")
    got = lexicon(user, "？！").score(user.passage_ids())
    assert got.total.tolist() == [0, 0]
    assert got.coverage.tolist() == [0, 0]
    assert np.isfinite(got.standard).all()


def test_the_rarest_words_are_those_that_occur(fill: Fill) -> None:
    user = fill("alpha beta", "beta", "beta gamma", "gamma")
    assert Lexicon(user, words_only("beta", "missing", "alpha", "gamma")).rarest_words(2) == (
        "alpha",
        "gamma",
    )
