from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "type_", "day"),
    [
        ("下周二体检", "event", "2026-12-01"),
        ("周五之前要交季度报告", "task", "2026-11-27"),
        ("论文初稿下周五截止", "task", "2026-12-04"),
        ("明天记得交电费", "task", "2026-11-26"),
        ("我打算明年去日本旅行", "task", "2027-01-01"),
        ("这周六要搬家", "event", "2026-11-28"),
        ("表弟1月16号在绍兴办婚礼", "event", "2027-01-16"),
        ("约了12月2日下午修热水器", "event", "2026-12-02"),
        ("周会改到周四下午三点了", "event", "2026-11-26"),
        ("The report is due on Friday", "task", "2026-11-27"),
        ("I need to renew my passport by December 10", "task", "2026-12-10"),
        ("I'm going to Japan in March", "event", "2027-03-01"),
        ("my parents arrive tomorrow", "event", "2026-11-26"),
    ],
)
def test_plans(said: str, type_: str, day: str) -> None:
    found = only(said)
    assert (found.kind, found.type) == ("plan", type_)
    assert f"{found.occurred_at:%Y-%m-%d}" == day


def test_a_plan_without_a_day() -> None:
    found = only("我打算换个大点的房子")
    assert (found.kind, found.type, found.occurred_at) == ("plan", "task", None)


@pytest.mark.parametrize(
    "said",
    [
        "明天见",
        "周末愉快",
        "明天会下雨",
        "我去洗澡，一会儿聊",
        "我打算去散个步",
        "我昨天去了医院",
        "我喜欢周末去爬山",
        "我想喝水",
        "see you tomorrow",
        "it will rain tomorrow",
        "I went on Friday",
    ],
)
def test_no_plans(said: str) -> None:
    assert [each for each in extracted(said) if each.kind == "plan"] == []
