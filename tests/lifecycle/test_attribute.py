from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.lifecycle.attribute import Attribute, attributes_in, classes_in, exclude_each_other


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("我住在杭州", "home", "杭州"), ("搬到杭州了", "home", "杭州"), ("租住在三里屯", "home", "三里屯"), ("Lives in Boston", "home", "boston"), ("在网易工作", "employer", "网易"),
        ("跳槽到阿里了", "employer", "阿里"), ("I work at Acme", "employer", "acme"), ("转行做设计师了", "occupation", "设计师"), ("我叫林舟", "name", "林舟"), ("手机是小米14", "phone", "小米14"),
        ("早餐吃燕麦", "breakfast", "燕麦"), ("坐地铁上班", "commute", "地铁"), ("用 Vim 写代码", "editor", "vim"), ("血型O型", "blood type", "o"), ("我单身", "relationship", "单身"),
        ("最喜欢的季节是秋天", "favourite 季节", "秋天"), ("Her favourite board game is Azul", "favourite board game", "azul"), ("有两个孩子", "children", "两"),
        ("has three kids", "children", "three"), ("车停在东门地库", "parking", "东门地库"), ("walks to work", "commute", "walk"),
    ],
)  # fmt: skip
def test_stated(text: str, name: str, value: str) -> None:
    assert (name, value) in {(each.name, each.value) for each in attributes_in(text)}


@pytest.mark.parametrize(
    "text",
    [
        "以前住在北京",
        "老家在湖南",
        "去年在网易工作",
        "喜欢喝茶",
        "住院了",
        "记住密码",
        "I used to live in Rome",
    ],
)
def test_not_stated(text: str) -> None:
    assert attributes_in(text) == ()


@pytest.mark.parametrize(
    ("name", "one", "other", "exclude"),
    [
        ("home", "杭州", "上海", True), ("home", "杭州", "杭州滨江", False), ("employer", "网易", "阿里", True), ("employer", "广州", "银行", False), ("employer", "北京", "上海", True),
        ("employer", "浙江杭州", "杭州顺风", False),
    ],
)  # fmt: skip
def test_exclusion(name: str, one: str, other: str, exclude: bool) -> None:
    assert exclude_each_other(Attribute(name, one), Attribute(name, other)) is exclude
    assert exclude_each_other(Attribute(name, other), Attribute(name, one)) is exclude


def test_classes() -> None:
    assert classes_in("现在喝美式，不喝latte了") == {"coffee": {"美式", "latte"}}
    assert classes_in("Drinks lattes by train")["coffee"] == {"latte"}
    assert classes_in("training") == {}


@given(st.text(max_size=60))
def test_total(text: str) -> None:
    assert all(each.value for each in attributes_in(text))
    classes_in(text)
