from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    "said",
    [
        "我喜欢爬山和露营",
        "我不喜欢下雨天",
        "我特别讨厌榴莲的味道",
        "我对摄影很感兴趣",
        "我是村上春树的书迷",
        "我的爱好是钓鱼",
        "相比跑步我更喜欢游泳",
        "我喜欢喜剧和爱情片",
        "周杰伦是我的最爱",
        "咖啡我只认浅烘",
        "我恨死加班了",
        "I love hiking",
        "I can't stand noise",
        "I'm a huge fan of Studio Ghibli",
        "I'd rather walk than drive",
        "Jazz is my thing",
        "I prefer tea over coffee",
    ],
)
def test_likings(said: str) -> None:
    found = only(said)
    assert (found.kind, found.type) == ("liking", "preference")


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("我最喜欢的颜色是墨绿", "最喜欢的颜色", "墨绿"),
        ("My favorite band is Radiohead", "favorite band", "Radiohead"),
    ],
)
def test_a_favourite_is_a_slot(said: str, key: str, value: str) -> None:
    assert (only(said).key, only(said).value) == (key, value)


@pytest.mark.parametrize(
    "said",
    [
        "我喜欢你",
        "我喜欢你的回答",
        "我喜欢的是你",
        "我喜欢她",
        "我不喜欢这个版本",
        "我不喜欢这种安排",
        "我怕自己坚持不下来",
        "我爱人很忙",
        "我烦死了",
        "我追上他了",
        "I like it",
        "I love this song",
        "I like your style",
        "I'd like a refund",
    ],
)
def test_no_likings(said: str) -> None:
    assert extracted(said) == ()
