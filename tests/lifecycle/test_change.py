from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lifecycle.revision_cases import LEAVES, REPLACES
from vault.lifecycle.change import changes_in, is_settled


@pytest.mark.parametrize(
    ("text", "kind", "old", "new", "topic"),
    [
        ("我已经不学吉他了", "stop", "学吉他", "", ""),
        ("再也不喝可乐了", "stop", "喝可乐", "", ""),
        ("戒咖啡了", "stop", "咖啡", "", ""),
        ("瑜伽课取消了", "stop", "瑜伽课", "", ""),
        ("和女朋友分手了", "stop", "女朋友", "", ""),
        ("周会改到周四上午了", "switch", "", "周四上午", "周会"),
        ("把牛奶换成豆浆了", "switch", "牛奶", "豆浆", ""),
        ("以前喜欢爬山，现在喜欢游泳", "switch", "喜欢爬山", "喜欢游泳", ""),
        ("我搬到杭州了", "move", "", "杭州", ""),
        ("我现在开始喝美式了", "now", "", "喝美式", ""),
        ("不对，我叫林舟", "correction", "", "叫林舟", ""),
        ("I no longer run", "stop", "run", "", ""),
        ("Switched from npm to pnpm", "switch", "npm", "pnpm", ""),
        ("Standup was moved to 10 am", "switch", "", "10 am", "standup"),
        ("I moved to Austin", "move", "", "austin", ""),
        ("Now drinks americano", "now", "", "drinks americano", ""),
    ],
)
def test_parts(text: str, kind: str, old: str, new: str, topic: str) -> None:
    changes = changes_in(text)
    assert [(each.kind, each.old, each.new, each.topic) for each in changes] == [(kind, old, new, topic)]
    assert changes[0].cue


@pytest.mark.parametrize(
    "text",
    [
        "要不要搬到杭州？", "你搬到杭州了吗", "如果搬到杭州就好了", "打算换成豆浆", "还没搬到杭州", "没有换成豆浆", "下个月搬到杭州", "我现在也喝美式", "换了手机号", "受不了了", "差不多了",
        "把书桌搬到阳台了", "喜欢喝拿铁", "医生建议戒咖啡", "考虑从腾讯离职", "改天再说", "Should I move to Austin?", "I might move to Austin", "I haven't moved to Austin",
        "Planning to switch to pnpm", "I also use Firefox now", "Likes tea",
    ],
)  # fmt: skip
def test_no_change(text: str) -> None:
    assert changes_in(text) == ()


@pytest.mark.parametrize(
    ("text", "settled"),
    [
        ("住在杭州", True),
        ("住在杭州吗", False),
        ("下个月住杭州", False),
        ("如果住杭州，想换工作", False),
        ("明年搬到杭州", False),
    ],
)
def test_settled(text: str, settled: bool) -> None:
    assert is_settled(text) is settled


@settings(max_examples=200)
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from([text for pair in (*REPLACES, *LEAVES) for text in pair]), max_size=4).map(
        "，".join
    )
)
def test_total(text: str) -> None:
    for change in changes_in(text):
        assert change.new or change.old or change.sphere
