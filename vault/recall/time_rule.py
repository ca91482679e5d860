"""One rule of a language: a pattern, and what a match means. How rules are chosen is `time_phrase`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from vault.recall.calendar_span import Moment, Span

Reading = Callable[[re.Match[str], Moment], Span | None]
"""What a match means, or None when it turns out to mean something else. May raise ValueError or
OverflowError for a date that does not exist."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to name a time.

    Attributes:
        pattern: searched in text that is lower-case, simplified and half-width (see `time_phrase`).
        read: what the match means.
        recurring: it also names what comes back each week or year (`周三`, `周末`): not read in a text
            about habits.
        bounds: a word behind it may turn it into a limit (`去年以来`, `国庆前`).
    """

    pattern: re.Pattern[str]
    read: Reading
    recurring: bool = False
    bounds: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A phrase at `text[first:behind]` and what it means."""

    first: int
    behind: int
    span: Span
    rule: Rule


def rule(pattern: str, read: Reading, *, recurring: bool = False, bounds: bool = False) -> Rule:
    """A rule from the source of its pattern."""
    return Rule(re.compile(pattern), read, recurring, bounds)


def group(match: re.Match[str], name: str) -> str | None:
    """What a named group matched; None when it took no part or the pattern has no such group."""
    return match.groupdict().get(name)


def find_all(rules: Iterable[Rule], text: str, moment: Moment, *, habits: bool) -> Iterator[Found]:
    """Every match of every rule, overlapping ones too; dates that do not exist are passed over."""
    for each in rules:
        if each.recurring and habits:
            continue
        for match in each.pattern.finditer(text):
            try:
                span = each.read(match, moment)
            except (ValueError, OverflowError):
                continue
            if span is not None:
                yield Found(match.start(), match.end(), span, each)
