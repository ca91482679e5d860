"""Finds bank card numbers: 13 to 19 digits with an issuer's prefix and a Luhn check digit (ISO/IEC 7812)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.lifecycle.digit_groups import Grouped, in_decimal
from vault.lifecycle.nearby_words import CARD_WORDS, OTHER_WORDS, is_amount, said_before

_BEGIN = r"(?<![\dA-Za-z])(?<!\*\*\*\*)"
_END = r"(?![\dA-Za-z])(?!\*\*\*\*)"
_NUMBER = re.compile(rf"{_BEGIN}(?<!\d[.,])[2-6]\d{{2,3}}(?:[ \t\-.·_]{{0,2}}\d){{9,16}}{_END}(?![.,]\d)")
_SPACED_OUT = re.compile(rf"{_BEGIN}[2-6](?:[ \t\-.·_]{{1,2}}\d){{12,18}}{_END}")
_ISSUER = re.compile(
    r"62\d{14,17}"  # UnionPay
    r"|4(?:\d{12}|\d{15}|\d{18})"  # Visa
    r"|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}"  # Mastercard
    r"|3[47]\d{13}"  # American Express
    r"|35(?:2[89]|[3-8]\d)\d{12}"  # JCB
    r"|6(?:011|5\d\d|4[4-9]\d)\d{12}"  # Discover
    r"|3(?:0[0-5]\d|[689]\d\d)\d{10}"  # Diners Club
)


def bank_cards(text: str) -> Iterator[tuple[int, int]]:
    """Spans of bank card numbers in folded `text`.

    Without a word such as 银行卡 before it a number must check, be of a length in use today and be written in
    one piece or in groups of four. With one, 16 to 19 digits are taken even when they do not check.
    """
    for pattern in (_NUMBER, _SPACED_OUT):
        for match in pattern.finditer(text):
            number = re.sub(r"\D", "", match[0])
            said = said_before(text, match.start())
            if said is CARD_WORDS:
                found = _ISSUER.fullmatch(number) and (_luhn(number) or len(number) >= 16)
            else:
                found = (
                    said is not OTHER_WORDS
                    and _ISSUER.fullmatch(number)
                    and _luhn(number)
                    and _usual_grouping(match[0])
                )
            if found and not is_amount(text, *match.span()):
                yield match.span()


def is_spread_bank_card(text: str, grouped: Grouped) -> bool:
    """Whether groups of digits in folded `text`, held apart by anything, are such a number that checks."""
    number, lengths = grouped.number, grouped.lengths
    if not (len(number) > 14 and _ISSUER.fullmatch(number) and _luhn(number)):
        return False
    usual = _usual_lengths(list(lengths)) or (len(lengths) <= 4 and min(lengths[:-1]) >= 4)
    apart = not in_decimal(text, grouped.start, grouped.end) and not is_amount(
        text, grouped.start, grouped.end
    )
    return usual and apart and said_before(text, grouped.start) is not OTHER_WORDS


def masked_bank_card(number: str) -> str:
    """`6222****8888`: the first and the last four digits, as receipts print them."""
    digits = re.sub(r"\D", "", number)
    return f"{digits[:4]}****{digits[-4:]}"


def _luhn(number: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _usual_grouping(number: str) -> bool:
    return _usual_lengths([len(group) for group in re.findall(r"\d+", number)])


def _usual_lengths(groups: list[int]) -> bool:
    fours = set(groups[:-1]) == {4} and groups[-1] <= 4
    return sum(groups) > 13 and (
        len(groups) == 1 or set(groups) == {1} or fours or groups in ([4, 6, 5], [6, 13], [4, 6, 4])
    )
