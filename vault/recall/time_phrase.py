"""Finds the time that a question or a statement speaks of, in Chinese or English, and says when that was.

Which words name a time is in `time_phrase_zh`, `time_ago_zh`, `time_phrase_en` and `time_ago_en`; here one
of the phrases they find is chosen. Weeks begin on Monday. A month, a festival or a weekday without a year
or a week is the latest one, or the coming one in a text about plans.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone, tzinfo

from vault.recall import time_ago_en, time_ago_zh, time_phrase_en, time_phrase_zh
from vault.recall.calendar_span import Moment, Span, day, month
from vault.recall.time_limit import joined, limited
from vault.recall.time_rule import Found, find_all, rule
from vault.recall.time_text import PlainText, plain_text

MAX_CHARACTERS = 4000
"""Only so much of a text is read; what asks a question is shorter."""
_YEARS = range(1500, 2200)

_HABIT = re.compile(
    r"每|一般|通常|平时|平常|经常|常常|总是|老是|习惯|喜欢"
    r"|\b(?:every|each|usually|often|always|typically|normally|generally)\b"
)
_PLANS = re.compile(
    r"打算|计划|安排|准备|要去|要做|想去|预定|待办|快到"
    r"|\b(?:will|going\s+to|plans?|planning|upcoming|scheduled?|should)\b"
)
_PAST = re.compile(r"[了过]|当时|那次|记得|\b(?:did|was|were|had|went|have)\b")


def _read_iso_date(match: re.Match[str], _: Moment) -> Span:
    year, number = int(match["year"]), int(match["month"])
    return day(date(year, number, int(match["day"]))) if match["day"] else month(year, number)


_RULES = (
    rule(
        r"(?<![\w./:-])(?P<year>(?:19|20)\d\d)(?P<sep>[-/.])(?P<month>0?[1-9]|1[0-2])"
        r"(?:(?P=sep)(?P<day>0?[1-9]|[12]\d|3[01])(?:(?=t\d)|(?![\w/-]|\.\d))|(?<!\.\d)(?<!\.\d\d)(?![\w/-]|\.\d))",
        _read_iso_date,
        bounds=True,
    ),
    *time_phrase_zh.RULES,
    *time_ago_zh.RULES,
    *time_phrase_en.RULES,
    *time_ago_en.RULES,
)


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """When something was, as a phrase in a text says.

    Attributes:
        start: the first instant; aware, in the vault's timezone.
        end: the first instant behind it; always later than `start`.
        span: where the phrase is: `text[span[0]:span[1]]`.
    """

    start: datetime
    end: datetime
    span: tuple[int, int]


def parse_time_phrase(text: str, now: datetime, timezone: tzinfo) -> TimeWindow | None:
    """The time that `text` speaks of, or None when it names none or only seems to.

    Of several phrases, one in the last sentence that has any is taken, and there the first; those that
    only name the present (`今天`, `this year`, `最近`) give way to others. `从三月到五月` is one phrase.

    Args:
        text: a question or statement, Chinese or English, Traditional or Simplified, of any width.
        now: when it was said; aware.
        timezone: of the vault; days begin at its midnight.

    Raises:
        ValueError: `now` has no timezone.
    """
    if now.tzinfo is None:
        raise ValueError("now needs a timezone")
    if now.year not in _YEARS:
        return None
    plain = plain_text(text[:MAX_CHARACTERS])
    plans = bool(_PLANS.search(plain.text)) and not _PAST.search(plain.text)
    moment = Moment(now.astimezone(timezone), ahead=plans)
    habits = bool(_HABIT.search(plain.text))
    found = find_all(_RULES, plain.text, moment, habits=habits)
    phrases = _apart(each for each in found if not plain.is_title(each.first, each.behind))
    phrases = joined([limited(each, plain.text, moment) for each in phrases], plain.text)
    chosen = _choose(phrases, plain, moment)
    return None if chosen is None else _window(chosen, plain, timezone)


def _apart(found: Iterable[Found]) -> list[Found]:
    """The longest of overlapping phrases, in reading order."""
    kept: list[Found] = []
    for each in sorted(found, key=lambda each: (each.first - each.behind, each.first)):
        if all(each.behind <= other.first or other.behind <= each.first for other in kept):
            kept.append(each)
    return sorted(kept, key=lambda each: each.first)


def _choose(phrases: Sequence[Found], plain: PlainText, moment: Moment) -> Found | None:
    away = [each for each in phrases if not each.span.start <= moment.wall < each.span.end] or phrases
    sentences = [plain.sentence(each.first) for each in away]
    return away[sentences.index(max(sentences))] if away else None


def _window(found: Found, plain: PlainText, zone: tzinfo) -> TimeWindow | None:
    start, end = _instant(found.span.start, zone), _instant(found.span.end, zone)
    if start.year not in _YEARS or end.year not in _YEARS or start.timestamp() >= end.timestamp():
        return None
    return TimeWindow(start, end, plain.original(found.first, found.behind))


def _instant(wall: datetime, zone: tzinfo) -> datetime:
    """A wall time as an instant; one that summer time skips is moved to when the clocks go on."""
    return wall.replace(tzinfo=zone).astimezone(timezone.utc).astimezone(zone)
