from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from vault.lifecycle.profile_topic import ProfileTopic, names_in, topic_of
from vault.model.memory import Memory, MemoryType

TODAY = datetime(2026, 11, 29, 16, tzinfo=timezone.utc)  # a midnight in Shanghai


def memory(content: str, kind: MemoryType = "fact", **fields: object) -> Memory:
    return Memory("mem_1", content, "lin", type=kind, **{"created_at": TODAY, **fields})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("content", "kind", "topic"),
    [
        ("用户叫林舟", "fact", "basics"),
        ("用户的生日是 12 月 18 日", "fact", "basics"),
        ("家住杭州西湖区", "fact", "basics"),
        ("The user lives in Hangzhou.", "fact", "basics"),
        ("用户养了一只叫年糕的猫", "fact", "family"),
        ("The user has a dog called Rex.", "fact", "family"),
        ("妻子叫夏雨，大家都叫她小雨", "fact", "family"),
        ("用户的妈妈爱吃鲜花饼", "preference", "family"),
        ("用户在云帆物流做数据分析", "fact", "work"),
        ("上司是运营总监王思远", "fact", "work"),
        ("用户喜欢喝手冲咖啡", "preference", "preferences"),
        ("写代码用深色主题", "preference", "preferences"),
        ("用户对青霉素过敏", "fact", "health"),
        ("用户不吃香菜", "preference", "health"),
        ("血型是 O 型", "fact", "health"),
        ("The user is allergic to peanuts.", "fact", "health"),
        ("用户每周四练钢琴", "preference", "habits"),
        ("晚上十一点半前要睡", "preference", "habits"),
        ("用户最近在准备迁居到杭州", "fact", "plans"),
        ("用户正在备考雅思", "fact", "plans"),
        ("用户最近在找房子", "fact", "plans"),
        ("The user is preparing for the bar exam", "fact", "plans"),
        ("The user is looking for a new flat", "fact", "plans"),
        ("用户在学德语", "fact", "habits"),
        ("用户每天准备早餐", "fact", "habits"),
        ("The user is learning Dutch", "fact", "habits"),
        ("用户正在装修房子", "fact", "projects"),
        ("The user is renovating the kitchen", "fact", "projects"),
        ("用户在做一个记账小程序", "fact", "projects"),
        ("用户决定用 PostgreSQL", "fact", "projects"),
    ],
)
def test_headings(content: str, kind: MemoryType, topic: ProfileTopic) -> None:
    assert topic_of(memory(content, kind), today=TODAY) == topic


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ("断网时去弱电箱拔路由器电源", "procedure"),
        ("十月小结：备战半马，喜欢跑步", "summary"),
        ("今天阳光很好，在阳台看书", "event"),
        ("大学同学阿杰在深圳做智能硬件", "fact"),
        ("门口的快递驿站晚上九点半关门", "fact"),
        ("用户增长组在三楼", "fact"),
    ],
)
def test_what_is_no_matter_of_a_profile(content: str, kind: MemoryType) -> None:
    assert topic_of(memory(content, kind), today=TODAY) is None


@pytest.mark.parametrize("fields", [{"pinned": True}, {"importance": 0.9}])
def test_what_is_to_be_remembered_and_fits_nowhere(fields: dict[str, Any]) -> None:
    assert topic_of(memory("门口的快递驿站晚上九点半关门", **fields), today=TODAY) == "other"
    assert topic_of(memory("车是 2021 款银色高尔夫", **fields), today=TODAY) == "other"


def test_plans_are_those_still_to_come() -> None:
    trip = "用户元旦去大理"
    assert topic_of(memory(trip, "event", occurred_at=TODAY), today=TODAY) == "plans"
    assert topic_of(memory(trip, "event", occurred_at=TODAY - timedelta(hours=1)), today=TODAY) is None
    assert topic_of(memory(trip, "event"), today=TODAY) is None
    wedding = memory("表弟在绍兴办婚礼", "event", occurred_at=TODAY - timedelta(days=1))
    assert topic_of(wedding, today=TODAY) is None


def test_a_task_without_a_day_is_open_for_a_while() -> None:
    task = "用户要订去大理的机票"
    assert topic_of(memory(task, "task"), today=TODAY) == "plans"
    old = memory(task, "task", created_at=TODAY - timedelta(days=61))
    assert topic_of(old, today=TODAY) is None


def test_the_state_of_a_project_does_not_last() -> None:
    state = "用户在做一个记账小程序"
    old = memory(state, created_at=TODAY - timedelta(days=181))
    assert topic_of(old, today=TODAY) is None
    assert topic_of(memory(state, created_at=None), today=TODAY) is None


def test_names_of_pets_and_relatives() -> None:
    assert names_in(memory("用户养了一只叫年糕的猫")) == ("年糕",)
    assert names_in(memory("The user has a dog called Rex.")) == ("Rex",)
    assert names_in(memory("写绘本的编辑叫周岚")) == ()
    fear = memory("年糕怕吸尘器")
    assert topic_of(fear, today=TODAY) is None
    assert topic_of(fear, today=TODAY, names=("年糕",)) == "family"


def test_what_is_prepared_for_long_is_no_plan_any_more() -> None:
    before = memory("用户最近在筹备婚礼", created_at=TODAY - timedelta(days=90))
    assert topic_of(before, today=TODAY) is None


@pytest.mark.parametrize(
    ("content", "topic"),
    [
        ("用户打算年底（2026-11-01 至 2026-12-31）前考驾照", "plans"),
        ("The user plans to paint the fence this month (2026-11-01 to 2026-11-30)", "plans"),
        ("用户打算十月上旬（2026-11-01 至 2026-11-10）去青海", None),
        ("用户打算（2026-11-01 至 2026-99-31）去青海", None),
    ],
)
def test_a_plan_for_some_days_is_open_until_the_last_of_them(content: str, topic: str | None) -> None:
    first = datetime(2026, 10, 31, 16, tzinfo=timezone.utc)
    assert topic_of(memory(content, "task", occurred_at=first), today=TODAY) == topic


def test_a_limit_is_the_last_day_itself() -> None:
    task = memory(
        "用户打算十月底（2026-10-21 至 2026-10-31）前搬走", "task", occurred_at=TODAY - timedelta(days=30)
    )
    assert topic_of(task, today=TODAY) is None
