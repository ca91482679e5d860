from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("我养了一只猫，叫年糕，两岁英短", "用户养了一只猫，叫年糕，两岁英短"),
        ("我家那只布偶叫奶盖", "用户的布偶叫奶盖"),
        ("我的乌龟已经十岁了", "用户的乌龟已经十岁了"),
        ("我們家養了三條魚", "用戶家養了三條魚"),
        ("I have a dog named Pepper, she's three", "The user has a dog named Pepper, she is three"),
        ("My cat is called Miso", "The user's cat is called Miso"),
    ],
)
def test_pets(said: str, content: str) -> None:
    found = only(said)
    assert (found.kind, found.type, found.content) == ("pet", "fact", content)


def test_the_animal_is_named_for_joining() -> None:
    assert only("我养了一只猫").about == "猫"
    assert only("I have a dog").about == "dog"


@pytest.mark.parametrize(
    "said",
    [
        "狗喜欢啃骨头",
        "猫是一种动物",
        "买猫粮",
        "我想养猫",
        "邻居的狗叫旺财",
        "I like dogs",
        "the cat is on the roof",
    ],
)
def test_no_pets(said: str) -> None:
    assert [each for each in extracted(said) if each.kind == "pet"] == []
