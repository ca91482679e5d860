"""What a question means without a word for it, and which of its words only ask."""

from __future__ import annotations

import pytest

from vault.recall.wording import implied, weight, without_asker


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("我是做什么的", "职业"),
        ("我弟是干嘛的", "职业"),
        ("我干哪一行", "职业"),
        ("What do I do for a living?", "职业"),
        ("What does my brother do?", "职业"),
        ("我是哪里人", "老家"),
        ("Where am I from?", "老家"),
        ("家里的狗几岁了", "年龄"),
        ("我多高", "身高"),
        ("有什么不能吃的", "忌口"),
        ("点菜的时候要避开什么", "过敏"),
        ("怎么联系房东", "电话"),
    ],
)
def test_idioms(question: str, word: str) -> None:
    assert word in implied(question)


@pytest.mark.parametrize(
    "question",
    ["我外婆住哪", "我鞋穿多大码", "What do I do on Sundays?", "哪里人的口味清淡", "今天天气怎么样", ""],
)
def test_what_is_no_idiom(question: str) -> None:
    assert implied(question) == ()


def test_what_only_asks_weighs_less() -> None:
    assert 0 < weight("现在") < weight("喜欢") < weight("生日") == 1
    assert weight("usual") == weight("now")


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("我的狗叫什么", "狗叫什么"),
        ("我住哪", "住哪"),
        ("What's my dog's name?", "What's dog's name?"),
        ("Where do I live?", "Where live?"),
        ("给我讲个笑话", "给我讲个笑话"),
        ("我", "我"),
        ("", ""),
    ],
)
def test_the_asker_goes_without_saying(question: str, left: str) -> None:
    assert without_asker(question) == left
