from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("我有高血压", "health"),
        ("我爸有糖尿病", "health"),
        ("我近视五百度", "health"),
        ("我怀孕五个月了", "health"),
        ("我膝盖受过伤", "health"),
        ("我胃不好", "health"),
        ("我在减肥", "health"),
        ("我恐高", "trait"),
        ("我这个人挺内向的", "trait"),
        ("我最怕热了", "trait"),
        ("I have type 1 diabetes", "health"),
        ("My mom is diabetic", "health"),
    ],
)
def test_health_and_traits(said: str, kind: str) -> None:
    assert only(said).kind == kind


@pytest.mark.parametrize(
    "said", ["我好累", "我头疼死了", "我困了", "高血压要注意什么", "I'm tired", "I have a cold shower"]
)
def test_passing_states(said: str) -> None:
    assert [each for each in extracted(said) if each.kind in ("health", "trait")] == []
