from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import contents, extracted, only


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("我住在阳光小区", "住址", "阳光小区"),
        ("我现在住在杭州滨江", "居住地", "杭州滨江"),
        ("我搬到南京了", "居住地", "南京"),
        ("我家住三楼", "", ""),
        ("我一个人住", "", ""),
        ("我在北京待了五年了", "居住地", "北京"),
        ("我老家是江西赣州的", "老家", "江西赣州"),
        ("我來自高雄", "老家", "高雄"),
        ("我是武汉人", "老家", "武汉"),
        ("I live in Berlin", "home", "Berlin"),
        ("I moved back to Chicago in September", "home", "Chicago"),
        ("I'm from Glasgow originally", "hometown", "Glasgow"),
        ("I grew up in rural Kansas", "", ""),
    ],
)
def test_homes(said: str, key: str, value: str) -> None:
    found = only(said)
    assert (found.kind, found.key, found.value) == ("home", key, value)


def test_the_home_of_somebody_is_theirs() -> None:
    found = only("我姐姐住在墨尔本")
    assert (found.content, found.key, found.scene) == ("用户的姐姐住在墨尔本", "居住地", "姐姐")


def test_left_and_arrived_are_two() -> None:
    assert contents("我不住上海了，搬到南京了") == ["用户不住上海了", "用户搬到南京了"]


@pytest.mark.parametrize(
    "said",
    [
        "我住院了",
        "我住酒店",
        "我住了一晚",
        "我记住了",
        "马斯克住在得州",
        "我是男人",
        "我是负责人",
        "我在电梯里",
        "I'm in a meeting",
        "I live it",
        "回到电脑前",
    ],
)
def test_no_homes(said: str) -> None:
    assert [each for each in extracted(said) if each.kind == "home"] == []
