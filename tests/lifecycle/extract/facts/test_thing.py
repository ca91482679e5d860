from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("我的笔记本是M2的MacBook Air", "用户的笔记本是M2的MacBook Air"),
        ("我开的是一辆白色的Model 3", "用户开的是一辆白色的Model 3"),
        ("車停在B2的317號車位", "車停在B2的317號車位"),
        ("打印机在书房，是兄弟的黑白激光机", "打印机在书房，是兄弟的黑白激光机"),
        ("I drive a 2019 Subaru Outback", "The user drives a 2019 Subaru Outback"),
        ("the staging server is at 10.1.2.3", "The staging server is at 10.1.2.3"),
    ],
)
def test_things(said: str, content: str) -> None:
    found = only(said)
    assert (found.kind, found.content) == ("thing", content)


@pytest.mark.parametrize(
    "said",
    [
        "我的手机坏了",
        "我在客厅",
        "猫在阳台",
        "钥匙放哪了",
        "I have a question",
        "I got error 404",
        "the answer is in the question",
    ],
)
def test_no_things(said: str) -> None:
    assert [each for each in extracted(said) if each.kind == "thing"] == []
