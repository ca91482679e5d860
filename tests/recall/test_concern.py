"""Whom a question concerns, by its wording."""

from __future__ import annotations

import pytest

from vault.recall.concern import Concern, concern


@pytest.mark.parametrize(
    "question",
    ["我住哪", "我妈妈的生日", "你记得我养了什么吗", "我們家的地址", "Where do I live?",
     "What is my sister's name?", "女儿哪门课差", "家里的狗几岁了", "老板什么时候有空"],
)  # fmt: skip
def test_personal(question: str) -> None:
    assert concern([question]) == Concern(personal=True)


@pytest.mark.parametrize(
    "question",
    ["今天天气怎么样", "今天天氣怎麼樣", "讲个笑话", "1+1等于几", "几点了", "播放音乐", "你是谁", "谢谢",
     "What's the weather like?", "turn off the light", "12*30等于多少", "给我讲个故事",
     "晚饭吃了没", "你吃饭了吗？", "吃了吗", "睡了没有", "在吗"],
)  # fmt: skip
def test_elsewhere(question: str) -> None:
    assert concern([question]) == Concern(elsewhere=True)


@pytest.mark.parametrize(
    "question",
    [
        "客厅设备的接入密码是什么",
        "项目的截止日期",
        "How do I boil an egg?",
        "",
        "光的速度是多少",
        "药吃了没有",
    ],
)
def test_neither(question: str) -> None:
    assert concern([question]) == Concern()


def test_one_personal_part_is_enough() -> None:
    assert concern(["讲个笑话", "我住哪"]) == Concern(personal=True, elsewhere=True)
