from __future__ import annotations

import pytest

from vault.lifecycle.nearby_words import CARD_WORDS, ID_WORDS, PHONE_WORDS, is_amount, said_before


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("手机号是", PHONE_WORDS), ("call ", PHONE_WORDS), ("身份证 ", ID_WORDS), ("招行卡号：", CARD_WORDS), ("今天的天气", ()), ("", ()),
        ("recall ", ()), ("订单号 2024，电话 ", PHONE_WORDS), ("打我电话。", ()), ("手机" + "，" * 20, ()),
    ],
)  # fmt: skip
def test_the_closest_word_counts(before: str, words: tuple[str, ...]) -> None:
    assert (
        said_before(before + "13800138000", len(before)) is words or said_before(before, len(before)) == words
    )


def test_an_order_number_is_called_so() -> None:
    text = "电话里说的订单号 13800138000"
    said = said_before(text, text.index("1"))
    assert "订单" in said


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("100元", True),
        ("100 MB", True),
        ("¥100", True),
        ("100 人", True),
        ("100 人民路", False),
        ("100号", False),
    ],
)
def test_amounts(text: str, amount: bool) -> None:
    start = text.index("1")
    assert is_amount(text, start, start + 3) is amount
