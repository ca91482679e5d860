from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lifecycle.likeness_cases import DIFFERENT, SAME
from vault.lifecycle.difference import compare, people_in

TEXTS = st.text(max_size=40) | st.sampled_from([text for pair in (*SAME, *DIFFERENT) for text in pair])


@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        ("年糕两岁", "年糕三岁", "number"), ("每周三开会", "每周四开会", "time"), ("早上跑步", "晚上跑步", "time"), ("能吃辣", "不能吃辣", "denial"), ("左膝盖", "右膝盖", "opposite"),
        ("妈妈爱喝茶", "爸爸爱喝茶", "person"), ("打算搬到杭州", "搬到杭州", "plan"), ("以前喜欢爬山", "喜欢爬山", "past"), ("猫比狗听话", "狗比猫听话", "order"),
        ("sam writes to eva", "eva writes to sam", "order"), ("住在杭州", "住在上海", "wording"), ("喜欢茶", "讨厌茶", "denial"),
    ],
)  # fmt: skip
def test_kinds(ours: str, theirs: str, kind: str) -> None:
    assert kind in {difference.kind for difference in compare(ours, theirs).differences}


def test_what_only_one_says() -> None:
    comparison = compare("养了一只叫年糕的猫", "养了一只猫")
    assert comparison.differences == ()
    assert comparison.ours_more == ("叫", "年", "糕")
    assert comparison.theirs_more == ()
    assert set(comparison.shared) == {"养", "猫", "咪"}


def test_repeated_words_count() -> None:
    assert compare("看到茶时想起茶", "看到酒时想起茶").differences


def test_a_number_without_a_unit_may_be_the_same() -> None:
    assert compare("房租4500", "房租4500元").differences == ()


@pytest.mark.parametrize(
    ("text", "people"), [("妈妈住长沙", 1), ("我住长沙", 0), ("老婆和女儿", 2), ("my mom and dad", 2)]
)
def test_people(text: str, people: int) -> None:
    assert len(people_in(text)) == people


@settings(max_examples=200)
@given(TEXTS, TEXTS)
def test_total_and_even_handed(ours: str, theirs: str) -> None:
    one, other = compare(ours, theirs), compare(theirs, ours)
    assert bool(one.differences) == bool(other.differences)
    assert (one.ours_more, one.theirs_more) == (other.theirs_more, other.ours_more)
    assert compare(ours, ours).differences == ()
