from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import conversation
from vault.lifecycle.open_question import open_questions


def left_open(*said: str) -> tuple[str, ...]:
    return open_questions(conversation(*said))


def test_a_question_is_open_when_the_assistant_does_not_know() -> None:
    assert left_open("杭州的租房合同一般签几年？", "A:这个我不确定，回头再查。") == (
        "杭州的租房合同一般签几年",
    )
    assert left_open("Which visa do I need?", "A:I don't know yet.") == ("Which visa do I need",)


def test_a_question_is_open_when_nobody_answered() -> None:
    assert left_open("你好", "A:你好", "我的护照什么时候到期？") == ("用户的护照什么时候到期",)


def test_a_question_that_was_answered_is_not_open() -> None:
    assert left_open("护照多少钱？", "A:一百二十元。") == ()
    assert left_open("护照多少钱？", "我赶时间", "A:一百二十元。") == ()


@pytest.mark.parametrize(
    "asked",
    [
        "明天天气如何？",
        "北京的天气怎么样？",
        "今天会下雨吗？",
        "现在几点了？",
        "Will it rain tomorrow?",
        "What's the time?",
    ],
)
def test_what_only_matters_at_that_moment_does_not_stay_open(asked: str) -> None:
    assert left_open("你好", "A:你好", asked) == ()


@pytest.mark.parametrize("asked", ["家长会是几号？", "展览几点开门？"])
def test_other_times_do(asked: str) -> None:
    assert left_open("你好", "A:你好", asked) == (asked.rstrip("？"),)


def test_nobody_can_tell_without_the_words_of_the_assistant() -> None:
    assert left_open("护照多少钱一本？") == ()


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("我还没想好租哪里", "用户还没想好租哪里"),
        ("婚礼的日期待定", "婚礼的日期待定"),
        ("I'm not sure yet whether to move", "The user is not sure yet whether to move"),
    ],
)
def test_what_is_not_decided_is_open_whatever_is_answered(said: str, stated: str) -> None:
    assert left_open(said, "A:好的，不急。") == (stated,)


def test_each_is_named_once() -> None:
    assert left_open("我还没想好租哪里", "A:嗯", "我还没想好租哪里") == ("用户还没想好租哪里",)


@pytest.mark.parametrize(
    "said", ["在吗？", "你觉得怎么样？", "真的吗？", "How are you?", "> 这个怎么用？", "？"]
)
def test_small_talk_and_the_words_of_others_are_no_questions(said: str) -> None:
    assert left_open("A:嗯", said) == ()
