from __future__ import annotations

from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

from vault.cli.selection import Chosen, chosen
from vault.errors import ConfigError

SHANGHAI = ZoneInfo("Asia/Shanghai")


def test_nothing_chosen() -> None:
    assert chosen(SHANGHAI, types=None, tags=None, namespaces=None, since="", until="") == Chosen(
        (), (), (), None, None
    )


def test_days_of_the_vault() -> None:
    selection = chosen(
        SHANGHAI,
        types=["note", "event"],
        tags=["家"],
        namespaces=["work"],
        since="2026-11-01",
        until="2026-11-01",
    )
    assert selection.types == ("note", "event")
    assert (selection.tags, selection.namespaces) == (("家",), ("work",))
    assert selection.since == datetime(2026, 10, 31, 16, tzinfo=timezone.utc)
    assert selection.until == datetime(2026, 11, 1, 16, tzinfo=timezone.utc)


def test_an_unknown_type_names_the_known_ones() -> None:
    with pytest.raises(ConfigError) as caught:
        chosen(SHANGHAI, types=["fcat"], tags=None, namespaces=None, since="", until="")
    assert caught.value.where == "--type"
    assert "preference" in caught.value.hint
