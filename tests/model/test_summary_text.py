from __future__ import annotations

import pytest

from vault.model.summary_text import open_part, summary_text


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


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("mood", [[], ["不吃香菜"]])
def test_open_questions_are_told_from_the_rest(language: str, mood: list[str]) -> None:
    parts = {"facts": ["养猫"], "open": ["去哪里玩", "吃什么"], "mood": mood}
    told, questions = open_part(summary_text(parts, language))
    assert ("养猫" in told, "去哪里玩" in told, "不吃香菜" in told) == (True, False, bool(mood))
    assert ("养猫" in questions, "吃什么" in questions, "不吃香菜" in questions) == (False, True, False)


def test_a_summary_in_other_words_asks_nothing() -> None:
    assert open_part("聊了养猫的事") == ("聊了养猫的事", "")
