from __future__ import annotations

import pytest

from vault.lifecycle.extract.plain_text import plain_text
from vault.lifecycle.extract.refusal import is_question, refusals
from vault.lifecycle.extract.sentence import pieces


def reasons(text: str) -> list[str | None]:
    plain = plain_text(text)
    return list(refusals(plain, pieces(plain)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我住在杭州", [None]),
        ("我住在哪里", ["question"]),
        ("我住在杭州，你呢？", [None, "question"]),
        ("我住在杭州，对吗？", ["question", "question"]),
        ("你还记得我叫什么吗", ["question"]),
        ("我同事在青岛上班呢", [None]),
        ("我没什么爱好", [None]),
        ("我什么都吃", [None]),
        ("如果我是素食者，就不吃肉", ["hypothesis", "hypothesis"]),
        ("要是我有女儿就好了", ["hypothesis"]),
        ("他说他喜欢蓝色，住在北京", ["reported", "reported"]),
        ("听说小李要离职", ["reported"]),
        ("医生说我要少吃盐", ["reported"]),
        ("我跟你说我养猫", [None]),
        ("我不吃辣，医生说的", [None, "reported"]),
        ("写个故事，主角叫林夏。她住在火星", ["fiction", "fiction", "fiction"]),
        ("翻译一下：I like tea", ["fiction"]),
        ("我是做翻译的", [None]),
        ("帮我查一下明天的火车", ["request"]),
        ("给我妈打电话了", [None]),
        ("你真笨", ["about the assistant"]),
        ("我讨厌你", ["about the assistant"]),
        ("他妈的又错了", ["about the assistant"]),
        ("我妈妈的生日是3月", [None]),
        ("你可以叫我小琳", [None]),
        ("我在看书的时候", ["fragment"]),
        ("别记这个：我的密码是1234", ["not to be kept"]),
        ("我的密码是1234。这个不用记", ["not to be kept", "not to be kept"]),
        ("What do I like?", ["question"]),
        ("I live in Rome, where do you live?", [None, "question"]),
        ("If I moved, would I need a visa?", ["hypothesis", "hypothesis"]),
        ("I'd rather walk", [None]),
        ("I would love to live in Japan", ["hypothesis"]),
        ("He said he lives in Boston", ["reported"]),
        ("Tell me a joke", ["request"]),
        ("Write a poem about a man who lives in Rome", ["fiction"]),
        ("I finished the first draft of my novel", [None]),
        ("You're so dumb", ["about the assistant"]),
        ("Don't save this: my PIN is 1234", ["not to be kept"]),
        ("I was reading when it crashed", ["fragment"]),
    ],
)
def test_reasons(text: str, expected: list[str | None]) -> None:
    assert reasons(text) == expected


@pytest.mark.parametrize("text", ["我喜不喜欢猫", "有没有猫", "几点了", "你呢", "what is it", "do you know"])
def test_questions(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "我的工位在几楼",
        "我住几单元",
        "他家在几环",
        "我上几年级",
        "我排第几",
        "车停在第几个车位",
        "我在第十几层",
        "我穿几码的鞋",
    ],
)
def test_who_asks_for_a_number_of_an_order(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize("text", ["我爬了几层楼", "小区有十几层", "我们村盖了好几栋房", "门口种着几排树"])
def test_a_few_of_something_ask_nothing(text: str) -> None:
    assert not is_question(text)


@pytest.mark.parametrize(
    "text", ["我养了好几年猫", "几乎不喝酒", "我没几个朋友", "when i was young i lived there"]
)
def test_no_questions(text: str) -> None:
    assert not is_question(text)


def test_a_mark_makes_a_question() -> None:
    assert is_question("我住在杭州", marked=True)
