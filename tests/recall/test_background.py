"""How common words are in what anybody writes."""

from __future__ import annotations

import pytest

from vault.index.stem import stem
from vault.recall.background import common_shares


@pytest.mark.parametrize(("common", "rare"), [("去", "猫"), ("工作", "仓鼠"), ("time", "hamster")])
def test_everyday_words_are_more_common_than_names_of_things(common: str, rare: str) -> None:
    more, less = common_shares([stem(common), rare]).tolist()
    assert 0 < less < more < 0.5


def test_a_word_nobody_knows_is_rare_and_possible() -> None:
    unknown, number = common_shares(["龘龘龘", "niangao"]).tolist()
    assert 0 < unknown < 0.001
    assert 0 < number < 0.001


def test_no_words_no_shares() -> None:
    assert common_shares([]).shape == (0,)
