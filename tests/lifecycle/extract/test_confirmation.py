from __future__ import annotations

import pytest

from vault.lifecycle.extract.confirmation import answered, confirmed, last_question


@pytest.mark.parametrize(
    ("assistant", "question"),
    [
        ("好的。你住在杭州，对吗？", "你住在杭州，对吗？"),
        ("你住在杭州对吧", "你住在杭州对吧"),
        ("Sure. So you live in Oslo, right?", "So you live in Oslo, right?"),
        ("你喜欢猫？我也是。", "你喜欢猫？"),
        ("我来自云端。", ""),
        ("", ""),
    ],
)
def test_the_last_question(assistant: str, question: str) -> None:
    assert last_question(assistant) == question


@pytest.mark.parametrize(
    ("question", "reply", "statement"),
    [
        ("所以你住在杭州，对吗？", "对的", "我住在杭州"),
        ("你是不是不吃香菜？", "是的", "我不吃香菜"),
        ("您的生日是3月吗？", "嗯，没错", "我的生日是3月"),
        ("So you live in Oslo, right?", "Yep, that's right.", "I live in Oslo"),
        ("You're allergic to cats, is that right?", "Yes", "i am allergic to cats"),
        ("要我记住你不吃辣吗？", "好", "记住：我不吃辣"),
        ("你住在杭州，对吗？", "不对", ""),
        ("你住在杭州，对吗？", "对了，我想问个问题", ""),
        ("你喜欢喝茶吗？", "好", ""),
        ("", "对", ""),
    ],
)
def test_what_a_yes_says(question: str, reply: str, statement: str) -> None:
    assert confirmed(question, reply) == statement


@pytest.mark.parametrize(
    ("question", "reply", "statement"),
    [
        ("怎么称呼你呢？", "小陈。", "我叫小陈"),
        ("您现在住在哪个城市？", "南京", "我住在南京"),
        ("What's your name?", "Noor", "my name is Noor"),
        ("你多大了？", "31岁", "我今年31岁"),
        ("怎么称呼你呢？", "不告诉你", ""),
        ("怎么称呼你呢？", "为什么要问？", ""),
        ("怎么称呼你呢？", "这个说来话长，我其实有很多名字，小时候叫过好几个不一样的，后来又改了", ""),
        ("要喝水吗？", "小陈", ""),
        ("What's your name?", "no thanks", ""),
    ],
)
def test_what_an_answer_says(question: str, reply: str, statement: str) -> None:
    assert answered(question, reply) == statement
