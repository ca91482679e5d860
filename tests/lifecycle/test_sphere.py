from __future__ import annotations

import pytest

from vault.lifecycle.sphere import is_held
from vault.lifecycle.wording import folded


def affirms(what: str, theirs: str) -> bool:
    return what in theirs


@pytest.mark.parametrize(
    ("sphere", "of", "theirs", "held"),
    [
        ("work", "", "我在腾讯做测试", True), ("work", "腾讯", "我在腾讯做测试", True), ("work", "百度",
        "我在腾讯做测试", False),
        ("work", "", "我在找工作", False), ("calling", "", "我是护士", True), ("calling", "",
        "我是视频会员", False),
        ("home", "", "我住在望京", True), ("home", "", "老家在山东", False), ("study", "",
        "I study at Leeds", True),
        ("partner", "anna", "My girlfriend is called Anna", True), ("partner", "anna",
        "My girlfriend is called Eve", False),
        ("single", "", "我单身", True), ("underway", "雅思", "在准备雅思", True), ("underway", "雅思",
        "考过雅思", False),
        ("living", "团子", "养了一只猫叫团子", True), ("living", "猫", "对猫过敏", False), ("living",
        "dog", "We have a corgi", True),
    ],
)  # fmt: skip
def test_held(sphere: str, of: str, theirs: str, held: bool) -> None:
    assert is_held(sphere, of, folded(theirs), affirms) is held  # type: ignore[arg-type]
