"""Stretches of the calendar as half-open spans of local wall time. No words and no time zones here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from typing import Literal

Third = Literal["early", "middle", "late"]
Unit = Literal["day", "week", "month", "year"]
Season = Literal["spring", "summer", "autumn", "winter"]
DayPart = Literal["small hours", "early", "morning", "noon", "afternoon", "dusk", "evening"]

_FIRST_MONTH: dict[Season, int] = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_HOURS: dict[DayPart, tuple[int, int]] = {
    "small hours": (0, 6),
    "early": (4, 10),
    "morning": (5, 12),
    "noon": (11, 14),
    "afternoon": (12, 18),
    "dusk": (16, 20),
    "evening": (17, 30),  # a night belongs to the day on which it began
}


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` until just before `end`, as naive local wall time."""

    start: datetime
    end: datetime

    def joined(self, other: Span) -> Span:
        """The span from the earlier start to the later end, gaps included."""
        return Span(min(self.start, other.start), max(self.end, other.end))


Yearly = Callable[[int], Span]
"""Gives the days of something in a year."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a text was written, and which way it looks.

    Attributes:
        now: aware, in the vault's timezone.
        ahead: the text asks about plans, so that a month or a festival without a year is the coming one.
    """

    now: datetime
    ahead: bool = False

    @property
    def today(self) -> date:
        """The local date."""
        return self.now.date()

    @property
    def wall(self) -> datetime:
        """What the clock on the wall shows: local and naive."""
        return self.now.replace(tzinfo=None)

    def earlier(self, difference: timedelta) -> datetime:
        """Wall time of an earlier instant, right across changes to and from summer time."""
        return (
            (self.now.astimezone(timezone.utc) - difference).astimezone(self.now.tzinfo).replace(tzinfo=None)
        )


def days(first: date, behind: date) -> Span:
    """Whole days from `first` to the day before `behind`."""
    return Span(datetime.combine(first, time()), datetime.combine(behind, time()))


def day(of: date, number: int = 1) -> Span:
    """`number` whole days that begin with `of`."""
    return days(of, of + timedelta(days=number))


def day_part(of: date, part: DayPart) -> Span:
    """A part of one day; the evening goes on until six in the morning."""
    midnight = datetime.combine(of, time())
    begin, end = _HOURS[part]
    return Span(midnight + timedelta(hours=begin), midnight + timedelta(hours=end))


def monday(of: date) -> date:
    """The Monday of the week in which `of` lies."""
    return of - timedelta(days=of.weekday())


def week(of: date) -> Span:
    """Monday to Sunday around `of`."""
    return day(monday(of), 7)


def weekend(of: date) -> Span:
    """Saturday and Sunday of the week in which `of` lies."""
    return day(monday(of) + timedelta(days=5), 2)


def latest_weekday(moment: Moment, weekday: int) -> date:
    """The last such day before today, or the next one after it when the text looks ahead."""
    if moment.ahead:
        return moment.today + timedelta(days=(weekday - moment.today.weekday() - 1) % 7 + 1)
    return moment.today - timedelta(days=(moment.today.weekday() - weekday - 1) % 7 + 1)


def latest_weekend(moment: Moment) -> Span:
    """This week's weekend once it has begun, else the one before (or the coming one, looking ahead)."""
    this = weekend(moment.today)
    if moment.ahead or this.start.date() <= moment.today:
        return this
    return weekend(moment.today - timedelta(days=7))


def shifted_month(of: date, number: int) -> date:
    """The first day of the month that lies `number` months after the one of `of`."""
    year, month = divmod(of.year * 12 + of.month - 1 + number, 12)
    return date(year, month + 1, 1)


def same_day_shifted(of: date, months: int) -> date:
    """`of` moved by whole months, on the last day of a month that is too short."""
    first = shifted_month(of, months)
    last = shifted_month(first, 1) - timedelta(days=1)
    return first.replace(day=min(of.day, last.day))


def month(year: int, number: int, count: int = 1) -> Span:
    """`count` whole months, beginning with month `number` (1 to 12) of `year`."""
    first = date(year, number, 1)
    return days(first, shifted_month(first, count))


def month_part(of: date, part: Third) -> Span:
    """Ten days, or what is left of the month for its last part."""
    first = of.replace(day=1)
    cuts = (first, first.replace(day=11), first.replace(day=21), shifted_month(first, 1))
    index = ("early", "middle", "late").index(part)
    return days(cuts[index], cuts[index + 1])


def year(number: int) -> Span:
    """A calendar year."""
    return month(number, 1, 12)


def year_part(number: int, part: Third) -> Span:
    """January and February, June and July, or November and December."""
    return month(number, {"early": 1, "middle": 6, "late": 11}[part], 2)


def half(year_number: int, number: int) -> Span:
    """Half of a year, `number` 1 or 2."""
    return month(year_number, number * 6 - 5, 6)


def quarter(year_number: int, number: int) -> Span:
    """Quarter of a year, `number` 1 to 4."""
    return month(year_number, number * 3 - 2, 3)


def season(year_number: int, name: Season) -> Span:
    """Three months of the northern hemisphere; a winter begins in December of its year."""
    return month(year_number, _FIRST_MONTH[name], 3)


def nearest_in_years(make: Yearly, moment: Moment) -> Span:
    """Of yearly spans the latest that has begun; looking ahead, the first that is not over.

    Raises:
        ValueError: none of the years near has such a day.
    """
    sign = 1 if moment.ahead else -1
    for step in range(-1, 9):  # 29 February can be eight years away
        try:
            span = make(moment.today.year + sign * step)
        except ValueError:
            continue
        if span.end > moment.wall if moment.ahead else span.start <= moment.wall:
            return span
    raise ValueError("no such day")


def ago(of: date, number: int, unit: Unit) -> Span:
    """Around the day that lies `number` units before `of` (after it for a negative number).

    The further back, the less exactly people mean it: the very day, then three days, half a month or
    half a year on each side.
    """
    if unit == "day":
        return day(of - timedelta(days=number))
    if unit == "week":
        middle, slack = of - timedelta(weeks=number), 3
    elif unit == "month":
        middle, slack = same_day_shifted(of, -number), 15
    else:
        middle, slack = same_day_shifted(of, -12 * number), 183
    return days(middle - timedelta(days=slack), middle + timedelta(days=slack + 1))


def back(of: date, number: int, unit: Unit) -> date:
    """The day that lies `number` units before `of`."""
    if unit in ("day", "week"):
        return of - timedelta(days=number * (7 if unit == "week" else 1))
    return same_day_shifted(of, -number * (12 if unit == "year" else 1))


def few(of: date, sign: int, unit: Unit) -> Span:
    """`a few … ago`: nine to two units before `of`, or as many after it when `sign` is -1."""
    near, far = back(of, 2 * sign, unit), back(of, 9 * sign, unit)
    return days(min(near, far), max(near, far) + timedelta(days=1))


def until_now(of: date, number: int, unit: Unit) -> Span:
    """The last `number` units, today included."""
    behind = of + timedelta(days=1)
    return days(back(behind, number, unit), behind)
