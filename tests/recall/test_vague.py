"""Questions that name nothing, and those that only look like it."""

from __future__ import annotations

import pytest

from vault.recall.vague import asks_for_person, is_vague


@pytest.mark.parametrize(
    "question",
    ["还记得我吗", "你还記得我嗎？", "上次那件事", "上次说的那件事怎么样了", "上次聊到哪了", "我是谁", "我们上次说到哪儿了？",
     "Do you remember me?", "that thing from last time", "where were we", "那件事"],
)  # fmt: skip
def test_vague(question: str) -> None:
    assert is_vague(question)


@pytest.mark.parametrize(
    "question",
    ["还记得我住哪吗", "上次体检是什么时候", "我是谁的徒弟", "今天天气怎么样", "那件事很重要但是我忘了密码", "",
     "Do you remember my birthday?", "记得买菜"],
)  # fmt: skip
def test_not_vague(question: str) -> None:
    assert not is_vague(question)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("还记得我吗", True),
        ("你都知道我什么", True),
        ("你对我了解多少？", True),
        ("What do you remember about me?", True),
        ("Do you still know who I am?", True),
        ("上次那件事", False),
        ("where were we", False),
        ("你知道我的生日吗", False),
        ("what do you know about my car", False),
    ],
)
def test_who_the_person_is(question: str, expected: bool) -> None:
    assert asks_for_person(question) is expected
