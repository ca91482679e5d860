"""What the best passages add to a question."""

from __future__ import annotations

import numpy as np
import pytest

from tests.recall.conftest import Fill
from vault.recall.expansion import SOURCES, expansion_terms
from vault.recall.lexical import Terms, question_terms


def test_the_best_passage_lends_the_words_that_were_not_asked(fill: Fill) -> None:
    user = fill("alpha beta", "gamma delta", "omega")
    ids = user.passage_ids()
    more = expansion_terms(user, ids, np.array([9, 1, 0], np.float32), question_terms(user.tokenise("alpha")))
    assert more.words["beta"] == pytest.approx(1, abs=1e-3)
    assert "alpha" not in more.words
    assert "gamma" not in more.words  # far behind: less than it takes to count
    assert dict(more.bigrams) == {}


def test_equal_passages_share(fill: Fill) -> None:
    user = fill("alpha beta", "alpha gamma", "alpha gamma delta")
    more = expansion_terms(user, user.passage_ids(), np.zeros(3, np.float32), Terms({"alpha": 1.0}, {}, {}))
    assert more.words["gamma"] == pytest.approx(2 / 3, abs=1e-3)
    assert more.words["beta"] == pytest.approx(1 / 3, abs=1e-3)


def test_only_so_many_speak_for_the_question(fill: Fill) -> None:
    user = fill(*(f"word{place} tail{place}" for place in range(SOURCES + 3)))
    more = expansion_terms(user, user.passage_ids(), np.zeros(SOURCES + 3, np.float32), Terms({}, {}, {}))
    assert len([word for word in more.words if word.startswith("tail") and word[4:].isdigit()]) == SOURCES


def test_chinese_characters_are_lent_too_but_no_stop_words(fill: Fill) -> None:
    user = fill("我表哥的名字叫王宇轩")
    more = expansion_terms(user, user.passage_ids(), np.ones(1, np.float32), Terms({}, {}, {}))
    assert {"表", "哥"} <= set(more.characters)
    assert not {"的", "我"} & (set(more.characters) | set(more.words))


def test_without_candidates_there_is_nothing_to_lend(fill: Fill) -> None:
    user = fill("alpha")
    none = np.empty(0, np.int64)
    assert expansion_terms(user, none, np.empty(0, np.float32), Terms({}, {}, {})).empty
