"""Advice that is asked for brings what it must not run against, whatever else there is."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from tests.index.conftest import Workbench
from tests.recall.conftest import Fill
from tests.stand_in_model import StandInModel
from vault.recall.query import RecallRequest
from vault.recall.search import Recaller

NOW = datetime(2026, 11, 28, 12, tzinfo=timezone.utc)


@pytest.fixture
def recaller(bench: Workbench) -> Recaller:
    return Recaller(bench.index, StandInModel())


def told(recaller: Recaller, question: str, **options: object) -> list[str]:
    """What is recalled as a constraint."""
    request = RecallRequest(question, "u", limit=5, **options)  # type: ignore[arg-type]
    hits = recaller.recall(request, NOW, timezone.utc).hits
    return [hit.content for hit in hits if "constraint" in hit.why.notes]


def test_what_must_not_be_eaten_comes_first(fill: Fill, recaller: Recaller) -> None:
    fill(
        "喜欢川菜，尤其是水煮鱼",
        "不能吃香菜",
        "养了一只叫年糕的猫",
        *[f"第{n}家餐厅的晚饭很好吃" for n in range(30)],
    )
    hits = recaller.recall(RecallRequest("推荐今天的晚饭", "u", limit=5), NOW, timezone.utc).hits
    assert hits[0].content == "不能吃香菜"


def test_it_is_found_among_many(fill: Fill, recaller: Recaller) -> None:
    fill(*[f"第{n}次去吃的那家店，排骨很好吃" for n in range(400)], "对花生过敏")
    assert told(recaller, "帮我点个外卖") == ["对花生过敏"]
    assert told(recaller, "我的猫叫什么") == []


def test_one_topic_does_not_bring_the_constraints_of_another(fill: Fill, recaller: Recaller) -> None:
    fill("左膝半月板受伤", "晕车", "不吃羊肉", "在吃降压药")
    assert told(recaller, "今晚吃什么好") == ["不吃羊肉"]
    assert told(recaller, "帮我制定一个健身计划") == ["左膝半月板受伤"]
    assert told(recaller, "推荐一条自驾路线") == ["晕车"]
    assert told(recaller, "What should I take for a cold?") == ["在吃降压药"]


def test_somebody_elses_count_when_they_are_meant(fill: Fill, recaller: Recaller) -> None:
    fill("同事小李对海鲜过敏", "妈妈不吃牛肉", "女儿对花生过敏", "我家的狗不能吃葡萄", "不喝酒")
    assert told(recaller, "推荐今天的晚饭") == ["不喝酒", "女儿对花生过敏"]
    assert "同事小李对海鲜过敏" in told(recaller, "请同事吃饭去哪家餐厅好")
    assert "妈妈不吃牛肉" in told(recaller, "全家周末聚餐吃什么好")
    assert "我家的狗不能吃葡萄" in told(recaller, "给狗准备点什么吃的好")


def test_mere_dislikes_leave_room_for_answers(fill: Fill, recaller: Recaller) -> None:
    fill("不吃葱", "不吃姜", "不吃蒜", "不爱吃茄子", "少吃辣", "对虾过敏", "不能喝牛奶", "晚饭常去潮汕火锅店")
    request = RecallRequest("推荐今天的晚饭", "u", limit=5, gate=False)
    hits = recaller.recall(request, NOW, timezone.utc).hits
    assert {hits[0].content, hits[1].content} == {"对虾过敏", "不能喝牛奶"}
    assert ["constraint" in hit.why.notes for hit in hits] == [True, True, True, False, False]
    assert hits[3].content == "晚饭常去潮汕火锅店"


def test_english(fill: Fill, recaller: Recaller) -> None:
    fill("User is allergic to shellfish", "The user's mother does not eat beef", "User plays the piano")
    assert told(recaller, "What should I cook tonight?") == ["User is allergic to shellfish"]


def test_only_what_still_holds_and_may_be_returned(fill: Fill, recaller: Recaller) -> None:
    fill(
        {"id": "a", "content": "不吃羊肉", "status": "superseded"},
        {"id": "b", "content": "对芒果过敏", "namespace": "work"},
        {"id": "c", "content": "孕期不能吃生鱼片", "expires_at": "2026-01-01"},
        {"id": "d", "content": "对虾过敏", "user_id": "v"},
        {"id": "e", "content": "不吃香菜", "type": "event"},
        {"id": "f", "content": "不吃葱"},
    )
    assert told(recaller, "推荐晚饭", namespaces=("default",)) == ["不吃葱"]


def test_a_long_text_only_mentions_things(fill: Fill, recaller: Recaller) -> None:
    fill("菜谱：" + "炖肉的时候先焯水，" * 40 + "不吃辣的人可以不放辣椒")
    assert told(recaller, "推荐晚饭") == []
