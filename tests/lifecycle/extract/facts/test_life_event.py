from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("上个月买了套房", "2026-10-01"),
        ("我昨天拿到驾照了", "2026-11-24"),
        ("我2014年大学毕业", "2014-01-01"),
        ("上周和女朋友分手了", "2026-11-16"),
        ("We bought a house in Leeds in 2020", "2020-01-01"),
        ("I got promoted last week", "2026-11-16"),
    ],
)
def test_events(said: str, day: str) -> None:
    found = only(said)
    assert (found.kind, found.type) == ("life event", "event")
    assert f"{found.occurred_at:%Y-%m-%d}" == day


@pytest.mark.parametrize(
    "said",
    ["我想买房", "我没拿到驾照", "我还没毕业", "昨天吃了火锅", "I bought a sandwich", "I passed the salt"],
)
def test_no_events(said: str) -> None:
    assert [each for each in extracted(said) if each.kind == "life event"] == []
