from __future__ import annotations

import pytest
from memvault_llm_extract.evidence import is_quoted, is_supported


@pytest.mark.parametrize(
    ("quote", "message", "expected"),
    [
        ("我搬到杭州了", "不对，我搬到杭州了。", True),
        ("I moved to  BERLIN", "well, i moved to berlin", True),
        ("１２３", "号码是123", True),
        ("我搬到上海了", "不对，我搬到杭州了。", False),
        ("  ", "x", False),
    ],
)
def test_a_quote_stands_in_the_message(quote: str, message: str, expected: bool) -> None:
    assert is_quoted(quote, message) is expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("用户搬到了杭州", "不对，我搬到杭州了"),
        ("用户的女儿今年3岁", "女儿三岁了"),
        ("用户家里有2只猫", "家里养了两只猫"),
        ("用户的门牌是1204", "门牌一二〇四，也就是1204"),
        ("用户2026-12-01（周二）体检", "我下周二体检"),
        ("用户2026年12月1日体检", "我下周二体检"),
        ("The user moved to Berlin", "i moved to berlin yesterday"),
        ("The user's rent is 950 euros", "my rent is 950 euros"),
    ],
)
def test_what_the_message_says(content: str, message: str) -> None:
    assert is_supported(content, message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("用户住在北京", "我搬到杭州了"),
        ("用户的女儿今年5岁", "女儿三岁了"),
        ("用户的工资是30000元", "工资还可以"),
        ("The user works at Google", "i moved to berlin"),
    ],
)
def test_what_it_does_not(content: str, message: str) -> None:
    assert not is_supported(content, message)
