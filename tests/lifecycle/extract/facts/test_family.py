from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("我有一个女儿，叫朵朵，五岁了", "用户有一个女儿，叫朵朵，五岁了"),
        ("我老板叫周岚", "用户的老板叫周岚"),
        ("爺爺今年九十歲", "用戶的爺爺今年九十歲"),
        ("我单身", "用户单身"),
        ("我结婚五年了", "用户结婚五年了"),
        ("我哥比我大五岁", "用户的哥比用户大五岁"),
        ("我弟在部队", "用户的弟在部队"),
        ("I have two kids, Max and Lily", "The user has two kids, Max and Lily"),
        ("My daughter is seven years old", "The user's daughter is seven years old"),
        ("My boss is called Helen", "The user's boss is called Helen"),
        ("I'm an only child", "The user is an only child"),
    ],
)
def test_family(said: str, content: str) -> None:
    found = only(said)
    assert (found.kind, found.content) == ("family", content)


def test_the_person_is_named_for_joining() -> None:
    assert only("我有个女儿").about == "女儿"
    assert only("我女儿叫朵朵").about == "女儿"


@pytest.mark.parametrize(
    "said",
    [
        "我妈在做饭",
        "我老公在睡觉",
        "我有个朋友问我借钱",
        "孩子最近怎么样",
        "朋友都结婚了吗",
        "I have a friend who asks a lot",
    ],
)
def test_no_family(said: str) -> None:
    assert [each for each in extracted(said) if each.kind == "family"] == []
