"""What words beside a time phrase make of it: `国庆前`, `since March`, `从三月到五月`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta

from vault.recall.calendar_span import Moment, Span, day, weekend
from vault.recall.time_rule import Found
from vault.recall.time_words_en import NUMBER, NUMBERS, WEEKDAY, WEEKDAYS

_SINCE_BEHIND = re.compile(r"[之以]?后(?![天年])|以来|至今")
_BEFORE_BEHIND = re.compile(r"[之以]?前(?![天年后三])")
_SINCE_AHEAD = re.compile(r"\b(?:since|after)\s+(?:the\s+)?$")
_BEFORE_AHEAD = re.compile(r"\b(?:before|until|till|by)\s+(?:the\s+)?$")
_BESIDE = re.compile(
    rf"\b(?:(?:the|last|on)\s+)*(?:{NUMBER}\s+)?(?:(?P<unit>day|week|weekend)s?|{WEEKDAY})"
    r"\s+(?P<way>before|after)\s+(?:on\s+)?(?:the\s+)?$"
)
_JOINED = re.compile(r"\s*(?:到|至|和|与|-|—|–|~|to|until|till|through|and)\s*")
_LONGEST_WORD = 32


def limited(found: Found, text: str, moment: Moment) -> Found:
    """The phrase with a limiting word beside it taken in; the phrase itself when there is none.

    `since` reaches until the end of today. `before` reaches back twelve times the length of what it
    stands beside, and at least 30 days: the nearer part of an endless time is meant.
    """
    if not found.rule.bounds:
        return found
    lead = text[max(found.first - _LONGEST_WORD, 0) : found.first]
    beside = _BESIDE.search(lead)
    if beside:
        span = _neighbour(found.span, beside)
        return replace(found, first=found.first - len(beside[0]), span=span)
    start, end = found.span.start, found.span.end
    tomorrow = datetime.combine(moment.today + timedelta(days=1), time())
    since, before = (
        _SINCE_BEHIND.match(text, found.behind) or _SINCE_AHEAD.search(lead),
        _BEFORE_BEHIND.match(text, found.behind) or _BEFORE_AHEAD.search(lead),
    )
    if since and start < tomorrow:
        return _with_word(found, since, Span(start, max(end, tomorrow)))
    if before:
        return _with_word(found, before, Span(start - max(timedelta(days=30), 12 * (end - start)), start))
    return found


def _with_word(found: Found, word: re.Match[str], span: Span) -> Found:
    if word.end() == len(word.string) and word.re in (_SINCE_AHEAD, _BEFORE_AHEAD):
        return replace(found, first=found.first - len(word[0]), span=span)
    return replace(found, behind=word.end(), span=span)


def _neighbour(span: Span, words: re.Match[str]) -> Span:
    """`the weekend before …`, `two days after …`, `the Monday before …`."""
    sign = 1 if words["way"] == "after" else -1
    beside = span.end.date() if sign > 0 else span.start.date() - timedelta(days=1)
    count = (int(words["n"]) if words["n"].isdecimal() else NUMBERS[words["n"]]) if words["n"] else 1
    if words["weekday"]:
        wanted = WEEKDAYS.index(words["weekday"][:3])
        return day(beside + timedelta(days=sign * ((sign * (wanted - beside.weekday())) % 7)))
    if words["unit"] == "day":
        return day(beside + timedelta(days=sign * (count - 1)))
    if words["unit"] == "week":
        first = beside if sign > 0 else beside - timedelta(days=6)
        return day(first + timedelta(weeks=sign * (count - 1)), 7)
    if sign > 0 or beside.weekday() >= 5:
        return weekend(beside)
    return weekend(beside - timedelta(days=7))


def joined(phrases: Sequence[Found], text: str) -> list[Found]:
    """Phrases in reading order, those with nothing but `到`, `to`, `和` … between them made into one."""
    result: list[Found] = []
    for each in phrases:
        last = result[-1] if result else None
        if last and _JOINED.fullmatch(text, last.behind, each.first):
            result[-1] = replace(last, behind=each.behind, span=last.span.joined(each.span))
        else:
            result.append(each)
    return result
