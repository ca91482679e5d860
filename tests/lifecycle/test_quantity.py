from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.lifecycle.quantity import quantities, read_numeral


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("三", 3), ("两", 2), ("十", 10), ("十二", 12), ("二十", 20), ("一百零五", 105), ("一百二", 120), ("三千五", 3500), ("两万", 20000), ("一万零五", 10005),
        ("三千零五", 3005), ("二〇二六", 2026), ("12", 12), ("1,200", 1200), ("1.5", 1.5), ("三点五", 3.5), ("一亿二千万", 120000000),
    ],
)  # fmt: skip
def test_numerals(text: str, number: float) -> None:
    assert read_numeral(text) == number


@pytest.mark.parametrize("text", ["", "几", "abc", "1二", "点"])
def test_no_numeral(text: str) -> None:
    assert read_numeral(text) is None


@pytest.mark.parametrize(
    ("text", "unit", "values"),
    [
        ("两岁", "岁", {"2"}), ("2 岁", "岁", {"2"}), ("3 years old", "岁", {"3"}), ("three years old", "岁", {"3"}), ("四千五百元", "元", {"4500"}),
        ("4500块", "元", {"4500"}), ("1.5万元", "元", {"15000"}), ("每周三", "weekday", {"3"}), ("星期天", "weekday", {"7"}), ("周一到周五", "weekday", {"1", "2", "3", "4", "5"}),
        ("周一、周三", "weekday", {"1", "3"}), ("on tuesdays", "weekday", {"2"}), ("下午三点", "clock", {"3:00"}), ("15:00", "clock", {"3:00"}), ("3点半", "clock", {"3:30"}),
        ("三点一刻", "clock", {"3:15"}), ("7:30 pm", "clock", {"7:30"}), ("at 7 am", "clock", {"7:00"}), ("15:00", "part", {"pm"}), ("早上", "part", {"am"}), ("2026-12-05", "日", {"5"}),
        ("3月5日", "月", {"3"}), ("三月五号", "日", {"5"}), ("may 5", "月", {"5"}), ("每天", "often", {"day"}), ("每周三", "often", {"week"}), ("明天", "day", {"tomorrow"}),
        ("下周二", "week", {"next"}), ("去年", "year", {"last"}), ("周末", "week", {"weekend"}), ("-26 度", "度", {"-26"}), ("65 公斤", "kg", {"65"}), ("twice a week", "次", {"2"}),
        ("178厘米", "厘米", {"178"}), ("两只猫", "个", {"2"}),
    ],
)  # fmt: skip
def test_found(text: str, unit: str, values: set[str]) -> None:
    assert quantities(text).values.get(unit) == values


@pytest.mark.parametrize(
    "text",
    [
        "一起去",
        "三明治",
        "统一",
        "十分好吃",
        "老百姓",
        "五花肉",
        "一直",
        "百度",
        "四川菜",
        "有一点甜",
        "说到一半",
    ],
)
def test_numerals_inside_words_count_nothing(text: str) -> None:
    assert quantities(text).values == {}
    assert quantities(text).rest == text


def test_the_rest_is_what_is_not_counted() -> None:
    assert quantities("年糕两岁了").rest.split() == ["年糕", "了"]


@given(st.text(max_size=60) | st.text("一二三十百千万亿点零周每上下午月日年岁个0123456789:.-/ ", max_size=30))
def test_total(text: str) -> None:
    found = quantities(text)
    assert all(values for values in found.values.values())
