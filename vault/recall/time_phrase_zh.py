"""Chinese names for stretches of the calendar: `上周三`, `去年三月`, `国庆`, `昨晚`, `年底`.

Text comes in simplified, lower-case and half-width. The patterns of the parts are in `time_words_zh`;
times counted from now (`三天前`, `最近`) are in `time_ago_zh`.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from vault.recall import calendar_span as calendar
from vault.recall.calendar_span import Moment, Span
from vault.recall.chinese_number import NUMERALS
from vault.recall.festival import FESTIVALS, lunar_month
from vault.recall.time_rule import group, rule
from vault.recall.time_words_zh import (
    DAY,
    DAY_NUMBER,
    DAY_STEPS,
    FESTIVAL,
    FESTIVAL_NAMES,
    LUNAR_MONTHS,
    MONTH,
    MONTH_PART,
    MONTH_PARTS,
    MONTH_STEP,
    NIGHT_OR_MORNING,
    NO_OTHER_WORD_BEHIND_WEEK,
    PART,
    PARTS,
    SEASONS,
    WEEK_STEP,
    WEEKDAY,
    WEEKDAYS,
    YEAR,
    YEAR_STEPS,
    read_count,
    read_step,
)

_AGE = re.compile(r"[^。！？!?，,]{0,4}(?:多大|几岁|多少岁|年纪|高寿|贵庚|岁)")
_LOOKS_BACK = re.compile(r"[了过]|当时|记得")


def _year(match: re.Match[str], moment: Moment) -> int | None:
    name = group(match, "year")
    if name is None:
        return None
    if name in YEAR_STEPS:
        return moment.today.year + YEAR_STEPS[name]
    number = read_count(name.removesuffix("年"))
    return number + 2000 if number < 100 else number


def _yearly(match: re.Match[str], moment: Moment, make: calendar.Yearly) -> Span:
    year = _year(match, moment)
    return calendar.nearest_in_years(make, moment) if year is None else make(year)


def _part(match: re.Match[str], of: date) -> Span:
    part = group(match, "part")
    return calendar.day_part(of, PARTS[part]) if part else calendar.day(of)


def _in_month(match: re.Match[str], first: date) -> Span:
    if match["day"]:
        return _part(match, first.replace(day=read_count(match["day"])))
    if match["monthpart"]:
        return calendar.month_part(first, MONTH_PARTS[match["monthpart"]])
    return calendar.month(first.year, first.month)


def _read_month(match: re.Match[str], moment: Moment) -> Span | None:
    lunar = LUNAR_MONTHS.get(match["month"])
    if lunar:
        return _yearly(match, moment, lambda year: lunar_month(year, lunar))
    ambiguous = match["year"] is None and match[0].endswith("月")
    if ambiguous and match.string.startswith("前", match.end()):  # before March, or three months ago?
        return None
    number = read_count(match["month"])
    return _yearly(match, moment, lambda year: _in_month(match, date(year, number, 1)))


def _read_month_step(match: re.Match[str], moment: Moment) -> Span:
    return _in_month(match, calendar.shifted_month(moment.today, read_step(match["step"])))


def _read_festival(match: re.Match[str], moment: Moment) -> Span:
    return _yearly(match, moment, FESTIVALS[FESTIVAL_NAMES[match["festival"]]])


def _read_season(match: re.Match[str], moment: Moment) -> Span:
    name = SEASONS[match["season"]]
    year = _year(match, moment)
    if year is None:
        return calendar.nearest_in_years(lambda number: calendar.season(number, name), moment)
    still_last_winter = name == "winter" and match["year"] in YEAR_STEPS and moment.today.month < 3
    return calendar.season(year - still_last_winter, name)


def _read_year(match: re.Match[str], moment: Moment) -> Span | None:
    year = _year(match, moment)
    if year is None or _AGE.match(match.string, match.end()):
        return None
    return calendar.year(year)


def _read_year_part(match: re.Match[str], moment: Moment) -> Span:
    part = MONTH_PARTS[match["yearpart"]]
    return _yearly(match, moment, lambda year: calendar.year_part(year, part))


def _read_half(match: re.Match[str], moment: Moment) -> Span:
    number = 1 if match["half"] == "上" else 2
    return _yearly(match, moment, lambda year: calendar.half(year, number))


def _read_quarter(match: re.Match[str], moment: Moment) -> Span:
    number = read_count(match["quarter"])
    return _yearly(match, moment, lambda year: calendar.quarter(year, number))


def _read_week_step(match: re.Match[str], moment: Moment) -> Span:
    first = calendar.monday(moment.today) + timedelta(weeks=read_step(match["step"]))
    if group(match, "weekday"):
        return _part(match, first + timedelta(days=WEEKDAYS[match["weekday"]]))
    return calendar.weekend(first) if match["weekend"] else calendar.week(first)


def _read_weekday(match: re.Match[str], moment: Moment) -> Span:
    return _part(match, calendar.latest_weekday(moment, WEEKDAYS[match["weekday"]]))


def _read_weekend(_: re.Match[str], moment: Moment) -> Span:
    return calendar.latest_weekend(moment)


def _read_day(match: re.Match[str], moment: Moment) -> Span:
    return _part(match, moment.today + timedelta(days=DAY_STEPS[match["step"]]))


def _read_part_of_today(match: re.Match[str], moment: Moment) -> Span | None:
    span = _part(match, moment.today)
    begun = span.start <= moment.wall
    return span if begun and _LOOKS_BACK.search(match.string, match.end()) else None


_MAYBE_YEAR = rf"(?:{YEAR}的?)?"
_IN_MONTH = rf"(?:的?(?:{DAY_NUMBER}{PART}?|{MONTH_PART}))?"
_SEASON = r"(?P<season>[春夏秋冬])[天季]"

RULES = (
    rule(rf"{_MAYBE_YEAR}{MONTH}{_IN_MONTH}", _read_month, bounds=True),
    rule(rf"{MONTH_STEP}{_IN_MONTH}", _read_month_step, bounds=True),
    rule(rf"{_MAYBE_YEAR}{FESTIVAL}", _read_festival, bounds=True),
    rule(rf"{YEAR}的?(?P<season>[春夏秋冬])(?:[天季]|(?![节晚运游装令招]))", _read_season, bounds=True),
    rule(rf"(?:上个|这个|那个){_SEASON}", _read_season, bounds=True),
    rule(rf"{_SEASON}(?=的时候|那会|那阵|期间|那段)", _read_season, recurring=True),
    rule(YEAR, _read_year, bounds=True),
    rule(
        rf"{YEAR}的?年?(?P<yearpart>初(?![中一二三次恋期夏春秋冬])|中(?![国秋学旬午])|底|末)",
        _read_year_part,
        bounds=True,
    ),
    rule(rf"(?<![\d{NUMERALS}几多前去今明后每半大])年(?P<yearpart>初|底|末)", _read_year_part),
    rule(rf"{_MAYBE_YEAR}(?P<half>[上下])半年", _read_half, bounds=True),
    rule(rf"{_MAYBE_YEAR}(?:第?(?P<quarter>[一二三四1-4])季度)", _read_quarter, bounds=True),
    rule(rf"{WEEK_STEP}(?:{WEEKDAY}{PART}?|(?P<weekend>周?末)|{NO_OTHER_WORD_BEHIND_WEEK})", _read_week_step),
    rule(r"(?P<step>上上?|这|本|下下?)个(?P<weekend>周末)", _read_week_step),
    rule(
        rf"(?<![{NUMERALS}\d每半几个多上下这本双单到至])(?:周|星期|礼拜){WEEKDAY}(?![到至-]){PART}?",
        _read_weekday,
        recurring=True,
    ),
    rule(r"(?<![每个度过上下这本])周末(?![愉快])", _read_weekend, recurring=True),
    rule(rf"{DAY}{PART}?", _read_day),
    rule(NIGHT_OR_MORNING, _read_day),
    rule(rf"(?:^|(?<=[，,。！？!?我你您们])){PART}", _read_part_of_today, recurring=True),
)
