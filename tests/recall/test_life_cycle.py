"""Age, importance and the like change the order a little, and only so far."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vault.index.columns import TYPE_CODES, UNKNOWN
from vault.index.instants import to_microseconds
from vault.recall.life_cycle import MOST_USEFUL, MOST_USELESS, OLDEST, PAST, VERDICT, factors

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)


def days(count: float) -> int:
    return to_microseconds(NOW - timedelta(days=count))


def columns(**fields: object) -> Any:
    values = {
        "types": TYPE_CODES["fact"], "times": days(10), "created": days(10), "updated": days(10), "last_hits": UNKNOWN,
        "hit_counts": 0, "useful": 0, "useless": 0, "pinned": False, "importance": 0.5, "confidence": 1.0, **fields,
    }  # fmt: skip
    return SimpleNamespace(**{name: np.array([value]) for name, value in values.items()})


def factor(name: str, **fields: object) -> float:
    return float(factors(columns(**fields), NOW)[name][0])


def test_an_average_new_fact_is_left_as_it_is() -> None:
    for name, values in factors(columns(updated=days(0)), NOW).items():
        assert values.tolist() == pytest.approx([1]), name


def test_age_halves_what_it_can_take_and_no_more() -> None:
    assert factor("age", updated=days(365)) == pytest.approx(OLDEST + (1 - OLDEST) / 2)
    assert factor("age", updated=days(36_500)) == pytest.approx(OLDEST)


def test_preferences_age_slower_than_events() -> None:
    preference = factor("age", types=TYPE_CODES["preference"], updated=days(90))
    event = factor("age", types=TYPE_CODES["event"], updated=days(90))
    assert event < preference


def test_what_is_pinned_often_used_lately_used_or_undated_does_not_age() -> None:
    assert factor("age", updated=days(9999), pinned=True) == 1
    assert factor("age", updated=days(9999), hit_counts=10) == 1
    assert factor("age", updated=UNKNOWN, created=UNKNOWN) == 1
    assert factor("age", updated=days(9999), last_hits=days(0)) == pytest.approx(1)


def test_what_is_dated_in_the_future_is_no_older_than_new() -> None:
    assert factor("age", updated=days(-30)) == 1


def test_a_half_life_of_ones_own() -> None:
    own = factors(columns(updated=days(10)), NOW, {"fact": 10})["age"][0]
    assert own == pytest.approx(OLDEST + (1 - OLDEST) / 2)


def test_tasks_and_events_that_are_over_rank_below_those_to_come() -> None:
    for kind in ("task", "event"):
        assert factor("over", types=TYPE_CODES[kind], times=days(1)) == pytest.approx(PAST)
        assert factor("over", types=TYPE_CODES[kind], times=days(-1)) == 1
        assert factor("over", types=TYPE_CODES[kind]) == 1  # no time of its own: it may be open still
    assert factor("over", types=TYPE_CODES["fact"], times=days(1)) == 1


def test_importance_and_confidence_are_bounded() -> None:
    assert factor("importance", importance=0.0) == pytest.approx(0.9)
    assert factor("importance", importance=1.0) == pytest.approx(1.1)
    assert factor("confidence", confidence=0.0) == pytest.approx(0.85)


def test_what_was_said_of_it_raises_and_lowers_it_within_bounds() -> None:
    assert factor("feedback") == 1
    assert factor("feedback", useful=1) == 2
    assert factor("feedback", useless=1) == 1 / 2
    assert factor("feedback", useless=3) == 1 / 8
    assert factor("feedback", useful=3, useless=3) == 1
    assert factor("feedback", useful=1, useless=3) == 1 / 4
    for count in (9, 2**31 - 1):
        assert factor("feedback", useful=count) == VERDICT**MOST_USEFUL
        assert factor("feedback", useless=count) == VERDICT**-MOST_USELESS
