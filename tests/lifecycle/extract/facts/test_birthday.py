from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "key", "scene", "value"),
    [
        ("我的生日是3月14号", "生日", "", "3月14号"),
        ("我妈妈的生日是农历九月初九", "生日", "妈妈", "农历九月初九"),
        ("我女儿六月二号过生日", "生日", "女儿", "六月二号"),
        ("我上司过生日是在2月6号", "生日", "上司", "2月6号"),
        ("我生日是4月不是3月", "生日", "", "4月"),
        ("我是1993年8月出生的", "出生日期", "", "1993年8月"),
        ("我今年三十二岁", "年龄", "", "三十二岁"),
        ("我属虎", "属相", "", "虎"),
        ("我是天蝎座", "星座", "", "天蝎座"),
        ("我和小雨的结婚纪念日是5月20日", "结婚纪念日", "", "5月20日"),
        ("My birthday is March 5th", "birthday", "", "March 5th"),
        ("My mom's birthday is on October 9", "birthday", "mom", "October 9"),
        ("I was born on 12 May 1988", "date of birth", "", "12 May 1988"),
        ("I'm 29 years old", "age", "", "29"),
    ],
)
def test_days_and_ages(said: str, key: str, scene: str, value: str) -> None:
    found = only(said)
    assert (found.kind, found.key, found.scene, found.value) == ("birthday", key, scene, value)
    assert found.occurred_at is None


@pytest.mark.parametrize(
    "said",
    ["我的生日快到了", "我生日想要手表", "生日快乐", "五岁的孩子很可爱", "I want a cake for my birthday"],
)
def test_no_days(said: str) -> None:
    assert [each for each in extracted(said) if each.kind == "birthday"] == []
