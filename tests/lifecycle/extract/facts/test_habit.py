from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "type_"),
    [
        ("我每天早上六点起床跑步", "fact"),
        ("每周三下午三点开周会", "fact"),
        ("女儿每周六上午学钢琴", "fact"),
        ("我通常坐地铁上班", "preference"),
        ("周末我一般去看爸妈", "preference"),
        ("我从来不熬夜", "preference"),
        ("我用Cursor写代码", "preference"),
        ("I go to the gym every Tuesday", "fact"),
        ("Every Friday we have a team lunch", "fact"),
        ("I usually get up at six", "preference"),
        ("I commute by bike", "preference"),
    ],
)
def test_habits(said: str, type_: str) -> None:
    found = only(said)
    assert (found.kind, found.type, found.occurred_at) == ("habit", type_, None)


def test_a_thing_that_recurs_is_not_the_users_doing() -> None:
    assert only("客厅空调滤网每三个月洗一次").content == "客厅空调滤网每三个月洗一次"


@pytest.mark.parametrize(
    "said",
    [
        "电脑老是死机",
        "我总是担心漏掉什么",
        "每次开会我就头疼",
        "我可以每天抽半小时练习",
        "周末愉快",
        "上周末去了黄山",
        "我平时都用它",
        "I always forget",
        "I guess I could try that every day",
    ],
)
def test_no_habits(said: str) -> None:
    assert extracted(said) == ()
