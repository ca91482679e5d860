"""Instants as whole microseconds."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from vault.index.instants import from_microseconds, optional_instant, to_microseconds


@given(st.datetimes(timezones=st.just(timezone.utc)))
def test_there_and_back(when: datetime) -> None:
    assert from_microseconds(to_microseconds(when)) == when


def test_an_offset_is_respected() -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=8)))
    assert to_microseconds(noon) == to_microseconds(datetime(2026, 1, 1, 4, tzinfo=timezone.utc))


def test_order_is_kept_before_1970() -> None:
    early = datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=timezone.utc)
    assert to_microseconds(early) == -1


def test_a_missing_instant_stays_missing() -> None:
    assert optional_instant(None) is None
    assert optional_instant(0) == datetime(1970, 1, 1, tzinfo=timezone.utc)
