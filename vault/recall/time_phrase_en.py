"""English names for stretches of the calendar: `last week`, `in March`, `on Friday`, `Oct 3`, `last spring`.

Text comes in lower-case and half-width. The patterns of the parts are in `time_words_en`; times counted
from now (`two weeks ago`, `recently`) are in `time_ago_en`.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from vault.recall import calendar_span as calendar
from vault.recall.calendar_span import Moment, Span, Third
from vault.recall.festival import FESTIVALS
from vault.recall.time_rule import group, rule
from vault.recall.time_words_en import (
    DAY_NUMBER,
    FESTIVAL,
    FESTIVAL_NAMES,
    MONTH,
    MONTHS,
    PART,
    PARTS,
    PLACE,
    SEASON,
    SEASONS,
    STEP,
    STEPS,
    WEEKDAY,
    WEEKDAYS,
    YEAR,
    YEAR_OR_STEP,
)

_ENDS = re.compile(r"\s*(?:[^\w\s]|$)")


def _place(match: re.Match[str]) -> Third | None:
    words = (group(match, "place") or "").split()
    if not words:
        return None
    if "mid" in words or "middle" in words:
        return "middle"
    return "late" if "late" in words or "end" in words else "early"


def _year(match: re.Match[str], moment: Moment) -> int | None:
    text, step = group(match, "year"), group(match, "yearstep")
    if text:
        return int(text)
    return moment.today.year + STEPS[step] if step else None


def _month_number(match: re.Match[str]) -> int:
    return MONTHS.index(match["month"][:3]) + 1


def _in_month(first: date, match: re.Match[str]) -> Span:
    part = _place(match)
    return calendar.month_part(first, part) if part else calendar.month(first.year, first.month)


def _in_year(year: int, match: re.Match[str]) -> Span:
    part = _place(match)
    return calendar.year_part(year, part) if part else calendar.year(year)


def _part(match: re.Match[str], of: date) -> Span:
    part = group(match, "part")
    return calendar.day_part(of, PARTS[part]) if part else calendar.day(of)


def _stepped(step: str | None, moment: Moment, make: calendar.Yearly) -> Span:
    """`last` is the latest one that is over, `next` the first that has not begun."""
    if step is None:
        return calendar.nearest_in_years(make, moment)
    spans = [make(moment.today.year + number) for number in range(-2, 3)]
    if step == "next":
        return next(span for span in spans if span.start > moment.wall)
    if step in ("this", "current"):
        return next((span for span in spans if span.start <= moment.wall < span.end), spans[2])
    return next(span for span in reversed(spans) if span.end <= moment.wall)


def _read_date(match: re.Match[str], moment: Moment) -> Span | None:
    month, number, year = _month_number(match), int(match["day"]), _year(match, moment)
    certain = year or match["ordinal"] or match["month"] not in ("may", "march") or match[0].startswith("on")
    if not certain and not _ENDS.match(match.string, match.end()):  # "you may 3 …", "they march 3 miles"
        return None
    if year:
        return calendar.day(date(year, month, number))
    return calendar.nearest_in_years(lambda each: calendar.day(date(each, month, number)), moment)


def _read_month(match: re.Match[str], moment: Moment) -> Span | None:
    number, year, step = _month_number(match), _year(match, moment), group(match, "step")
    if match["month"] == "may" and step in ("this", "next") and not _ENDS.match(match.string, match.end()):
        return None  # "this may be"
    if year is not None:
        return _in_month(date(year, number, 1), match)
    return _stepped(step, moment, lambda each: _in_month(date(each, number, 1), match))


def _read_month_range(match: re.Match[str], moment: Moment) -> Span:
    first, last = _month_number(match), MONTHS.index(match["lastmonth"][:3]) + 1
    year, count = _year(match, moment), (last - first) % 12 + 1
    if year is not None:
        return calendar.month(year - (last < first), first, count)
    return calendar.nearest_in_years(lambda each: calendar.month(each, first, count), moment)


def _read_season(match: re.Match[str], moment: Moment) -> Span:
    name, year = SEASONS[match["season"]], _year(match, moment)
    if year is not None:
        return calendar.season(year, name)
    return _stepped(group(match, "step"), moment, lambda each: calendar.season(each, name))


def _read_festival(match: re.Match[str], moment: Moment) -> Span:
    make, year = FESTIVALS[FESTIVAL_NAMES[match["festival"]]], _year(match, moment)
    return _stepped(group(match, "step"), moment, make) if year is None else make(year)


def _read_quarter(match: re.Match[str], moment: Moment) -> Span:
    number, year = int(match["quarter"]), _year(match, moment)
    if year is None:
        return calendar.nearest_in_years(lambda each: calendar.quarter(each, number), moment)
    return calendar.quarter(year, number)


def _read_year(match: re.Match[str], _: Moment) -> Span:
    return _in_year(int(match["year"]), match)


def _read_step(match: re.Match[str], moment: Moment) -> Span:
    step = STEPS[match["step"]]
    if match["unit"] == "week":
        return calendar.week(moment.today + timedelta(weeks=step))
    if match["unit"] == "weekend":
        return calendar.weekend(moment.today + timedelta(weeks=step))
    if match["unit"] == "month":
        return _in_month(calendar.shifted_month(moment.today, step), match)
    return _in_year(moment.today.year + step, match)


def _read_weekday(match: re.Match[str], moment: Moment) -> Span:
    weekday, step, week = WEEKDAYS.index(match["weekday"][:3]), group(match, "step"), group(match, "week")
    if week:
        first = calendar.monday(moment.today) + timedelta(weeks=STEPS[week])
        return _part(match, first + timedelta(days=weekday))
    if step in ("this", "current", "next"):
        first = calendar.monday(moment.today) + timedelta(weeks=STEPS[step])
        return _part(match, first + timedelta(days=weekday))
    back = Moment(moment.now, ahead=moment.ahead and step is None)
    return _part(match, calendar.latest_weekday(back, weekday))


def _read_day(match: re.Match[str], moment: Moment) -> Span:
    steps = {"day before yesterday": -2, "yesterday": -1, "last": -1, "tomorrow": 1, "day after tomorrow": 2}
    return _part(match, moment.today + timedelta(days=steps.get(match["relative"], 0)))


def _read_tonight(_: re.Match[str], moment: Moment) -> Span:
    return calendar.day_part(moment.today, "evening")


_OF_YEAR = rf"(?:,?\s+(?:of\s+|in\s+)?{YEAR_OR_STEP})"
_IN = r"\b(?:(?:in|during|over|throughout)\s+(?:the\s+)?)"
_LIMIT = r"(?:(?<=since )|(?<=before )|(?<=after )|(?<=until )|(?<=till )|(?<=from )|(?<=by )|(?<= of ))"
_LAST_MONTH = MONTH.replace("<month>", "<lastmonth>")
_MAYBE_PART = rf"(?:\s+(?:in\s+the\s+)?{PART})?"
_MAYBE_ON = r"\b(?:on\s+)?(?:the\s+)?"

RULES = (
    rule(rf"{_MAYBE_ON}{MONTH}\s*(?:the\s+)?{DAY_NUMBER}(?:,?\s+{YEAR})?", _read_date, bounds=True),
    rule(rf"{_MAYBE_ON}{DAY_NUMBER}\s+(?:of\s+)?{MONTH}(?:,?\s+{YEAR})?", _read_date, bounds=True),
    rule(rf"(?:{_IN}|{_LIMIT})(?:{PLACE})?{MONTH}{_OF_YEAR}?", _read_month, bounds=True),
    rule(rf"\b{PLACE}{MONTH}{_OF_YEAR}?", _read_month, bounds=True),
    rule(rf"\b{MONTH}{_OF_YEAR}", _read_month, bounds=True),
    rule(rf"{_IN}?\b(?:{PLACE})?{STEP}\s+{MONTH}", _read_month, bounds=True),
    rule(
        rf"\b(?:from|between)\s+{MONTH}\s+(?:to|and|until|till|through)\s+{_LAST_MONTH}{_OF_YEAR}?",
        _read_month_range,
    ),
    rule(rf"{_IN}?\b{STEP}\s+{SEASON}", _read_season, bounds=True),
    rule(rf"{_IN}?\b{SEASON}{_OF_YEAR}", _read_season, bounds=True),
    rule(rf"\b(?:over|during)\s+the\s+{SEASON}", _read_season, recurring=True),
    rule(
        rf"\b(?:(?:on|at|over|during|for)\s+(?:the\s+)?)?(?:{STEP}\s+)?{FESTIVAL}{_OF_YEAR}?",
        _read_festival,
        bounds=True,
    ),
    rule(rf"{_IN}?\bq(?P<quarter>[1-4])\b{_OF_YEAR}?", _read_quarter, bounds=True),
    rule(rf"(?:{_IN}|{_LIMIT})(?:{PLACE})?{YEAR}", _read_year, bounds=True),
    rule(rf"\b{PLACE}{YEAR}", _read_year, bounds=True),
    rule(
        rf"\b(?:{PLACE})?(?:the\s+)?{STEP}\s+(?P<unit>week|weekend|month|year)\b(?!\s+of\b)",
        _read_step,
        bounds=True,
    ),
    rule(rf"{_MAYBE_ON}{STEP}\s+{WEEKDAY}{_MAYBE_PART}", _read_weekday),
    rule(rf"\b(?P<week>last|this|next)\s+week(?:'s)?\s+(?:on\s+)?{WEEKDAY}", _read_weekday),
    rule(rf"{_MAYBE_ON}{WEEKDAY}\s+(?:of\s+)?(?P<week>last|this|next)\s+week\b", _read_weekday),
    rule(rf"\bon\s+{WEEKDAY}{_MAYBE_PART}", _read_weekday, recurring=True),
    rule(rf"\b{WEEKDAY}(?=\s*(?:[?!.,;]|$))", _read_weekday, recurring=True),
    rule(
        r"\b(?:the\s+)?(?P<relative>day before yesterday|yesterday|tomorrow|day after tomorrow)"
        rf"{_MAYBE_PART}",
        _read_day,
    ),
    rule(r"\b(?P<relative>last)\s+(?P<part>night|evening)\b", _read_day),
    rule(rf"\b(?P<relative>this)\s+{PART}", _read_day),
    rule(r"\btonight\b(?!\s+show)", _read_tonight),
    rule(r"(?<!usa\s)\b(?:earlier\s+)?(?P<relative>today)\b(?!\s+show)", _read_day),
)
