from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lifecycle import revision_held_out as held_out
from tests.lifecycle.change_cases import CHANGES, KEEPS
from tests.lifecycle.revision_cases import CONFLICTS, LEAVES, REPLACES
from vault.lifecycle.supersede import Conflict, Plan, revise
from vault.model.memory import Memory

MOST_MISSED_CHANGES = 1  # `We're in Sheffield now, moved last month`
NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)
SPRING = datetime(2026, 3, 1, tzinfo=timezone.utc)
RELATED = 0.86
MOST_HELD_OUT_MISSES = (
    2  # `开丰田` / `车卖了` and `Eats meat` / `Now vegetarian`: what the words mean is not known
)


def memory(content: str, id: str = "new", **fields: object) -> Memory:  # noqa: A002
    given = {"user_id": "u", "created_at": NOW if id == "new" else SPRING, **fields}
    return Memory(id=id, content=content, **given)  # type: ignore[arg-type]


def outcome(new: Memory | str, *olds: Memory | str, cosine: float = 0.9) -> Plan | Conflict | None:
    candidate = memory(new) if isinstance(new, str) else new
    neighbours = [
        (memory(old, f"old{place}") if isinstance(old, str) else old, cosine)
        for place, old in enumerate(olds)
    ]
    return revise(candidate, neighbours=neighbours, related=RELATED, now=NOW)


@pytest.mark.parametrize(("old", "new"), REPLACES)
def test_replaces(old: str, new: str) -> None:
    plan = outcome(new, old)
    assert isinstance(plan, Plan)
    assert (plan.old, plan.new) == (("old0",), "new")


@pytest.mark.parametrize(("old", "new"), [*LEAVES, *held_out.LEAVES])
def test_leaves(old: str, new: str) -> None:
    assert outcome(new, old) is None


@pytest.mark.parametrize(("old", "new"), [*CONFLICTS, *held_out.CONFLICTS])
def test_conflicts(old: str, new: str) -> None:
    conflict = outcome(new, old)
    assert isinstance(conflict, Conflict)
    assert conflict.ids == ("old0", "new")


def test_changes_in_own_words() -> None:
    missed = [pair for pair in CHANGES if outcome(pair[1], pair[0]) is None]
    assert len(missed) <= MOST_MISSED_CHANGES, missed


@pytest.mark.parametrize(("old", "new"), KEEPS)
def test_keeps(old: str, new: str) -> None:
    assert outcome(new, old) is None


def test_one_of_several_is_gone() -> None:
    conflict = outcome("芝麻去世了", "养了两只猫，叫芝麻和汤圆")
    assert isinstance(conflict, Conflict)
    assert conflict.reason == "in-part"


def test_a_named_thing_is_found_however_far_its_vector() -> None:
    assert isinstance(outcome("团子去世了", "养了一只猫，叫团子", cosine=0.1), Plan)


def test_held_out_replaces() -> None:
    missed = [(old, new) for old, new in held_out.REPLACES if not isinstance(outcome(new, old), Plan)]
    assert len(missed) <= MOST_HELD_OUT_MISSES, missed


def slot(value: str, id: str = "new", **fields: object) -> Memory:  # noqa: A002
    return memory("客厅设备的接入密码", id, key="接入密码", scene="客厅设备", value=value, **fields)


def in_slot(new: Memory, *olds: Memory) -> Plan | Conflict | None:
    return revise(new, same_slot=olds, related=RELATED, now=NOW)


def test_another_value_of_the_same_slot() -> None:
    assert in_slot(slot("b"), slot("a", "old")) == Plan(("old",), "new", "same-slot", "客厅设备 接入密码")
    assert in_slot(slot("b"), slot("a", "one"), slot("c", "two")) == Plan(
        ("one", "two"), "new", "same-slot", "客厅设备 接入密码"
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"value": "b"},
        {"value": " Ｂ "},
        {"scene": "卧室"},
        {"key": "型号"},
        {"user_id": "x"},
        {"namespace": "x"},
        {"status": "superseded"},
        {"status": "forgotten"},
        {"expires_at": NOW},
    ],
)
def test_no_other_value_of_the_same_slot(fields: dict[str, object]) -> None:
    assert in_slot(slot("b"), replace(slot("a", "old"), **fields)) is None


def test_an_older_value_that_arrives_late_is_the_one_that_is_out_of_date() -> None:
    late = slot("a", created_at=SPRING - timedelta(days=1))
    assert in_slot(late, slot("b", "old")) == Plan(("new",), "old", "same-slot", "客厅设备 接入密码")


def test_every_old_memory_about_it_is_replaced() -> None:
    plan = outcome("我搬到杭州了", "住在上海", "喜欢喝茶", "家在上海浦东")
    assert plan == Plan(("old0", "old2"), "new", "moved", "我搬到杭州了")


def test_far_neighbours_are_left_alone() -> None:
    assert outcome("我搬到杭州了", "住在上海", cosine=RELATED - 0.01) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"user_id": "x"},
        {"namespace": "x"},
        {"status": "forgotten"},
        {"superseded_by": ("y",)},
        {"valid_until": SPRING},
    ],
)
def test_memories_out_of_reach(fields: dict[str, object]) -> None:
    assert outcome("我搬到杭州了", replace(memory("住在上海", "old0"), **fields)) is None


def test_what_happened_stays_true() -> None:
    happened = memory("周会在周三", "old0", type="event", occurred_at=SPRING)
    assert outcome("周会改到周四了", happened) is None
    assert isinstance(outcome("周会改到周四了", replace(happened, occurred_at=NOW + timedelta(days=2))), Plan)


def test_an_import_of_an_older_change_is_out_of_date_itself() -> None:
    late = memory("我搬到杭州了", created_at=SPRING - timedelta(days=30))
    assert outcome(late, "住在上海") == Plan(("new",), "old0", "moved", "我搬到杭州了")


def test_long_texts_are_left_to_people() -> None:
    assert outcome("我搬到杭州了。" + "今天聊了很多别的事情。" * 10, "住在上海") is None


def test_spring_summer_autumn() -> None:
    stopped = memory("我已经不学吉他了")
    assert outcome(stopped, "我在学吉他", "有一把木吉他", "妻子在学吉他") == Plan(
        ("old0",), "new", "stopped", "不学吉他了"
    )


@settings(max_examples=150)
@given(st.text(max_size=40), st.text(max_size=40), st.floats(-1, 1))
def test_total(new: str, old: str, cosine: float) -> None:
    outcome(new, old, cosine=cosine)
    assert outcome(new, new) is None or isinstance(outcome(new, new), Plan)


def test_summaries_outdate_nothing_and_are_not_outdated() -> None:
    assert isinstance(outcome("用户搬到上海了", "用户住在北京"), Plan)
    assert outcome(memory("用户搬到上海了", type="summary"), "用户住在北京") is None
    assert outcome("用户搬到上海了", memory("用户住在北京", "old0", type="summary")) is None
