from __future__ import annotations

import pytest

from vault.lifecycle.change import changes_in


def spheres(text: str) -> set[tuple[str, str]]:
    return {(each.sphere, each.old) for each in changes_in(text) if each.sphere}


@pytest.mark.parametrize(
    ("text", "sphere", "of"),
    [
        ("我离职了", "work", ""), ("从腾讯辞职了", "work", "腾讯"), ("I left Google", "work", "google"),
        ("我退休了", "calling", ""), ("搬家了", "home", ""),
        ("moved out of Camden", "home", "camden"), ("我毕业了", "study", ""), ("跟小雨分手了", "partner",
        "小雨"), ("Tom and I broke up", "partner", "tom"),
        ("我脱单了", "single", ""), ("雅思考完了", "underway", "雅思"), ("I passed the bar exam",
        "underway", "bar exam"), ("团子昨天去世了", "living", "团子"),
        ("Rex passed away in March", "living", "rex"), ("We lost Bella on Sunday", "living", "bella"),
    ],
)  # fmt: skip
def test_over(text: str, sphere: str, of: str) -> None:
    assert (sphere, of) in spheres(text)


@pytest.mark.parametrize(
    "text",
    [
        "小王离职了", "我老公离职了", "想离职", "我没有离职", "要是离职就好了", "领导催我结婚",
        "My brother left Google", "I'm thinking about leaving Google",
        "I left the office at six", "My parents got divorced", 'She said "I quit my job"', "我明年毕业",
    ],
)  # fmt: skip
def test_nobody_of_ours(text: str) -> None:
    assert spheres(text) == set()
