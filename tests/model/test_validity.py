from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from vault.model.memory import STATUSES, Memory
from vault.model.validity import is_current, is_expired

NOW = datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc)
MEMORY = Memory("mem_1", "x")
SECOND = timedelta(seconds=1)


def test_only_active_memories_are_current() -> None:
    assert [status for status in STATUSES if is_current(replace(MEMORY, status=status), NOW)] == ["active"]


def test_a_superseded_memory_is_not_current_though_it_says_active() -> None:
    assert not is_current(replace(MEMORY, superseded_by=("mem_2",)), NOW)


@pytest.mark.parametrize("field", ["expires_at", "valid_until"])
def test_an_end_takes_effect_at_its_moment(field: str) -> None:
    ending = replace(MEMORY, **{field: NOW})
    assert not is_expired(ending, NOW - SECOND)
    assert is_current(ending, NOW - SECOND)
    assert is_expired(ending, NOW)
    assert not is_current(ending, NOW)


def test_what_has_not_begun_is_not_current() -> None:
    beginning = replace(MEMORY, valid_from=NOW)
    assert not is_current(beginning, NOW - SECOND)
    assert is_current(beginning, NOW)
    assert not is_expired(beginning, NOW - SECOND)
