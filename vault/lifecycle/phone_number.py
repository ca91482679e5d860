"""Finds telephone numbers: Chinese mobile and landline, North American, British, Taiwanese, Japanese, `+…`.

Also any number that is introduced as one (`电话是 …`). Public service numbers (110, 95588, 400-…) are
nobody's secret and stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime

from vault.lifecycle.digit_groups import Grouped, in_decimal
from vault.lifecycle.nearby_words import OTHER_WORDS, PHONE_WORDS, is_amount, said_before

_SEP = r"[ \t\-.·_/()]"
_BEGIN = r"(?<!\d)(?<!\*\*\*\*)(?<!\d[.,:])"
_END = r"(?!\d)(?!\*\*\*\*)(?![.,:]\d)"
_EXTENSION = r"(?: ?(?:-|转|轉|ext\.?|x) ?\d{1,6})?"

_MOBILE_PREFIX = r"(?:3\d|4[014-9]|5[0-35-9]|6[2567]|7[0-8]|8\d|9[0-35-9])"
_MOBILE = re.compile(
    rf"{_BEGIN}(?:(?:\+"
    rf"|00)?\(?86\)?{_SEP}{{0,2}})?(?P<core>1{_SEP}{{0,2}}[3-9](?:{_SEP}{{0,2}}\d){{9}}){_END}"
)
_VALID_MOBILE = re.compile(rf"1{_MOBILE_PREFIX}\d{{8}}")
_USUAL_CUTS = ([3, 4, 4], [3, 8], [7, 4], [3, 3, 5], [3, 5, 3])
_EVEN_CUTS = (
    [5, 6], [6, 5], [3, 6, 2], [4, 4, 3], [4, 7], [3, 4, 2, 2], [3, 2, 2, 4], [3, 2, 2, 2, 2],
)  # fmt: skip
"""Usual where the same stands between all groups."""
_SPREAD_MOBILE = re.compile(rf"(?:(?:00)?86)?(?P<core>1{_MOBILE_PREFIX}\d{{8}})")
_LANDLINE = re.compile(
    rf"{_BEGIN}\(?0(?:10|2[0-57-9]"
    rf"|[3-9]\d{{2}})(?P<gap>\)?[ \-.]{{0,2}})[2-8]\d{{2,3}}[ \-.]?\d{{4}}{_EXTENSION}{_END}"
)
_AREA_FIRST = re.compile(r"0(?:10|2[0-57-9]|[3-9]\d{2})[2-8]\d{6,7}")
_COUNTRY = (
    r"(?:7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]"
    rf"|(?:2[1-69]|3[578]|42|50|59|6[789]|8[0578]|9[679])\d|1(?={_SEP}{{0,2}}[2-9]))"
)
_INTERNATIONAL = re.compile(
    rf"(?<![\w+])(?<!\*\*\*\*)\+{_SEP}?{_COUNTRY}(?:{_SEP}{{0,2}}\d){{7,13}}{_EXTENSION}{_END}"
    rf"|{_BEGIN}00{_COUNTRY}(?:{_SEP}{{1,2}}\d{{2,11}}){{1,5}}{_END}"
)
_SPREAD_INTERNATIONAL = re.compile(
    rf"(?<![\w+])(?<!\*\*\*\*)\+[\s(]{{0,2}}{_COUNTRY}(?:(?:[^\w+]|_){{0,2}}\d){{8,13}}{_END}"
)
_DATE = re.compile(r"(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d:\d\d")
_NORTH_AMERICAN = re.compile(
    rf"{_BEGIN}(?:1[-. ])?(?:\([2-9]\d\d\) ?|[2-9]\d\d(?P<sep>[-. ]))[2-9]\d\d(?(sep)(?P=sep)"
    rf"|[-. ])\d{{4}}{_EXTENSION}{_END}"
)
_ASIAN = re.compile(rf"{_BEGIN}(?:09\d\d[- ]\d{{3}}[- ]?\d{{3}}|0[5789]0-\d{{4}}-\d{{4}}){_END}")
_BRITISH = re.compile(rf"{_BEGIN}07\d{{3}}[ -]\d{{3}}[ -]?\d{{3}}{_END}")
_INTRODUCED = re.compile(
    r"(?:\b(?:my|his|her|their) number"
    r"|电话|電話|手机号|手機號|手机|手機|座机|联系方式|号码|tel|phone|mobile|cell|whatsapp)(?:号码|號碼|号"
    r"|號| ?number| ?no)?"
    rf"\s?(?:是|为|：|:|is|=|#)\s?(?P<core>\+?\(?\d(?:{_SEP}{{0,2}}\d){{6,12}}){_END}",
    re.IGNORECASE,
)
_SERVICE_NUMBER = re.compile(r"[48]00\d{7}|9[56]\d{3,6}")
_TELEPHONE_LETTERS = re.compile(
    r"(?:^|[^A-Za-z])(?:tel|phone|mobile|mob|cell|call|fax|wx|vx|v|t|m|p)$", re.IGNORECASE
)


def phone_numbers(text: str) -> Iterator[tuple[int, int]]:
    """Spans of telephone numbers in folded `text`; they may overlap."""
    for pattern, is_usual in _UNINTRODUCED:
        for match in pattern.finditer(text):
            said = said_before(text, match.start())
            called_so = said is PHONE_WORDS or (said is not OTHER_WORDS and is_usual(match))
            if called_so and _is_private(match) and _stands_alone(text, match):
                yield match.span()
    for match in _INTRODUCED.finditer(text):
        if not _SERVICE_NUMBER.fullmatch(_digits(match["core"])):
            yield match.span("core")


def is_spread_phone_number(text: str, grouped: Grouped) -> bool:
    """Whether groups of digits in folded `text`, held apart by anything, are a Chinese number."""
    number = grouped.number
    if not (_SPREAD_MOBILE.fullmatch(number) or _AREA_FIRST.fullmatch(number)):
        return False
    said = said_before(text, grouped.start)
    introduced = said is PHONE_WORDS
    if said is OTHER_WORDS or not _is_apart(text, grouped, introduced=introduced):
        return False
    return _is_spread_mobile(grouped, introduced=introduced) or (introduced and _is_spread_landline(grouped))


def masked_phone_number(number: str) -> str:
    """`138****5678`: the first three and the last four characters; of fewer than 11 digits two and two."""
    compact = re.sub(r"[^\d+]", "", number)
    kept = (3, 4) if len(_digits(compact)) >= 11 else (2, 2)
    return f"{compact[: kept[0]]}****{compact[-kept[1] :]}"


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Not a part of a longer word or code, and not an amount."""
    start, end = match.span()
    before, behind = text[max(0, start - 9) : start], text[end : end + 1]
    glued_before = before[-1:].isascii() and before[-1:].isalpha() and not _TELEPHONE_LETTERS.search(before)
    glued_behind = behind.isascii() and (behind.isalpha() or behind == "=")
    return not (
        glued_before
        or (behind and glued_behind)
        or (before[-1:] in {"#", "="} and said_before(text, start) is not PHONE_WORDS)
        or (before[-1:] == "_" and before[-2:-1].isascii() and before[-2:-1].isalnum())
        or is_amount(text, start, end)
    )


def _is_apart(text: str, grouped: Grouped, *, introduced: bool) -> bool:
    before = text[max(0, grouped.start - 2) : grouped.start]
    named = not introduced and before.endswith(("#", "="))
    return not (
        named
        or re.search(r"[A-Za-z0-9]_$", before)
        or in_decimal(text, grouped.start, grouped.end)
        or is_amount(text, grouped.start, grouped.end)
    )


def _is_spread_mobile(grouped: Grouped, *, introduced: bool) -> bool:
    mobile = _SPREAD_MOBILE.fullmatch(grouped.number)
    if not mobile:
        return False
    lengths, left = [], mobile.start("core")
    for length in grouped.lengths:
        lengths.append(max(0, length - left))
        left = max(0, left - length)
    lengths = [length for length in lengths if length]
    separators = set("".join(grouped.separators)) - {" "}
    if len(lengths) == 1 or set(lengths) == {1} or introduced:
        return True
    is_decimal, is_time = separators == {"."} and len(lengths) == 2, ":" in separators
    if is_decimal or (is_time and lengths != [3, 4, 4]):
        return False
    return _usual_lengths(lengths, grouped) and not _has_date(grouped)


def _usual_lengths(lengths: list[int], grouped: Grouped) -> bool:
    """Whether anybody would cut a mobile number so."""
    uniform = len(set(grouped.separators)) == 1
    if lengths in _USUAL_CUTS:
        return True
    if lengths == [2, 2, 2, 2, 2, 1]:  # 13:30 14:15 … are times of day
        return uniform and any(group > "59" for group in grouped.groups[:-1])
    return lengths[:3] == [1, 1, 1] or (uniform and lengths in _EVEN_CUTS)


def _has_date(grouped: Grouped) -> bool:
    """Whether a part of it says a day, or every group of four digits a year."""
    fours = [group for group in grouped.groups if len(group) == 4]
    years = len(grouped.groups) > 1 and fours and all("1900" <= group < "2100" for group in fours)
    return bool(years) or any(_is_day(group) for group in grouped.groups if len(group) == 8)


def _is_day(digits: str) -> bool:
    try:
        return 1900 <= datetime.strptime(digits, "%Y%m%d").year < 2100  # noqa: DTZ007 - a day, no moment
    except ValueError:
        return False


def _is_spread_landline(grouped: Grouped) -> bool:
    return bool(_AREA_FIRST.fullmatch(grouped.number)) and min(grouped.lengths[:2]) >= 3


def _is_spread_international(number: str) -> bool:
    """Whether it is no amount and no date: `+1,500,000,000`, `+30 2026-11-30`."""
    groups = [len(group) for group in re.findall(r"\d+", number)]
    thousands = groups[0] <= 3 and set(groups[1:]) == {3}
    return groups[0] <= 3 and sum(groups) >= 10 and not thousands and not _DATE.search(number)


def _usual_grouping(number: str) -> bool:
    """Whether people group a mobile number so; `138.12345678` and `13 812 345 678` are other numbers."""
    separators = set("".join(re.findall(r"\D", number)))
    groups = [len(group) for group in re.findall(r"\d+", number)]
    if len(groups) == 1 or set(groups) == {1}:
        return True
    if separators & {"/"} or ("." in separators and groups != [3, 4, 4]):
        return False
    thousands = groups[0] <= 3 and set(groups[1:]) == {3}
    return groups[0] >= 3 and len(groups) <= 4 and not thousands


def _is_private(match: re.Match[str]) -> bool:
    """A mobile number that is in use, or any number that is no service number."""
    core = match.groupdict().get("core")
    return (
        bool(_VALID_MOBILE.fullmatch(_digits(core)))
        if core
        else not _SERVICE_NUMBER.fullmatch(_digits(match[0]))
    )


_UNINTRODUCED: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], bool]], ...] = (
    (_MOBILE, lambda match: _usual_grouping(match["core"])),
    (_LANDLINE, lambda match: bool(match["gap"])),
    (_INTERNATIONAL, lambda match: not _DATE.search(match[0])),
    (_SPREAD_INTERNATIONAL, lambda match: _is_spread_international(match[0])),
    (_NORTH_AMERICAN, bool),
    (_ASIAN, bool),
    (_BRITISH, bool),
)
"""What finds numbers that no word introduces, and whether a find is written like a telephone number."""
