from __future__ import annotations

from datetime import timedelta

import pytest

from tests.lifecycle.extract.saying import conversation, resolve_time
from vault.lifecycle.extract.extraction import extract
from vault.lifecycle.extract.fragments import join_fragments
from vault.lifecycle.extract.in_context import extract_in_context

CHAT = (
    "你好呀",
    "我叫阿杰，最近在准备迁居到杭州",
    "A:你住在上海，对吗？",
    "对",
    "我养了一只猫",
    "叫年糕",
    "两岁了",
    "我喜欢喝手冲咖啡",
)


def added(*said: str, by: int, every: timedelta = timedelta(seconds=20)) -> list[str]:
    """What the last `by` messages add."""
    turns = conversation(*said, every=every)
    found = extract_in_context(turns[:-by], turns[-by:], resolve_time=resolve_time)
    return [candidate.content for candidate in found]


def test_what_was_said_before_does_not_come_out_again() -> None:
    assert added("我叫阿杰", "我不吃香菜", by=1) == ["用户不吃香菜"]
    assert added("我叫阿杰", "好的", by=1) == []


def test_a_question_before_is_confirmed_now() -> None:
    assert added("A:你住在上海，对吗？", "对", by=1) == ["用户住在上海"]


def test_a_question_confirmed_before_is_not_confirmed_again() -> None:
    assert added("A:你住在上海，对吗？", "对", "好的，谢谢", by=1) == []


def test_what_adds_to_something_said_before_is_the_whole() -> None:
    assert added("我养了一只猫", "叫年糕", by=1) == ["用户养了一只猫，叫年糕"]
    turns = conversation("我养了一只猫", "叫年糕")
    (cat,) = extract_in_context(turns[:1], turns[1:], resolve_time=resolve_time)
    assert (cat.turn, cat.earlier_turns) == (2, (1,))


def test_what_was_said_long_before_is_not_added_to() -> None:
    said = ("我养了一只猫", "我的猫叫年糕")
    assert added(*said, by=1, every=timedelta(minutes=6)) == ["用户的猫叫年糕"]


@pytest.mark.parametrize("cut", range(len(CHAT) + 1))
def test_wherever_the_conversation_is_cut_nothing_is_lost(cut: int) -> None:
    turns = conversation(*CHAT)
    first = extract_in_context([], turns[:cut], resolve_time=resolve_time)
    second = extract_in_context(turns[:cut], turns[cut:], resolve_time=resolve_time)
    whole = join_fragments(extract(turns, resolve_time=resolve_time))
    assert {each.content for each in whole} <= {each.content for each in (*first, *second)}
    replaced = {each.turn for late in second for each in first if each.turn in late.earlier_turns}
    left = [each for each in first if each.turn not in replaced]
    assert {each.content for each in (*left, *second)} == {each.content for each in whole}
