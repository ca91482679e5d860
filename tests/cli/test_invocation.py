from __future__ import annotations

from datetime import datetime, timezone

import pytest

from vault.cli.invocation import chosen_now
from vault.errors import ConfigError


def test_the_clock_unless_said_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen_now() is None
    for text in ("2026-11-30T12:00:00+08:00", "2026-11-30T04:00:00Z", "2026-11-30 04:00"):
        monkeypatch.setenv("MEMVAULT_NOW", text)
        assert chosen_now() == datetime(2026, 11, 30, 4, tzinfo=timezone.utc)


@pytest.mark.parametrize("text", ["now", "2026-13-01", "tomorrow"])
def test_what_is_no_instant_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("MEMVAULT_NOW", text)
    with pytest.raises(ConfigError, match="MEMVAULT_NOW"):
        chosen_now()
