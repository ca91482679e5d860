from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import clause, contents
from vault.lifecycle.extract.facts.rules import first_fit
from vault.lifecycle.extract.statement import in_third_person, statement_of


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("我叫阿杰", "用户叫阿杰"),
        ("我本名周文博", "用户叫周文博"),
        ("家里的Wi-Fi密码是niangao2612", "家里的Wi-Fi密码"),
        ("我的手机密码是112233", "用户的手机密码"),
        ("论文初稿下周五截止", "论文初稿下周五截止"),
        ("下周五年会", "用户下周五年会"),
        ("My name is Ann", "The user is called Ann"),
        ("The alarm code for the garage is 4471", "The alarm code for the garage"),
    ],
)
def test_what_a_rule_says(said: str, stated: str) -> None:
    hit = first_fit(clause(said))
    assert hit is not None
    assert statement_of(hit) == stated


def test_the_scene_of_a_secret_may_come_from_before() -> None:
    hit = first_fit(clause("密码是fibre2020"))
    assert hit is not None
    assert statement_of(hit, "宽带账号") == "宽带账号的密码"
    assert contents("我家宽带账号是hz8899，密码是fibre2020")[1] == "宽带账号的密码"


def test_whole_texts() -> None:
    assert in_third_person("我喜欢猫，我妈不喜欢。", chinese=True) == "用户喜欢猫，用户的妈不喜欢"
    assert (
        in_third_person("I like cats, my mom does not.", chinese=False)
        == "The user likes cats, their mom does not"
    )
