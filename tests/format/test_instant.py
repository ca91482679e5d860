from __future__ import annotations

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.instant import format_instant, parse_instant

SHANGHAI = ZoneInfo("Asia/Shanghai")
NEW_YORK = ZoneInfo("America/New_York")


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-08T11:20:00Z", utc(2026, 1, 8, 11, 20)),
        ("2026-01-08t11:20:00z", utc(2026, 1, 8, 11, 20)),
        ("2026-01-08T19:20:00+08:00", utc(2026, 1, 8, 11, 20)),
        ("2026-01-08T19:20+0800", utc(2026, 1, 8, 11, 20)),
        ("2026-01-08 06:20:00 -05", utc(2026, 1, 8, 11, 20)),
        ("2026-01-08T11:20:00.25Z", utc(2026, 1, 8, 11, 20, 0, 250_000)),
        ("2026-01-08T11:20:00,123456789Z", utc(2026, 1, 8, 11, 20, 0, 123_456)),
        ("2026-01-08T19:20:00", utc(2026, 1, 8, 11, 20)),
        ("2026-01-08 19:20", utc(2026, 1, 8, 11, 20)),
        (" 2026-01-08 ", utc(2026, 1, 7, 16)),
        ("2026-1-8", utc(2026, 1, 7, 16)),
        ("2026/1/8", utc(2026, 1, 7, 16)),
        ("2026年1月8日", utc(2026, 1, 7, 16)),
        ("2026年1月8日19:20", utc(2026, 1, 8, 11, 20)),
        ("2026-02", utc(2026, 1, 31, 16)),
        ("2026/2", utc(2026, 1, 31, 16)),
        ("2026年2月", utc(2026, 1, 31, 16)),
        ("1767871200", utc(2026, 1, 8, 11, 20)),
        (1767871200, utc(2026, 1, 8, 11, 20)),
        (1767871200.5, utc(2026, 1, 8, 11, 20, 0, 500_000)),
        (1767871200000, utc(2026, 1, 8, 11, 20)),
        (0, utc(1970, 1, 1)),
    ],
)
def test_accepted_spellings(text: str | float, expected: datetime) -> None:
    assert parse_instant(text, SHANGHAI) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-13-01",
        "2026-02-30",
        "2026-01-08T25:00:00Z",
        "2026-01-08T11:20:00+99:00",
        "2026-13",
        "2026",
        "20260108",
        "08.01.2026",
        "1/8/2026",
        "2026-01-0819:20",
        "２０２６-01-08",
        "yesterday",
        "2026-01-08T11:20:00Z and more",
        "0001-01-01",  # in Shanghai, this lies before year 1 in UTC
        float("nan"),
        float("inf"),
        1e999,
        1e300,
        10**400,
    ],
)
def test_what_is_not_a_time(text: str | float) -> None:
    with pytest.raises(ValueError):
        parse_instant(text, SHANGHAI)


def test_a_bare_date_follows_summer_time() -> None:
    assert parse_instant("2026-01-08", NEW_YORK) == utc(2026, 1, 8, 5)
    assert parse_instant("2026-07-08", NEW_YORK) == utc(2026, 7, 8, 4)


def test_results_are_in_utc() -> None:
    for text in ("2026-01-08T19:20:00+08:00", "2026-01-08", "2026-01-08T11:20:00Z"):
        assert parse_instant(text, SHANGHAI).utcoffset() == timedelta(0)


def test_a_time_without_zone_is_not_written() -> None:
    with pytest.raises(ValueError):
        format_instant(datetime(2026, 1, 8))


@given(
    st.datetimes(datetime(2, 1, 1), datetime(9998, 12, 31), timezones=st.sampled_from([SHANGHAI, NEW_YORK]))
)
def test_what_is_written_reads_back(when: datetime) -> None:
    text = format_instant(when)
    assert text.endswith("Z")
    assert parse_instant(text, SHANGHAI) == when.astimezone(timezone.utc)
