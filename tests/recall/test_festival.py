from __future__ import annotations

from datetime import date, timedelta

import pytest

from vault.recall.festival import FESTIVALS, easter, lunar_day, lunar_month, nth_weekday, tomb_sweeping

NEW_YEARS = {
    1978: "1978-02-07", 1985: "1985-02-20", 2000: "2000-02-05", 2020: "2020-01-25", 2021: "2021-02-12",
    2022: "2022-02-01", 2023: "2023-01-22", 2024: "2024-02-10", 2025: "2025-01-29", 2026: "2026-02-17",
    2027: "2027-02-06", 2033: "2033-01-31", 2034: "2034-02-19",
}  # fmt: skip


@pytest.mark.parametrize("year", NEW_YEARS)
def test_first_day_of_the_lunar_year(year: int) -> None:
    assert lunar_day(year, 1, 1) == date.fromisoformat(NEW_YEARS[year])


@pytest.mark.parametrize(
    ("year", "month", "day", "expected"),
    [
        (2023, 3, 1, "2023-04-20"),  # behind the leap second month
        (2025, 8, 15, "2025-10-06"),  # behind the leap sixth month
        (2033, 12, 8, "2034-01-27"),  # behind the leap eleventh month
        (1978, 8, 15, "1978-09-17"),
        (2057, 9, 9, "2057-10-07"),
    ],
)
def test_days_behind_a_leap_month_and_at_the_edge_of_one(
    year: int, month: int, day: int, expected: str
) -> None:
    assert lunar_day(year, month, day) == date.fromisoformat(expected)


@pytest.mark.parametrize("year", range(1970, 2099))
def test_lunar_years_follow_each_other_without_a_gap(year: int) -> None:
    last_month = lunar_month(year, 12)
    assert last_month.end.date() == lunar_day(year + 1, 1, 1)
    assert (last_month.end - last_month.start).days in (29, 30, 58, 59, 60)
    assert date(year, 1, 20) < lunar_day(year, 1, 1) < date(year, 2, 22)


def test_outside_the_table() -> None:
    for year, month in ((1969, 1), (2100, 1), (2026, 13), (2026, 0)):
        with pytest.raises(ValueError, match="no lunar month"):
            lunar_day(year, month, 1)


def test_other_moving_days() -> None:
    assert [easter(year).isoformat() for year in (2024, 2025, 2026, 2038)] == [
        "2024-03-31", "2025-04-20", "2026-04-05", "2038-04-25",
    ]  # fmt: skip
    assert [tomb_sweeping(year).day for year in (1999, 2024, 2025, 2026, 2027)] == [5, 4, 4, 5, 5]
    assert nth_weekday(2025, 11, 3, 4) == date(2025, 11, 27)


@pytest.mark.parametrize("name", FESTIVALS)
def test_every_festival_has_days_in_or_beside_its_year(name: str) -> None:
    for year in range(1971, 2099):
        span = FESTIVALS[name](year)
        assert span.start < span.end
        assert date(year, 1, 1) - timedelta(days=1) <= span.start.date() <= date(year, 12, 31)
