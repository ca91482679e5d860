from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.lifecycle.negation import differ_in_negation, negated_parts, without_negations


@pytest.mark.parametrize(
    "text",
    [
        "不吃香菜",
        "没结婚",
        "从不迟到",
        "戒了咖啡",
        "讨厌雨天",
        "别放糖",
        "doesn't drink",
        "never late",
        "no longer smokes",
        "can't swim",
    ],
)
def test_denied(text: str) -> None:
    assert len(negated_parts(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "味道不错",
        "不过很好",
        "不但便宜",
        "差不多到了",
        "对不起",
        "忍不住笑",
        "特别好",
        "别人的车",
        "非常喜欢",
        "无线耳机",
        "未来的家",
        "不得不去",
        "告别仪式",
        "区别很大",
        "not only tea",
    ],
)
def test_words_that_only_look_so(text: str) -> None:
    assert negated_parts(text) == ()


def test_two_negations_make_none() -> None:
    assert negated_parts("不是不喜欢") == ()
    assert not differ_in_negation("不是不喜欢茶", "喜欢茶")


@pytest.mark.parametrize(
    ("ours", "theirs", "differ"),
    [
        ("能吃辣", "不能吃辣", True), ("不吃香菜", "不吃香菜", False), ("不喜欢芹菜", "讨厌芹菜", False), ("喜欢茶不喜欢咖啡", "不喜欢茶喜欢咖啡", True),
        ("i can swim", "i can't swim", True), ("eats fish not meat", "eats meat not fish", True),
    ],
)  # fmt: skip
def test_differ(ours: str, theirs: str, differ: bool) -> None:
    assert differ_in_negation(ours, theirs) is differ
    assert differ_in_negation(theirs, ours) is differ


def test_words_stay_without_their_negation() -> None:
    assert without_negations("不吃香菜，味道不错").split() == ["吃香菜，味道不错"]


@given(st.text(max_size=60), st.text("不没是别吃茶喜欢过错能", max_size=20))
def test_total(ours: str, theirs: str) -> None:
    assert differ_in_negation(ours, theirs) is differ_in_negation(theirs, ours)
    assert not differ_in_negation(theirs, theirs)
    without_negations(theirs)
