"""What time does to memories: they run out, rest when nobody uses them, and wake when somebody does."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.lifecycle.decay import RESTING_SINCE, Fading, fading, is_lasting, last_use
from vault.model.memory import STATUSES, Memory

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
AFTER = timedelta(days=180)
LONG_AGO = NOW - timedelta(days=400)
RESTING = {RESTING_SINCE: "2026-10-01T00:00:00Z"}


def ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def memory(**fields: Any) -> Memory:
    return Memory(**{"id": "mem_1", "content": "下午爱喝龙井", "created_at": LONG_AGO, **fields})


def fate(memory: Memory, counted_since: datetime | None = LONG_AGO) -> Fading | None:
    return fading(memory, NOW, inactive_after=AFTER, counted_since=counted_since)


def test_a_memory_rests_when_it_was_not_used_for_long() -> None:
    assert fate(memory()) == "rests"
    assert fate(memory(created_at=ago(180))) == "rests"
    assert fate(memory(created_at=ago(179.9))) is None


@pytest.mark.parametrize("field", ["last_hit_at", "updated_at", "valid_from", "occurred_at"])
def test_any_use_or_change_keeps_it_awake(field: str) -> None:
    assert fate(memory(**{field: ago(10)})) is None
    assert fate(memory(**{field: ago(200)})) == "rests"


def test_what_lies_ahead_is_not_unused() -> None:
    assert fate(memory(type="event", content="明年六月去日本", occurred_at=ago(-200))) is None
    assert fate(memory(valid_from=ago(-1))) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"pinned": True},
        {"key": "接入密码", "value": "niangao-2612"},
        {"content": "对花生过敏", "importance": 0.9},
        {"provisional": True},
    ],
)
def test_what_must_be_there_never_rests(fields: dict[str, Any]) -> None:
    assert is_lasting(memory(**fields))
    assert fate(memory(**fields)) is None


def test_a_memory_of_which_no_time_is_known_is_left_alone() -> None:
    assert last_use(memory(created_at=None)) is None
    assert fate(memory(created_at=None)) is None


def test_disuse_counts_only_since_recalls_are_counted() -> None:
    """An imported memory of 2024 does not rest the day after it was imported."""
    assert fate(memory(), counted_since=ago(1)) is None
    assert fate(memory(), counted_since=ago(180)) == "rests"
    assert fate(memory(), counted_since=None) is None


@pytest.mark.parametrize("field", ["expires_at", "valid_until"])
def test_what_is_over_expires_whatever_else_is_said_of_it(field: str) -> None:
    assert fate(memory(**{field: NOW})) == "expired"
    assert fate(memory(**{field: NOW}, pinned=True, last_hit_at=ago(1))) == "expired"
    assert fate(memory(**{field: NOW}, status="inactive")) == "expired"
    assert fate(memory(**{field: NOW}), counted_since=None) == "expired"
    assert fate(memory(**{field: ago(-1)}, last_hit_at=ago(1))) is None


def test_a_recall_wakes_what_rests() -> None:
    resting = memory(status="inactive", updated_at=ago(60), extra=RESTING)
    assert fate(resting) is None
    assert fate(replace(resting, last_hit_at=ago(1))) == "wakes"
    assert fate(replace(resting, last_hit_at=ago(300))) is None


def test_a_recall_that_another_device_tells_of_late_wakes_it() -> None:
    """It was recalled there before it came to rest here."""
    assert fate(memory(status="inactive", updated_at=ago(2), extra=RESTING, last_hit_at=ago(20))) == "wakes"


def test_what_was_pinned_meanwhile_wakes() -> None:
    assert fate(memory(status="inactive", extra=RESTING, pinned=True)) == "wakes"


def test_what_somebody_else_made_inactive_stays_so() -> None:
    assert fate(memory(status="inactive", last_hit_at=ago(1))) is None
    assert fate(memory(status="inactive", pinned=True)) is None


@pytest.mark.parametrize("status", ["superseded", "forgotten"])
def test_history_is_left_alone(status: Any) -> None:
    assert fate(memory(status=status, expires_at=LONG_AGO)) is None
    assert fate(memory(superseded_by=("mem_2",))) is None


instants = st.none() | st.floats(-1000, 1000).map(ago)


@given(
    st.builds(
        memory,
        status=st.sampled_from(STATUSES),
        created_at=instants,
        updated_at=instants,
        last_hit_at=instants,
        pinned=st.booleans(),
        extra=st.sampled_from([{}, RESTING]),
    ),
    st.none() | st.floats(0, 1000).map(ago),
)
def test_what_was_decided_is_not_decided_again(given_memory: Memory, counted_since: datetime | None) -> None:
    """Doing what is said and asking again at once changes nothing more."""
    decided = fate(given_memory, counted_since)
    if decided == "rests":
        done = replace(given_memory, status="inactive", updated_at=NOW, extra=RESTING)
        assert fate(done, counted_since) is None
    elif decided == "wakes":
        done = replace(given_memory, status="active", updated_at=NOW, extra={})
        assert fate(done, counted_since) is None
