"""What a message states is told from what it only asks or supposes."""

from __future__ import annotations

import pytest

from vault.lifecycle.extract.stated import stated_and_asked


@pytest.mark.parametrize(
    ("message", "stated", "asked"),
    [
        ("我住在海边。附近有什么好吃的？", "我住在海边", "附近有什么好吃的"),
        ("如果我搬家，要带上钢琴", "", "如果我搬家，要带上钢琴"),
        ("我的鹦鹉不说话怎么办？", "我的鹦鹉不说话怎么办", ""),
        ("我的鹦鹉叫什么？", "", "我的鹦鹉叫什么"),
        ("写一个故事，主角有一条船", "", "写一个故事，主角有一条船"),
        ("I play the cello. Which strings are best?", "I play the cello", "Which strings are best"),
        ("If I had a boat I would sail.", "", "If I had a boat I would sail"),
        ("How do I clean my boat?", "How do I clean my boat", ""),
        ("帮我看看这个报错：合并之后行数变多了", "帮我看看这个报错：合并之后行数变多了", ""),
        ("顺便推荐一部科幻电影", "", "顺便推荐一部科幻电影"),
        ("Translate this: the boat is red", "Translate this: the boat is red", ""),
        ("Please recommend a film", "", "Please recommend a film"),
        ("好的", "好的", ""),
        ("", "", ""),
    ],
)
def test_stated_and_asked(message: str, stated: str, asked: str) -> None:
    assert stated_and_asked(message) == (stated, asked)
