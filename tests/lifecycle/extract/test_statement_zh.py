from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import clause
from vault.lifecycle.extract.clause import Subject
from vault.lifecycle.extract.statement_zh import in_third_person, statement, without_particles


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("我对花生过敏啊", "用户对花生过敏"),
        ("完全不能吃香菜", "用户完全不能吃香菜"),
        ("对了，我老婆对花生过敏", "用户的老婆对花生过敏"),
        ("我最好的朋友叫阿May", "用户的最好的朋友叫阿May"),
        ("早餐我一般吃燕麦", "早餐用户一般吃燕麦"),
        ("我們家養了三條魚", "用戶家養了三條魚"),
        ("老婆生日11月30号", "用户的老婆生日11月30号"),
        ("我搬到杭州啦～", "用户搬到杭州了"),
        ("我自己开了家店", "用户开了家店"),
    ],
)
def test_statements(said: str, stated: str) -> None:
    assert statement(clause(said)) == stated


def test_somebody_taken_over_from_before() -> None:
    wife = Subject("person", "老婆")
    assert statement(clause("在协和上班", topic=wife)) == "用户的老婆在协和上班"
    assert statement(clause("她喜欢画画", named=wife)) == "用户的老婆喜欢画画"
    assert statement(clause("比我大两岁", topic=wife)) == "用户的老婆比用户大两岁"


def test_a_thing_needs_nobody() -> None:
    assert statement(clause("车停在地库"), thing=True) == "车停在地库"


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("我的猫", "用户的猫"),
        ("我妈和我", "用户的妈和用户"),
        ("我们公司", "用户的公司"),
        ("叫我起床", "叫用户起床"),
        ("我的話", "用戶的話"),
    ],
)
def test_third_person(said: str, stated: str) -> None:
    assert in_third_person(said) == stated


def test_particles_go() -> None:
    assert without_particles(" 我养猫呢！😊") == "我养猫"
