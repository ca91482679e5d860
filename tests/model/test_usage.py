from __future__ import annotations

from datetime import datetime, timezone

from hypothesis import given
from hypothesis import strategies as st

from vault.model.usage import Usage

COUNTS = st.integers(0, 1000)
USAGES = st.builds(
    Usage,
    id=st.just("mem_1"),
    hits=COUNTS,
    last_hit_at=st.none() | st.integers(1, 28).map(lambda day: datetime(2026, 1, day, tzinfo=timezone.utc)),
    useful=COUNTS,
    useless=COUNTS,
    wrong=COUNTS,
    outdated=COUNTS,
)


def test_counters_add_up_and_the_latest_time_stays() -> None:
    early, late = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2026, 1, 2, tzinfo=timezone.utc)
    first = Usage("mem_1", 1, late, 2, 3, 4, 5)
    assert first + Usage("mem_1", 10, early, 20, 30, 40, 50) == Usage("mem_1", 11, late, 22, 33, 44, 55)


@given(USAGES, USAGES, USAGES)
def test_devices_may_be_merged_in_any_order(a: Usage, b: Usage, c: Usage) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + Usage("mem_1") == a
