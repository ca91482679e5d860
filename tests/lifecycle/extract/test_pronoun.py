from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import contents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我一吃芒果嘴就肿，对它过敏", ["用户对芒果过敏"]),
        ("I tried mango once and my lips swelled up, I'm allergic to it", ["The user is allergic to mango"]),
        ("我妈做的红烧肉最好吃，我很爱吃它", ["用户的妈做的红烧肉最好吃，用户很爱吃它"]),
        ("隔壁新开了家健身房，我每天去那里锻炼", ["用户隔壁新开了家健身房，用户每天去那里锻炼"]),
        ("对它过敏", []),
        ("这个我不吃", []),
        ("I'm allergic to it", []),
        ("I love jazz and listen to it every night", ["The user loves jazz and listen to it every night"]),
    ],
)
def test_things(text: str, expected: list[str]) -> None:
    assert contents(text) == expected


def test_a_pet_named_before_is_no_open_pronoun() -> None:
    assert contents("我养了一只猫", "它叫年糕")[-1].endswith("叫年糕")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("老大豆豆七岁，老二米粒刚满三岁", ["用户的老大豆豆七岁", "用户的老二米粒刚满三岁"]),
        (
            "my elder son Tom is 7, the younger one, Max, just turned 3",
            ["The user's elder son Tom is 7", "The user's younger son Max just turned 3"],
        ),
        (
            "Our eldest, Nora, is 12, and the youngest, Finn, is 4",
            ["The user's eldest, Nora, is 12", "The user's youngest Finn is 4"],
        ),
        ("大儿子小石上初一，小儿子小木五岁", ["用户的大儿子小石上初一", "用户的小儿子小木五岁"]),
        ("我有两个孩子，老大叫豆豆，老二叫米粒", ["用户有两个孩子，老大叫豆豆，老二叫米粒"]),
    ],
)
def test_each_child_is_a_memory(text: str, expected: list[str]) -> None:
    assert contents(text) == expected
