from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lifecycle.likeness_cases import DIFFERENT, SAME, SAYS_MORE
from tests.lifecycle.likeness_held_out import HELD_OUT
from vault.lifecycle.duplicate import Verdict, duplicate_of
from vault.model.memory import Memory

LEVEL = 0.95
CLOSE = 0.98
NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)
MOST_HELD_OUT_MISSES = 1  # `我对芒果过敏` / `芒果过敏，不能碰`: a denial that only one of them spells out


def memory(content: str, id: str = "new", **fields: object) -> Memory:  # noqa: A002
    return Memory(id=id, content=content, user_id="u", **fields)  # type: ignore[arg-type]


def verdict(new: str, old: str, cosine: float = CLOSE) -> Verdict:
    return duplicate_of(memory(new), [(memory(old, "old"), cosine)], LEVEL)


@pytest.mark.parametrize(("old", "new"), SAME)
def test_same(old: str, new: str) -> None:
    assert verdict(new, old).is_duplicate


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different(one: str, other: str) -> None:
    assert verdict(one, other).likeness == "different"
    assert verdict(other, one).likeness == "different"
    assert verdict(one, other).differences or verdict(one, other, LEVEL).memory is None


@pytest.mark.parametrize(("old", "new"), SAYS_MORE)
def test_more_and_less(old: str, new: str) -> None:
    more = verdict(new, old)
    assert more.likeness == "says-more"
    assert not more.is_duplicate
    assert more.memory is not None
    assert verdict(old, new).likeness == "says-less"


@pytest.mark.parametrize(("old", "new"), [(old, new) for same, old, new in HELD_OUT if not same])
def test_held_out_different(old: str, new: str) -> None:
    assert verdict(new, old).likeness == verdict(old, new).likeness == "different"


def test_held_out_same() -> None:
    pairs = [(old, new) for same, old, new in HELD_OUT if same]
    missed = [
        pair for pair in pairs if not (verdict(*pair).is_duplicate or verdict(*pair[::-1]).is_duplicate)
    ]
    assert len(missed) <= MOST_HELD_OUT_MISSES, missed


def test_the_same_text_needs_no_vector() -> None:
    found = verdict("喜欢喝咖啡！", "喜欢 喝咖啡", cosine=0.0)
    assert (found.likeness, found.is_duplicate) == ("same-text", True)


def test_below_the_level_nothing_is_the_same_meaning() -> None:
    assert verdict("我爱喝咖啡", "喜欢喝咖啡", LEVEL - 0.01).likeness == "different"
    assert verdict("我爱喝咖啡", "喜欢喝咖啡", LEVEL).likeness == "same-meaning"


@pytest.mark.parametrize(
    "fields",
    [
        {"user_id": "other"}, {"namespace": "work"}, {"status": "forgotten"}, {"status": "superseded"}, {"superseded_by": ("x",)},
        {"key": "咖啡"}, {"value": "美式"}, {"id": "new"},
    ],
)  # fmt: skip
def test_memories_that_are_not_compared(fields: dict[str, object]) -> None:
    old = replace(memory("喜欢喝咖啡", "old"), **fields)
    assert duplicate_of(memory("喜欢喝咖啡"), [(old, 1.0)], LEVEL) == Verdict("different")


def test_the_same_words_are_the_same_whatever_they_were_filed_under() -> None:
    old = replace(memory("喜欢喝咖啡", "old"), type="event")
    assert duplicate_of(memory("喜欢喝咖啡"), [(old, 1.0)], LEVEL).likeness == "same-text"
    assert duplicate_of(memory("爱喝咖啡"), [(old, 1.0)], LEVEL).likeness == "different"


def test_the_value_of_a_slot_counts() -> None:
    slot = {"key": "接入密码", "scene": "客厅"}
    new, old = memory("密码", value="a1", **slot), memory("密码", "old", value="a1", **slot)
    assert duplicate_of(new, [(old, 1.0)], LEVEL).is_duplicate
    assert not duplicate_of(new, [(replace(old, value="a2"), 1.0)], LEVEL).is_duplicate
    assert not duplicate_of(new, [(replace(old, scene="卧室"), 1.0)], LEVEL).is_duplicate


def test_the_same_words_about_two_days_are_two_events() -> None:
    new = memory("跑了五公里", type="event", occurred_at=NOW)
    for days, duplicate in ((0, True), (1, False), (-7, False)):
        old = memory("跑了五公里", "old", type="event", occurred_at=NOW + timedelta(days=days))
        assert duplicate_of(new, [(old, 1.0)], LEVEL).is_duplicate is duplicate


def test_the_likest_is_chosen() -> None:
    olds = [
        (memory("喜欢喝手冲咖啡", "more"), 0.99),
        (memory("我爱喝咖啡", "meaning"), 0.96),
        (memory("喜欢喝咖啡。", "text"), 0.95),
    ]
    for _ in range(len(olds)):
        olds.append(olds.pop(0))
        found = duplicate_of(memory("喜欢喝咖啡"), olds, LEVEL)
        assert found.memory is not None
        assert (found.memory.id, found.likeness, found.cosine) == ("text", "same-text", 0.95)


def test_no_neighbours() -> None:
    assert duplicate_of(memory("喜欢喝咖啡"), [], LEVEL) == Verdict("different")


@settings(max_examples=150)
@given(st.text(max_size=40), st.text(max_size=40), st.floats(-1, 1))
def test_total(new: str, old: str, cosine: float) -> None:
    found = verdict(new, old, cosine)
    assert found.is_duplicate <= (found.memory is not None)
    assert verdict(new, new, cosine).likeness == "same-text"


def test_who_owes_whom_is_not_the_same() -> None:
    assert not verdict("小明欠我三百", "我欠小明三百", 0.99).is_duplicate


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("我在找工作", "我找到工作了"),
        ("在准备雅思", "雅思准备完了"),
        ("I am looking for a job", "I found a job"),
    ],
)
def test_the_end_of_a_thing_is_no_duplicate_of_it(old: str, new: str) -> None:
    assert verdict(new, old).likeness == "different"
