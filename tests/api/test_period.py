from __future__ import annotations

from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

from vault.api.period import begin_of, end_of
from vault.errors import ConfigError

SHANGHAI = ZoneInfo("Asia/Shanghai")


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=timezone.utc)  # type: ignore[misc,arg-type]


def test_a_day_begins_and_ends_where_the_vault_is() -> None:
    assert begin_of("2026-11-30", SHANGHAI) == utc(2026, 11, 29, 16)
    assert end_of("2026-11-30", SHANGHAI) == utc(2026, 11, 30, 16)


def test_a_day_of_23_hours() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert begin_of("2026-03-29", berlin) == utc(2026, 3, 28, 23)
    assert end_of("2026-03-29", berlin) == utc(2026, 3, 29, 22)


def test_a_time_is_itself() -> None:
    for limit in (begin_of, end_of):
        assert limit("2026-11-30T18:00:00+08:00", SHANGHAI) == utc(2026, 11, 30, 10)


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01", ""])
def test_what_is_no_date(text: str) -> None:
    with pytest.raises(ConfigError, match="is no date") as caught:
        end_of(text, SHANGHAI)
    assert caught.value.where == "--until"
