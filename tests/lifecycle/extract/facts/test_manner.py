from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("以后都用中文回答我", "用户要求助手：以后都用中文回答用户"),
        ("今后回复简短一点，先说结论", "用户要求助手：今后回复简短一点"),
        ("我希望你回答的时候先给结论", "用户要求助手：回答的时候先给结论"),
        ("跟我说话别老用敬语", "用户要求助手：跟用户说话别老用敬语"),
        (
            "From now on, answer in British English",
            "The user asks the assistant: From now on, answer in British English",
        ),
        (
            "Please always give me metric units",
            "The user asks the assistant: always give the user metric units",
        ),
    ],
)
def test_manners(said: str, content: str) -> None:
    found = only(said)
    assert (found.kind, found.type, found.content) == ("manner", "preference", content)


@pytest.mark.parametrize(
    "said",
    [
        "用中文回答",
        "这次简短一点",
        "以后再说",
        "以后有机会再聊",
        "下次见",
        "answer in French",
        "next time I will ask",
    ],
)
def test_one_request_is_no_manner(said: str) -> None:
    assert [each for each in extracted(said) if each.kind == "manner"] == []
