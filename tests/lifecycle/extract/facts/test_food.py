from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "kind", "type_"),
    [
        ("我对花生过敏", "health", "fact"),
        ("我海鲜过敏", "health", "fact"),
        ("我乳糖不耐受", "health", "fact"),
        ("我没有过敏", "health", "fact"),
        ("我对青霉素不过敏", "health", "fact"),
        ("其实我不对花粉过敏", "health", "fact"),
        ("我早就对海鲜不再过敏了", "health", "fact"),
        ("我不吃香菜", "food", "preference"),
        ("我太太不太能吃辣", "food", "preference"),
        ("我吃素", "food", "preference"),
        ("下午三点以后我不喝咖啡", "food", "preference"),
        ("口味偏清淡", "food", "preference"),
        ("我咖啡只喝美式，不加糖", "food", "preference"),
        ("I'm allergic to peanuts", "health", "fact"),
        ("I don't have any allergies", "health", "fact"),
        ("I don't eat pork", "food", "preference"),
        ("I'm vegetarian", "food", "preference"),
        ("I no longer drink coffee", "food", "preference"),
        ("I can't have dairy", "food", "preference"),
    ],
)
def test_food(said: str, kind: str, type_: str) -> None:
    found = only(said)
    assert (found.kind, found.type) == (kind, type_)


@pytest.mark.parametrize(
    "said",
    [
        "今天不吃晚饭了",
        "我吃不下了",
        "我不吃亏",
        "我不吃了",
        "这顿我不喝酒",
        "我不喝什么",
        "I don't have time",
        "I can't have it both ways",
        "I don't eat it",
    ],
)
def test_no_food(said: str) -> None:
    assert extracted(said) == ()
