"""Clocks that are wrong."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from vault.history.clock import Stamp, clock_faults

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)
HOUR = timedelta(hours=1)


def stamp(device: str, at: datetime, memory: str = "", *after: str) -> Stamp:
    return Stamp(device, at, f"facts/auto/{device}/2026-11.jsonl", 1, memory, after)


def test_right_clocks_are_not_mentioned() -> None:
    stamps = [stamp("a", NOW - HOUR, "m1"), stamp("b", NOW + timedelta(minutes=4), "m2", "m1")]
    assert clock_faults(stamps, NOW) == ()


def test_a_time_still_to_come_tells_of_a_fast_clock() -> None:
    stamps = [stamp("a", NOW + HOUR), stamp("a", NOW + 50 * HOUR), stamp("b", NOW)]
    (fault,) = clock_faults(stamps, NOW)
    assert (fault.device, fault.off, fault.reason) == ("a", 50 * HOUR, "future")


def test_a_memory_before_the_one_it_supersedes_tells_of_a_slow_clock() -> None:
    stamps = [stamp("a", NOW - HOUR, "m1"), stamp("b", NOW - 49 * HOUR, "m2", "m1")]
    (fault,) = clock_faults(stamps, NOW)
    assert (fault.device, fault.off, fault.reason) == ("b", -48 * HOUR, "order")
    assert fault.cause == stamps[0]


def test_nobody_is_slow_beside_a_clock_that_is_fast() -> None:
    stamps = [stamp("a", NOW + 48 * HOUR, "m1"), stamp("b", NOW, "m2", "m1")]
    assert [each.device for each in clock_faults(stamps, NOW)] == ["a"]


def test_one_device_is_no_witness_of_itself() -> None:
    assert clock_faults([stamp("a", NOW - HOUR, "m1"), stamp("a", NOW - 9 * HOUR, "m2", "m1")], NOW) == ()
