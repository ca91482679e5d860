"""Whole numbers as they are written in dates: `十二`, `廿三`, `两`, `二〇二五`, `2025`."""

from __future__ import annotations

_DIGITS = {
    character: value
    for value, characters in enumerate(("〇零", "一", "二两", "三", "四", "五", "六", "七", "八", "九"))
    for character in characters
}
_TENS = {"廿": 20, "卅": 30}
_UNITS = {"十": 10, "百": 100}

NUMERALS = "".join(_DIGITS) + "".join(_TENS) + "".join(_UNITS)
"""Every character of a Chinese number, for use inside a regular expression's `[…]`."""


def read_number(text: str) -> int | None:
    """The number that `text` is, or None when it is not one number.

    Digits alone are read one by one (`二〇二五` is 2025); with 十, 百, 廿 or 卅 by place value.
    Thousands and more are not read: dates do not need them.
    """
    if text.isascii():
        return int(text) if text.isdecimal() else None
    if all(character in _DIGITS for character in text):
        return int("".join(str(_DIGITS[character]) for character in text))
    return _by_place_value(text)


def _by_place_value(text: str) -> int | None:
    total, digit = 0, None
    for character in text:
        if character in _DIGITS:
            if digit:
                return None
            digit = _DIGITS[character]
        elif character in _UNITS:
            total += (1 if digit is None else digit) * _UNITS[character]
            digit = None
        elif character in _TENS and digit is None:
            total += _TENS[character]
        else:
            return None
    return total + (digit or 0)
