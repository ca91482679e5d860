from __future__ import annotations

import pytest

from vault.recall.chinese_number import NUMERALS, read_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("三", 3), ("两", 2), ("十", 10), ("十二", 12), ("二十", 20), ("二十三", 23), ("廿", 20), ("廿三", 23),
        ("卅一", 31), ("一百零五", 105), ("一百二十", 120), ("二〇二五", 2025), ("二零二五", 2025), ("12", 12), ("007", 7),
    ],
)  # fmt: skip
def test_numbers(text: str, number: int) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["", "三四十", "三廿", "几", "1二", "-3", "²"])
def test_no_number(text: str) -> None:
    assert read_number(text) is None


@pytest.mark.parametrize("number", range(1, 100))
def test_every_number_up_to_ninety_nine(number: int) -> None:
    digits = "零一二三四五六七八九"
    tens, ones = divmod(number, 10)
    text = ("" if tens < 2 else digits[tens]) + ("十" if tens else "") + (digits[ones] if ones else "")
    assert read_number(text) == number
    assert set(text) <= set(NUMERALS)
