from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "type_"),
    [
        ("我已经不学吉他了", "preference"),
        ("我现在开始喝美式了", "preference"),
        ("我戒烟了", "preference"),
        ("我現在改用Obsidian記筆記了", "preference"),
        ("最近迷上了做陶艺", "preference"),
        ("我把健身房的卡退了", "preference"),
        ("我在学吉他", "fact"),
        ("我在准备考研", "fact"),
        ("在忙着装修新房", "fact"),
        ("I've stopped drinking coffee", "preference"),
        ("I switched from VS Code to Neovim", "preference"),
        ("I'm learning Japanese", "fact"),
    ],
)
def test_changes(said: str, type_: str) -> None:
    found = only(said)
    assert (found.kind, found.type) == ("change", type_)


@pytest.mark.parametrize(
    "said",
    [
        "我不去了",
        "我不说了",
        "我不聊了",
        "我在看什么",
        "我在等公交",
        "我考虑一下",
        "昨晚我在准备讲稿",
        "I'm reading this article",
        "I started it",
        "I'm taking a break",
    ],
)
def test_no_changes(said: str) -> None:
    assert extracted(said) == ()
