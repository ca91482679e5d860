from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("我离职了", "用户离职了"), ("我被裁了", "用户被裁了"), ("跟女朋友分手了", "用户跟女朋友分手了"),
        ("I got laid off last Friday", "The user got laid off last Friday (2026-11-20)"),
    ],
)  # fmt: skip
def test_of_oneself(text: str, content: str) -> None:
    candidate = only(text)
    assert (candidate.content, candidate.known_only) == (content, False)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("团子去世了", "团子去世了"), ("车卖了", "车卖了"), ("换了 Mate 60", "用户换了 Mate 60"),
        ("PMP 不考了", "PMP 不考了"),
        ("Rex died", "Rex died"), ("sold the Toyota", "The user sold the Toyota"),
        ("The Lisbon trip is off", "The Lisbon trip is off"),
    ],
)  # fmt: skip
def test_of_something(text: str, content: str) -> None:
    candidate = only(text)
    assert (candidate.content, candidate.known_only) == (content, True)


@pytest.mark.parametrize(
    "text",
    [
        "今天下雨，不跑了", "我烦死了", "团子去世了吗？", "如果团子去世了我会哭死", "我同事说他把车卖了",
        "Did Rex die?",
        "If I sold the Toyota I would need a bike",
    ],
)  # fmt: skip
def test_nothing(text: str) -> None:
    assert extracted(text) == ()
