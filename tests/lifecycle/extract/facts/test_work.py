from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import extracted, only


@pytest.mark.parametrize(
    ("said", "kind", "key", "value"),
    [
        ("我是一名小学语文老师", "work", "职业", "小学语文老师"),
        ("我是做外贸的", "work", "职业", "外贸"),
        ("我的职业是兽医", "work", "职业", "兽医"),
        ("我在銀行上班", "work", "工作单位", "銀行"),
        ("我在深圳工作", "work", "", ""),
        ("我在阿里做后端开发", "work", "", ""),
        ("我自己开了一家花店", "work", "", ""),
        ("我已经退休了", "work", "", ""),
        ("我刚跳槽到美团", "change", "", ""),
        ("我在浙大读博", "study", "", ""),
        ("我今年大三", "study", "", ""),
        ("我毕业于同济大学", "study", "", ""),
        ("I work as a civil engineer", "work", "occupation", "civil engineer"),
        ("I'm a nurse in Toronto", "work", "occupation", "nurse"),
        ("I work at Siemens", "work", "employer", "Siemens"),
        ("I'm studying law at Leiden", "study", "", ""),
    ],
)
def test_work_and_study(said: str, kind: str, key: str, value: str) -> None:
    found = only(said)
    assert (found.kind, found.key, found.value) == (kind, key, value)


@pytest.mark.parametrize(
    "said",
    [
        "我在开会",
        "我在公司上班",
        "我要去看医生",
        "最近认识了几个设计师",
        "作为程序员，我觉得不好用",
        "我在网上做了个测试",
        "I'm working on it",
        "I work once a week",
        "I saw a doctor",
    ],
)
def test_no_work(said: str) -> None:
    assert [each for each in extracted(said) if each.kind in ("work", "study")] == []
