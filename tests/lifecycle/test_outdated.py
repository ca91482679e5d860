from __future__ import annotations

import pytest

from vault.lifecycle.change import changes_in
from vault.lifecycle.outdated import outdated_by, subjects_in


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("我搬到杭州了", set()), ("妈妈搬到杭州了", {"妈妈"}), ("小王住在上海", {"小王"}), ("李总在北京", {"李总"}), ("和妻子住在上海", set()), ("同事喝美式", {"同事"}), ("my brother moved", {"brother"}),
        ("lives with my wife", set()),
    ],
)  # fmt: skip
def test_subjects(text: str, subjects: set[str]) -> None:
    assert subjects_in(text) == subjects


@pytest.mark.parametrize(
    ("new", "old", "reason"),
    [
        ("我已经不学吉他了", "我在学吉他", "stopped"), ("我搬到杭州了", "住在上海", "moved"), ("周会改到周四", "周会在周三", "switched"), ("现在开始喝美式了", "喜欢喝拿铁", "now"),
        ("不对，我叫林舟", "我叫林周", "corrected"), ("我搬到杭州了", "妈妈住在上海", None), ("我搬到杭州了", "以前住在上海", None), ("我搬到杭州了", "我住在杭州", None),
        ("用户改骑车上班了", "用户每天坐公交上班", "switched"), ("I walk to work now", "I take the tram to work", "now"), ("老公现在不在银行上班了", "老公在银行上班", "stopped"),
        ("老爸改骑车上班了", "用户每天坐公交上班", None), ("现在开始喝美式了", "不喝拿铁", None), ("我已经不学吉他了", "已经不学吉他了", None), ("把周末整理地点改成图书馆", "周末整理地点定在客厅", "switched"),
    ],
)  # fmt: skip
def test_outdated(new: str, old: str, reason: str | None) -> None:
    assert [outdated_by(change, new, old) for change in changes_in(new)] == [reason]
