from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.recall import calendar_span as calendar
from vault.recall.calendar_span import Moment, Span

DAYS = st.dates(date(1970, 1, 1), date(2090, 1, 1))


@given(DAYS)
def test_a_week_runs_from_monday_to_sunday_and_holds_its_weekend(of: date) -> None:
    week, weekend = calendar.week(of), calendar.weekend(of)
    assert week.start.weekday() == 0
    assert week.end - week.start == timedelta(days=7)
    assert week.start.date() <= of < week.end.date()
    assert weekend.start.weekday() == 5
    assert weekend.end == week.end


@given(DAYS, st.integers(0, 6))
def test_latest_weekday_is_within_a_week_and_never_today(today: date, weekday: int) -> None:
    now = datetime.combine(today, time(12), tzinfo=timezone.utc)
    back = calendar.latest_weekday(Moment(now), weekday)
    ahead = calendar.latest_weekday(Moment(now, ahead=True), weekday)
    assert back.weekday() == ahead.weekday() == weekday
    assert 1 <= (today - back).days <= 7
    assert 1 <= (ahead - today).days <= 7


@given(DAYS, st.integers(-400, 400))
def test_moving_by_months_keeps_the_day_or_takes_the_last(of: date, months: int) -> None:
    moved = calendar.same_day_shifted(of, months)
    assert (moved.year * 12 + moved.month) - (of.year * 12 + of.month) == months
    assert moved.day == of.day or (moved + timedelta(days=1)).day == 1


@given(DAYS)
def test_parts_tile_the_whole(of: date) -> None:
    thirds = [calendar.month_part(of, part) for part in ("early", "middle", "late")]
    assert_tiles(thirds, calendar.month(of.year, of.month))
    assert_tiles([calendar.quarter(of.year, number) for number in range(1, 5)], calendar.year(of.year))
    assert_tiles([calendar.half(of.year, number) for number in (1, 2)], calendar.year(of.year))


def assert_tiles(parts: list[Span], whole: Span) -> None:
    assert parts[0].start == whole.start
    assert parts[-1].end == whole.end
    assert all(one.end == following.start for one, following in pairwise(parts))


def test_nearest_in_years_gives_up_on_a_day_that_never_comes() -> None:
    moment = Moment(datetime(2026, 11, 25, 12, tzinfo=timezone.utc))
    with pytest.raises(ValueError, match="no such day"):
        calendar.nearest_in_years(lambda year: calendar.day(date(year, 2, 30)), moment)
    leap = calendar.nearest_in_years(lambda year: calendar.day(date(year, 2, 29)), moment)
    assert leap.start.date() == date(2024, 2, 29)
