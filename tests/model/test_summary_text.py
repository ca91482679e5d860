from __future__ import annotations

import pytest

from vault.model.summary_text import summary_text


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("zh", "用户事实：养猫；住杭州。情绪与偏好：不吃香菜。"),
        ("en", "User facts: 养猫; 住杭州. Mood and preferences: 不吃香菜."),
    ],
)
def test_parts_stand_in_their_order_each_statement_once(language: str, expected: str) -> None:
    parts = {"mood": ["不吃香菜"], "open": [], "facts": ["养猫", "住杭州", "养猫"]}
    assert summary_text(parts, language) == expected


def test_nothing_to_say_is_no_text() -> None:
    assert summary_text({"facts": []}, "zh") == summary_text({}, "en") == ""
