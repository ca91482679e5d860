"""Evasions: labelled ones, look-alikes, and any number in any disguise."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lifecycle.mask_evasions import EVASIONS
from tests.lifecycle.mask_look_alikes import LOOK_ALIKES
from vault.lifecycle.folded_text import fold
from vault.lifecycle.mask import MASK_KINDS, Masked, MaskKind, mask

SHOWS = 6
"""Digits of a number that may still be found one behind the other: the last four, and what stands before them."""

LOOKS: dict[str, str] = {
    "0": "０⓪𝟎𝟢٠०〇零OoОоΟο", "1": "１①❶𝟏𝟣١१一壹幺lI|｜丨ⅼΙІ", "2": "２②❷𝟐٢२二贰两", "3": "３③❸𝟑٣३三叁",
    "4": "４④❹𝟒٤४四肆", "5": "５⑤❺𝟓٥५五伍", "6": "６⑥❻𝟔٦६六陆", "7": "７⑦❼𝟕٧७七柒拐",
    "8": "８⑧❽𝟖٨८八捌", "9": "９⑨❾𝟗٩९九玖", "X": "xＸｘХхΧχ",
}  # fmt: skip
TAGS = "</b><b>"
SEPARATORS = [
    "，", ",", "、", "\n", "/", "·", "・", "．", "。", "-", "—", "_", " ", "\u3000", "~", "；", "*", "😀", ") (", "&nbsp;", TAGS,
]  # fmt: skip
INVISIBLE = ["", "", "\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad"]
WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def luhn_digit(number: str) -> str:
    total = 0
    for place, digit in enumerate(reversed(number)):
        value = int(digit) * (2 - place % 2)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


@st.composite
def phones(draw: st.DrawFn) -> tuple[str, list[list[int]]]:
    begin = draw(st.sampled_from(["138", "159", "186", "199", "150", "177", "131", "166", "145", "191"]))
    number = begin + draw(st.text("0123456789", min_size=8, max_size=8))
    return number, [[11], [1] * 11, [3, 4, 4], [7, 4], [3, 3, 5]]


@st.composite
def id_cards(draw: st.DrawFn) -> tuple[str, list[list[int]]]:
    area = draw(st.sampled_from(["110105", "440524", "330106", "510107", "650102"]))
    born = draw(st.dates().filter(lambda day: 1900 <= day.year <= 2020))
    number = area + born.strftime("%Y%m%d") + draw(st.text("0123456789", min_size=3, max_size=3))
    total = sum(int(digit) * weight for digit, weight in zip(number, WEIGHTS, strict=True))
    return number + "10X98765432"[total % 11], [[18], [1] * 18, [6, 8, 4], [6, 4, 4, 4], [4, 4, 4, 4, 2]]


@st.composite
def bank_cards(draw: st.DrawFn) -> tuple[str, list[list[int]]]:
    begin = draw(st.sampled_from(["622202", "621700", "4", "51", "55"]))
    length = 19 if begin.startswith("62") else 16
    number = begin + draw(
        st.text("0123456789", min_size=length - 1 - len(begin), max_size=length - 1 - len(begin))
    )
    cuts = [[19], [1] * 19, [4, 4, 4, 4, 3], [6, 13]] if length == 19 else [[16], [1] * 16, [4] * 4]
    return number + luhn_digit(number), cuts


@st.composite
def disguised(draw: st.DrawFn) -> tuple[str, str]:
    """A number, and a text that shows it and is no number to look at."""
    number, cuts = draw(st.one_of(phones(), id_cards(), bank_cards()))
    shown = ""
    place = 0
    cut = draw(st.sampled_from(cuts))
    unseen = {"．"} if len(cut) < 3 else {TAGS} if cut[0] == 1 else set()  # one point: a decimal fraction
    separators = [each for each in SEPARATORS if each not in unseen]
    for length in cut:
        shown += draw(st.sampled_from(separators)) if place else ""
        for digit in number[place : place + length]:
            shown += draw(st.sampled_from([digit, digit, *LOOKS[digit]])) + draw(st.sampled_from(INVISIBLE))
        place += length
    before = draw(st.sampled_from(["", "我的号是", "记一下：", "call ", "**", "(", "见下\n"]))
    behind = draw(st.sampled_from(["", "。", " 别外传", "**", ")", "\n好的", ", ok"]))
    return number, before + shown + behind


def digits_left(text: str) -> str:
    """All digits that somebody would read in a text, as one row for each row of them."""
    read = fold(text).with_spoken_digits().text.upper()
    return re.sub(r"[^0-9X*]", "", read)


@pytest.mark.parametrize(("kind", "text", "gone"), EVASIONS, ids=[f"{e[0]}-{e[1][:24]!r}" for e in EVASIONS])
def test_evasions(kind: MaskKind, text: str, gone: str) -> None:
    result = mask(text, MASK_KINDS)
    assert {found.kind for found in result.found} == {kind}
    assert gone not in result.text
    assert mask(result.text, MASK_KINDS) == Masked(result.text, ())


@pytest.mark.parametrize("text", LOOK_ALIKES)
def test_look_alikes(text: str) -> None:
    assert mask(text, MASK_KINDS) == Masked(text, ())


def test_the_sets_are_large_enough() -> None:
    assert len({text for _, text, _ in EVASIONS}) >= 150
    assert len(set(LOOK_ALIKES)) >= 150
    assert {kind for kind, _, _ in EVASIONS} == set(MASK_KINDS)


@settings(max_examples=500)
@given(disguised())
def test_no_disguise_saves_a_number(case: tuple[str, str]) -> None:
    number, text = case
    result = mask(text)
    left = digits_left(result.text)
    runs = (number[start : start + SHOWS + 1] for start in range(len(number) - SHOWS))
    assert not any(run in left for run in runs), result.text
    assert mask(result.text) == Masked(result.text, ())


@pytest.mark.parametrize(
    "unit", ["13812345678 ", "12,", "-----BEGIN PRIVATE KEY-----", "a at ", "一", "a=b;"]
)
def test_a_line_of_a_million_characters_is_worked_through(unit: str) -> None:
    """Quadratic work would not end within the time limit of a test."""
    text = unit * (1_000_000 // len(unit))
    result = mask(text, MASK_KINDS)
    assert result.found or result.text == text
