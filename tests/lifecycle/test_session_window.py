from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta, timezone

import pytest

from vault.lifecycle.session_window import closed_windows

START = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)


def windows(seconds: Iterable[int | None], now: int, most: int = 30) -> tuple[int, ...]:
    """Windows of messages said so many seconds after the start."""
    times = [None if second is None else START + timedelta(seconds=second) for second in seconds]
    return closed_windows(times, idle=timedelta(seconds=120), most=most, now=START + timedelta(seconds=now))


@pytest.mark.parametrize(
    ("said", "now", "closed"),
    [
        ([], 500, ()),
        ([0, 10, 20], 139, ()),
        ([0, 10, 20], 140, (3,)),
        ([0, 10, 130], 140, (2,)),
        ([0, 10, 130], 250, (2, 1)),
        ([0, 119, 238], 300, ()),
        ([0, 100, 50], 170, (3,)),
    ],
)
def test_a_silence_ends_a_window(said: list[int], now: int, closed: tuple[int, ...]) -> None:
    assert windows(said, now) == closed


def test_so_many_messages_end_a_window() -> None:
    assert windows(range(7), now=8, most=3) == (3, 3)
    assert windows(range(7), now=500, most=3) == (3, 3, 1)


def test_messages_without_a_time_are_no_silence() -> None:
    assert windows([None, None], now=10_000) == ()
    assert windows([0, None, 100], now=110) == ()
    assert windows([0, None, 200], now=210) == (2,)
    assert windows([0, None, None], now=120) == (3,)


def test_windows_stay_where_they_are_while_the_conversation_goes_on() -> None:
    said = [0, 30, 60, 400, 410, 900, 910, 920, 930, 2000]
    final = windows(said, now=9999, most=4)
    for count in range(len(said)):
        early = windows(said[:count], now=said[count], most=4)
        assert early == final[: len(early)]
