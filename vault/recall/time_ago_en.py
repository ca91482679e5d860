"""English times counted from now: `two weeks ago`, `half a year ago`, `the last few days`, `recently`."""

from __future__ import annotations

import re
from datetime import timedelta

from vault.recall import calendar_span as calendar
from vault.recall.calendar_span import Moment, Span
from vault.recall.time_rule import Reading, group, rule
from vault.recall.time_words_en import FEW, FEW_COUNTS, NUMBER, NUMBERS, UNIT, UNITS


def _count(match: re.Match[str]) -> int:
    return int(match["n"]) if match["n"].isdecimal() else NUMBERS[match["n"]]


def _ago(match: re.Match[str], moment: Moment, sign: int) -> Span:
    unit, few = UNITS[match["unit"]], group(match, "few")
    if few and "couple" in few:
        return calendar.ago(moment.today, 2 * sign, unit)
    if few or match["n"] is None:
        return calendar.few(moment.today, sign, unit)
    if group(match, "half") and unit == "year":
        return calendar.ago(moment.today, sign * (12 * _count(match) + 6), "month")
    return calendar.ago(moment.today, sign * _count(match), unit)


def _read_ago(match: re.Match[str], moment: Moment) -> Span:
    return _ago(match, moment, 1)


def _read_from_now(match: re.Match[str], moment: Moment) -> Span:
    return _ago(match, moment, -1)


def _read_in_so_long(match: re.Match[str], moment: Moment) -> Span | None:
    return _ago(match, moment, -1) if moment.ahead else None


def _read_half_ago(match: re.Match[str], moment: Moment) -> Span:
    return calendar.ago(moment.today, *((6, "month") if match["unit"] == "year" else (2, "week")))


def _read_hours_ago(match: re.Match[str], moment: Moment) -> Span:
    count = _count(match) if match["n"] else (0.5 if group(match, "half") else 4)
    hours = timedelta(hours=count / 60 if match["unit"] == "minute" else count)
    slack = max(timedelta(minutes=15), hours / 2)
    return Span(moment.earlier(hours + slack), moment.earlier(hours - slack))


def _read_last_units(match: re.Match[str], moment: Moment) -> Span:
    unit = UNITS[match["unit"]]
    few = group(match, "few")
    if few:
        return calendar.until_now(moment.today, 2 if "couple" in few else FEW_COUNTS[unit], unit)
    return calendar.until_now(moment.today, _count(match) if match["n"] else 1, unit)


def _last_days(number: int, *, behind: int = 0) -> Reading:
    def read(_: re.Match[str], moment: Moment) -> Span:
        return calendar.until_now(moment.today - timedelta(days=behind), number, "day")

    return read


def _just_now(_: re.Match[str], moment: Moment) -> Span:
    return Span(moment.earlier(timedelta(hours=2)), moment.earlier(-timedelta(minutes=1)))


_OVER = r"\b(?:(?:in|over|during|within|for)\s+)?(?:the\s+|these\s+)?"

RULES = (
    rule(rf"\b(?:{FEW}|{NUMBER})\s+{UNIT}(?P<half>\s+and\s+a\s+half)?\s+(?:ago|back)\b", _read_ago),
    rule(r"\b(?P<n>\b\B)?(?P<unit>day|week|month|year)s\s+ago\b", _read_ago),
    rule(r"\bhalf\s+a\s+(?P<unit>year|month)\s+ago\b", _read_half_ago),
    rule(rf"\b(?:{FEW}|{NUMBER})\s+{UNIT}\s+from\s+now\b", _read_from_now),
    rule(rf"\bin\s+(?:{FEW}|{NUMBER})\s+{UNIT}(?!\s*')", _read_in_so_long),
    rule(
        rf"\b(?:{FEW}|(?P<half>half\s+an)|{NUMBER})\s+(?P<unit>hour|minute)s?\s+ago\b",
        _read_hours_ago,
    ),
    rule(rf"{_OVER}(?:last|past)\s+(?:{FEW}|{NUMBER})\s+{UNIT}(?!\s+of\b)", _read_last_units),
    rule(rf"{_OVER}past\s+(?P<n>\b\B)?{UNIT}(?!\s+of\b)", _read_last_units),
    rule(r"\bthe\s+other\s+(?:day|night|week)\b", _last_days(12, behind=1)),
    rule(r"\b(?:recently|lately|of\s+late|these\s+days)\b", _last_days(30)),
    rule(r"\ba\s+while\s+(?:ago|back)\b", _last_days(85, behind=6)),
    rule(r"\b(?:just\s+now|a\s+(?:moment|minute)\s+ago)\b", _just_now),
)
