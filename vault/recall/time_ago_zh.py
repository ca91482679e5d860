"""Chinese times counted from now: `三天前`, `两周后`, `半年前`, `最近一个月`, `前几天`, `刚才`."""

from __future__ import annotations

import re
from datetime import timedelta

from vault.recall import calendar_span as calendar
from vault.recall.calendar_span import Moment, Span
from vault.recall.chinese_number import NUMERALS
from vault.recall.time_rule import Reading, group, rule
from vault.recall.time_words_zh import FEW_COUNTS, NUMBER, UNIT, read_count, read_unit

_WAY = r"[以之]?(?P<way>[前后])(?![后三列十途提沿锋辈景方台端往来])"
_NO_NUMBER_BEFORE = rf"(?<![\d{NUMERALS}第])"
_LEAD = (
    r"(?P<lead>最近这?|(?<![附接靠将临远最])近|过去的?|这|(?<![以之从目提午年月周天期面])前"
    r"|(?<![早晚马以之海天网路世身手桌街加补])上|头)"
)
_OTHER_SENSE_OF_NEAREST = r"(?!的?[那这]?[一\d]?[次家班]|邻|距|处|的[路店站地医超餐公商银加药])"
_ROUGHLY = r"(?P<few>好?几十?|十几|[一两三][两三四五]|数|[很好许]?多)"


def _sign(match: re.Match[str]) -> int:
    return 1 if match["way"] == "前" else -1


def _read_ago(match: re.Match[str], moment: Moment) -> Span:
    unit, sign = read_unit(match["unit"]), _sign(match)
    if group(match, "few"):
        return calendar.few(moment.today, sign, unit)
    count = sign * read_count(match["n"])
    if group(match, "half") and unit == "year":
        return calendar.ago(moment.today, 12 * count + 6 * sign, "month")
    return calendar.ago(moment.today, count, unit)


def _read_half_ago(match: re.Match[str], moment: Moment) -> Span:
    if match["unit"] == "年":
        return calendar.ago(moment.today, 6 * _sign(match), "month")
    return calendar.ago(moment.today, 2 * _sign(match), "week")


def _read_hours_ago(match: re.Match[str], moment: Moment) -> Span:
    count = {"半": 0.5, "几": 4.0}.get(match["n"]) or float(read_count(match["n"]))
    hours = count / 60 if match["unit"] == "分钟" else count
    middle, slack = _sign(match) * timedelta(hours=hours), timedelta(hours=max(0.25, hours / 2))
    return Span(moment.earlier(middle + slack), moment.earlier(middle - slack))


def _read_last_units(match: re.Match[str], moment: Moment) -> Span | None:
    unit, passed = read_unit(match["unit"]), match["lead"] in ("前", "上", "头")
    if match["n"] == "半":
        return calendar.until_now(moment.today, *((6, "month") if unit == "year" else (15, "day")))
    count = FEW_COUNTS[unit] if match["n"] in ("几", "些") else read_count(match["n"])
    if count == 1 and (passed or match["lead"] == "这"):  # 前一天, 这一天: counted from another day
        return None
    if count > 10 and passed:  # 前37年 is a year before the common era
        return None
    return calendar.until_now(moment.today - timedelta(days=passed), count, unit)


def _last_days(number: int, *, behind: int = 0) -> Reading:
    def read(_: re.Match[str], moment: Moment) -> Span:
        return calendar.until_now(moment.today - timedelta(days=behind), number, "day")

    return read


def _just_now(_: re.Match[str], moment: Moment) -> Span:
    return Span(moment.earlier(timedelta(hours=2)), moment.earlier(-timedelta(minutes=1)))


RULES = (
    rule(rf"{_NO_NUMBER_BEFORE}(?:{_ROUGHLY}|(?P<n>{NUMBER})){UNIT}(?P<half>半)?多?{_WAY}", _read_ago),
    rule(rf"{_NO_NUMBER_BEFORE}(?P<n>{NUMBER})(?P<unit>日)(?P<way>前)", _read_ago),
    rule(rf"(?<![年月{NUMERALS}])大?半(?P<unit>年|个?月)多?{_WAY}", _read_half_ago),
    rule(rf"(?P<n>{NUMBER}|(?<!个)半|几)个?(?P<unit>小时|钟头|分钟){_WAY}", _read_hours_ago),
    rule(rf"{_LEAD}(?P<n>{NUMBER}|[几些半]){UNIT}(?![级制生前后])(?:以来|[之以]内|里|内)?", _read_last_units),
    rule(rf"最近{_OTHER_SENSE_OF_NEAREST}", _last_days(30)),
    rule(
        r"(?<![附接靠将临远贴最亲])近(?:来|期(?!目标)|日(?!常))|这阵子?|这一阵子?|这一?段时间|这段日子",
        _last_days(30),
    ),
    rule(r"前一?阵子?|前一?段时间|前一?段日子|前些时候", _last_days(85, behind=6)),
    rule(r"刚才|刚刚(?![好够])", _just_now),
)
