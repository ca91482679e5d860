from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault.lifecycle.contradiction import contradicts


@pytest.mark.parametrize(
    ("ours", "theirs", "reason"),
    [
        ("住在上海", "住在杭州", "attribute"), ("不能吃辣", "能吃辣", "denial"), ("I hate cilantro", "I like cilantro", "denial"), ("身高175厘米", "身高178厘米", "measure"),
        ("年糕三岁", "年糕两岁", "grown"), ("年糕两岁", "年糕三岁", "measure"), ("我支持远程办公", "我反对远程办公", "opposite"),
        ("最喜欢的水果是荔枝", "最喜欢的水果是山竹", "attribute"), ("My favourite author is Ali", "My favourite author is Smith", "attribute"), ("我有三个孩子", "我有两个孩子", "attribute"),
        ("我的车停在三号楼下", "我的车停在东门", "attribute"), ("女儿最喜欢的水果是荔枝", "我最喜欢的水果是山竹", None), ("最喜欢的水果是荔枝", "最喜欢的花是百合", None),
        ("每周四开会", "每周三开会", None), ("喜欢游泳", "喜欢爬山", None), ("打算住上海", "住在杭州", None), ("妈妈住在上海", "住在杭州", None), ("今天不喝可乐", "喜欢喝可乐", None),
        ("住在杭州滨江", "住在杭州", None), ("喜欢吃榴莲吗？", "讨厌吃榴莲", None), ("右膝盖受过伤", "左膝盖受过伤", None), ("房租5000元", "房租4500元", None), ("女儿六岁", "儿子五岁", None),
    ],
)  # fmt: skip
def test_contradictions(ours: str, theirs: str, reason: str | None) -> None:
    assert contradicts(ours, theirs) == reason


@settings(max_examples=100)
@given(st.text(max_size=40), st.text("一二三岁厘米0123456789不喜欢讨厌", max_size=20))
def test_total(ours: str, theirs: str) -> None:
    contradicts(ours, theirs)
    assert contradicts(theirs, theirs) is None
