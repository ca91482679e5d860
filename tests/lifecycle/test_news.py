"""The same new state, in other words of change."""

from __future__ import annotations

import pytest

from vault.lifecycle.news import is_same_news


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用户开始喝美式了", "用户改喝美式了"),
        ("用户改成美式了", "用户现在喝美式"),
        ("用户已经开始用飞书记笔记了", "用户改用飞书记笔记了"),
        ("用户开始喝豆浆了", "用户换成豆浆了"),
        ("The user has started drinking matcha", "The user switched to matcha"),
        ("The user started using Zed", "These days the user uses Zed"),
    ],
)
def test_the_same(one: str, other: str) -> None:
    assert is_same_news(one, other)
    assert is_same_news(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("用户开始喝美式了", "用户改喝拿铁了"),
        ("用户开始喝美式了", "用户现在不喝美式了"),
        ("用户开始看篮球了", "用户开始打篮球了"),
        ("用户改骑车上班了", "用户开始开车上班了"),
        ("用户的妻子开始喝茶了", "用户开始喝茶了"),
        ("用户早上开始喝美式了", "用户晚上开始喝美式了"),
        ("用户现在每周三开会", "用户现在每周四开会"),
        ("用户喝美式", "用户开始喝美式了"),
        ("用户从拿铁换成美式了", "用户把茶换成美式了"),
        ("The user started drinking matcha", "The user started eating matcha"),
    ],
)
def test_not_the_same(one: str, other: str) -> None:
    assert not is_same_news(one, other)
    assert not is_same_news(other, one)
