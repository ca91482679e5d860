"""Finds Chinese identity card numbers: 18 characters with a check character, or the 15 digits of before 1999.

Rules: GB 11643-1999 (check character: ISO 7064 MOD 11-2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from vault.lifecycle.digit_groups import Grouped, in_decimal
from vault.lifecycle.nearby_words import ID_WORDS, OTHER_WORDS, said_before

_SEP = r"[ \t\-.·_]{0,2}"
_BEGIN = r"(?<![\dA-Za-z])(?<!\*\*\*\*)(?<!\d[.,])"
_END = r"(?![\dA-Za-z])(?!\*\*\*\*)(?!\.\d)"
_PROVINCES = frozenset(
    [
        "11",
        "12",
        "13",
        "14",
        "15",
        "21",
        "22",
        "23",
        "31",
        "32",
        "33",
        "34",
        "35",
        "36",
        "37",
        "41",
        "42",
        "43",
        "44",
        "45",
        "46",
        "50",
        "51",
        "52",
        "53",
        "54",
        "61",
        "62",
        "63",
        "64",
        "65",
        "71",
        "81",
        "82",
        "83",
    ]
)
_LONG = re.compile(rf"{_BEGIN}[1-9](?:{_SEP}\d){{16}}{_SEP}[\dXx]{_END}")
_SHORT = re.compile(rf"{_BEGIN}[1-9]\d{{5}}(?:{_SEP}\d){{9}}{_END}")
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECK_CHARACTERS = "10X98765432"


def id_cards(text: str) -> Iterator[tuple[int, int]]:
    """Spans of identity card numbers in folded `text`.

    A wrong check character is forgiven where the words before say that it is an identity card.
    """
    for match in _LONG.finditer(text):
        number = _compact(match[0])
        plausible = number[:2] in _PROVINCES and _is_birthday(number[6:14])
        if plausible and (_checks(number) or said_before(text, match.start()) is ID_WORDS):
            yield match.span()
    for match in _SHORT.finditer(text):
        number = _compact(match[0])
        plausible = number[:2] in _PROVINCES and _is_birthday(f"19{number[6:12]}")
        if plausible and said_before(text, match.start()) in ((), ID_WORDS):
            yield match.span()


def is_spread_id_card(text: str, grouped: Grouped) -> bool:
    """Whether groups of digits in folded `text`, held apart by anything, are such a number that checks."""
    number = grouped.number
    if in_decimal(text, grouped.start, grouped.end) or not _is_whole(number):
        return False
    said = said_before(text, grouped.start)
    return said is ID_WORDS or (said is not OTHER_WORDS and len(number) == 18)


def _is_whole(number: str) -> bool:
    if number[:2] not in _PROVINCES or "X" in number[:17]:
        return False
    if len(number) == 18:
        return _is_birthday(number[6:14]) and _checks(number)
    return len(number) == 15 and _is_birthday(f"19{number[6:12]}")


def masked_id_card(number: str) -> str:
    """`11****4X`: the province and the last two characters."""
    compact = _compact(number)
    return f"{compact[:2]}****{compact[-2:]}"


def _compact(number: str) -> str:
    return re.sub(r"[^\dX]", "", number.upper())


def _checks(number: str) -> bool:
    total = sum(int(digit) * weight for digit, weight in zip(number[:17], _WEIGHTS, strict=True))
    return _CHECK_CHARACTERS[total % 11] == number[17]


def _is_birthday(digits: str) -> bool:
    try:
        born = date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return 1900 <= born.year <= 2099
