from __future__ import annotations

import pytest

from vault.lifecycle.mood import moods


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("我最近压力很大", "用户最近压力很大"),
        ("有点累", "用户有点累"),
        ("今天好开心啊！", "用户今天好开心"),
        ("我真的很焦虑，不知道怎么办", "用户真的很焦虑"),
        ("我這幾天壓力很大", "用戶這幾天壓力很大"),
        ("I'm so tired these days", "The user is so tired these days"),
        ("I feel a bit lonely.", "The user feels a bit lonely"),
    ],
)
def test_how_the_user_feels(said: str, stated: str) -> None:
    assert moods(said) == (stated,)


@pytest.mark.parametrize(
    "said",
    [
        "我不难过",
        "你开心吗？",
        "他很难过",
        "如果我开心就好了",
        "我妈说她很担心",
        "I'm not tired",
        "Are you happy?",
        "She is sad",
        "这个按钮好难看",
        "> 我很焦虑",
        "“我很难过，我不知道怎么办才好了”",
        "```\n我很累\n```",
        "",
    ],
)
def test_what_is_no_mood_of_the_user(said: str) -> None:
    assert moods(said) == ()
