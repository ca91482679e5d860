"""Dates: resolves the time that a statement names, and writes it behind words that are counted from now."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from vault.lifecycle.extract.candidate import ResolveTime, TimeFound
from vault.lifecycle.extract.pattern import NUMBER, word_set
from vault.lifecycle.extract.plain_text import is_chinese, plain_text

_LIMITS = re.compile(r"(?:之前|以前|之后|以后|前|后|内)$|^(?:by|before|until|on|after)\s+", re.IGNORECASE)
_PART_OF_MONTH = re.compile(r"(?<![个個本这這下上每隔年\d〇零一二两三四五六七八九十])月[底末]")
_BEFORE = re.compile(r"前$|^(?:by|before|until)\b", re.IGNORECASE)
_END = re.compile(r"[底末]|\bend\b", re.IGNORECASE)
_BY_THE_END = re.compile(
    r"[底末](?:[(（][^)）]*[)）])?(?:之前|以前|前)|\b(?:by|before|until) (?:the )?end\b", re.IGNORECASE
)
_NOW = word_set(
    "现在 目前 最近 近来 今年 这几天 这阵子 这段时间 刚才 刚刚 now lately recently currently"
    " this_year these_days just_now nowadays"
)
_WHOLE_DATE = re.compile(r"(?:19|20)\d\d\D{1,2}\d{1,2}\D{1,2}\d{1,2}")
_RELATIVE = re.compile(
    r"[下上](?!午)|[本这這明昨后後前]|\b(?:next|last|this|tomorrow|yesterday|today|ago|in \w+ (?:days"
    r"|weeks))\b|今天",
    re.IGNORECASE,
)
_DAY = timedelta(hours=31)
"""A day, an evening that ends after midnight, or a day on which the clocks change."""
_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九十")} | {"两": 2}
_CLOCK_ZH = re.compile(
    r"(?P<part>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|[今明后昨]晚|[今明]早|夜里)?(?P<hour>\d{1,2}"
    r"|[一二两三四五六七八九十]{1,3})(?:点|时(?!候|间))(?:(?P<half>半)|(?P<quarter>[一三])刻"
    rf"|(?P<minute>{NUMBER})分?)?"
    r"|(?P<part2>凌晨|早上|上午|中午|下午|傍晚|晚上|[今明后]晚)?(?<![\d:])(?P<hour2>[01]?\d"
    r"|2[0-3]):(?P<minute2>[0-5]\d)(?!\d)"
)
_CLOCK_EN = re.compile(
    r"\b(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5]\d))?\s?(?P<part>am|pm|a\.m\.|p\.m\.)(?![a-z])"
    r"|\bat (?P<hour2>[01]?\d|2[0-3])(?::(?P<minute2>[0-5]\d))?\b(?!\s?(?:am|pm|%|years|st\b|th\b))"
)
_CLOCK_WRITTEN = re.compile(
    rf"\s?(?:{NUMBER}\s?[点點時时](?![候间間])(?:半|整|[一三]刻|\s?{NUMBER}\s?分?)?|\d{{1,2}}:\d\d)"
    r"|\s\d{1,2}(?::\d\d)?\s?[ap]m\b|,? at \d{1,2}(?::\d\d)?(?:\s?[ap]m)?"
)
_WEEKDAY = re.compile(
    r"(?<=[到至在])(?:[这這本下]个?)?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天](?:上午|下午|晚上|早上"
    r"|中午)?|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    re.IGNORECASE,
)
_EVENING = re.compile(r"\b(?:dinner|tonight|evening)\b|晚饭|晚餐|聚餐|[今明后]晚|晚上")
_AFTERNOON = ("下午", "傍晚", "晚", "夜里", "pm", "p.m.")


@dataclass(frozen=True, slots=True)
class Dated:
    """A statement with its date. `at` is aware; None when it names no time or was said at an unknown one."""

    content: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class _Found:
    start: datetime
    end: datetime
    span: tuple[int, int]


def dated(
    content: str, said_at: datetime | None, resolve: ResolveTime, *, ahead: bool, only_relative: bool = False
) -> Dated:
    """`content` with the date behind its time phrase, and the instant that it names.

    Args:
        content: a statement.
        said_at: when it was said.
        resolve: see `ResolveTime`.
        ahead: it is a plan: a weekday or a month is the coming one.
        only_relative: leave `3月14号` alone, it comes back each year.
    """
    if said_at is None:
        return Dated(content, None)
    found = resolve(content, said_at) or (_bare(content, said_at, resolve) if ahead else None)
    if found is None or not 0 <= found.span[0] < found.span[1] <= len(content):
        return Dated(content, None)
    phrase = content[found.span[0] : found.span[1]]
    if only_relative and not _RELATIVE.search(phrase):
        return Dated(content, None)
    window = _ahead(phrase, said_at, resolve, found) if ahead else found
    if window is None or _is_present(phrase):
        return Dated(content, None)
    label = _label(phrase, window)
    place = _behind_clock(content, found.span[1])
    limit = re.search(r"(?:之前|以前|前)$", phrase)
    if limit:
        place -= len(limit[0])
    return Dated(content[:place] + label + content[place:], _instant(content, window, phrase))


def _bare(content: str, said_at: datetime, resolve: ResolveTime) -> TimeFound | None:
    """What only a plan means as a time: `改到周四`, `月底交材料`."""
    part = _PART_OF_MONTH.search(content)
    found = resolve(f"计划 这个{part[0]}", said_at) if part else None
    if part and found and found.end > said_at:
        return _Found(found.start, found.end, part.span())
    return _by_weekday(content, said_at, resolve)


def _by_weekday(content: str, said_at: datetime, resolve: ResolveTime) -> TimeFound | None:
    """The weekday in `改到周四`, where it is no stretch of time but the new day."""
    day = _WEEKDAY.search(content)
    lead = "计划 " if day and is_chinese(day[0]) else "plan: on "
    found = resolve(lead + day[0], said_at) if day else None
    return _Found(found.start, found.end, day.span()) if day and found else None


def _behind_clock(content: str, place: int) -> int:
    """`明天下午两点（…）`, not `明天下午（…）两点`."""
    clock = _CLOCK_WRITTEN.match(content, place)
    return clock.end() if clock else place


def _is_present(phrase: str) -> bool:
    return phrase.lower().replace(" ", "_") in _NOW


def _ahead(phrase: str, said_at: datetime, resolve: ResolveTime, found: TimeFound) -> TimeFound | None:
    """The phrase read as that of a plan, without a word of limit beside it.

    `by April` alone would be all the time before it; a limit that cannot be read is no time at all.
    """
    alone = _PART_OF_MONTH.sub(r"这个\g<0>", _LIMITS.sub("", phrase))
    leads = ("计划 ",) if is_chinese(alone) else ("plan: on ", "plan: in ", "plan: at ", "plan: ")
    for lead in leads:
        again = resolve(lead + alone, said_at)
        if again is not None and again.end > said_at:
            return again
    return None if _BEFORE.search(phrase) and found.end - found.start > _DAY else found


def _label(phrase: str, window: TimeFound) -> str:
    if _WHOLE_DATE.search(phrase):
        return ""
    start, last = window.start, window.end - timedelta(seconds=1)
    if window.end - start <= _DAY:
        text = f"{start:%Y-%m-%d}"
    elif (
        start.day == 1
        and (start.year, start.month) == (last.year, last.month)
        and (last + timedelta(days=1)).day == 1
    ):
        text = f"{start:%Y-%m}"
    elif (start.month, start.day, last.month, last.day) == (1, 1, 12, 31):
        text = f"{start:%Y}" if start.year == last.year else ""
    else:
        between = " 至 " if is_chinese(phrase) else " to "
        text = f"{start:%Y-%m-%d}{between}{last:%Y-%m-%d}"
    if not text or re.search(r"(?:19|20)\d\d", phrase):
        return ""
    return f"（{text}）" if is_chinese(phrase) else f" ({text})"


def _instant(content: str, window: TimeFound, phrase: str) -> datetime:
    """The start of the window, or the hour that the statement names; of `年底前` the last day."""
    if window.end - window.start > _DAY:
        last = _BY_THE_END.search(content) and _END.search(phrase)
        return (
            (window.end - timedelta(seconds=1)).replace(hour=0, minute=0, second=0) if last else window.start
        )
    clock = _clock(plain_text(content).text)
    if clock is None:
        return window.start.replace(hour=0, minute=0)
    return window.start.replace(hour=clock[0], minute=clock[1])


def _clock(plain: str) -> tuple[int, int] | None:
    match = _CLOCK_ZH.search(plain) or _CLOCK_EN.search(plain)
    if match is None:
        return None
    groups = match.groupdict()
    hour = _number(groups["hour"] or groups["hour2"])
    part = groups.get("part") or groups.get("part2") or ""
    minute = _number(groups.get("minute") or groups.get("minute2") or "0")
    if groups.get("half"):
        minute = 30
    elif groups.get("quarter"):
        minute = 15 * _number(groups["quarter"])
    in_the_evening = not part and hour < 12 and _EVENING.search(plain)
    if in_the_evening or (
        hour < 12 and (part.startswith(_AFTERNOON) or part.endswith("晚") or (part == "中午" and hour < 3))
    ):
        hour += 12
    elif hour == 12 and part.startswith(("am", "a.m", "凌晨")):
        hour = 0
    return (hour, minute) if hour < 24 and minute < 60 else None


def _number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    tens, _, ones = text.rpartition("十")
    if "十" in text:
        return (_DIGITS.get(tens, 1) if tens else 1) * 10 + (_DIGITS.get(ones, 0) if ones else 0)
    return _DIGITS.get(text, 99)
