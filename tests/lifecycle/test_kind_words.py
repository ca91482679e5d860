from __future__ import annotations

import pytest

from vault.lifecycle.kind_words import is_of_sort, names_living, stands_in


@pytest.mark.parametrize(
    ("general", "text", "of_sort"),
    [
        ("车", "开丰田", True), ("手机", "用 Mate 60", True), ("phone", "uses a Pixel", True), ("狗",
        "养了一只柯基", True), ("dog", "We have a corgi", True),
        ("车", "养了一只柯基", False), ("丰田", "开丰田", False), ("phone", "likes tea", False),
    ],
)  # fmt: skip
def test_of_sort(general: str, text: str, of_sort: bool) -> None:
    assert is_of_sort(general, text) is of_sort


def test_whole_latin_words() -> None:
    assert stands_in("cat", "two cats")
    assert not stands_in("cat", "a category")
    assert stands_in("mate#", "mate 60 pro")
    assert not stands_in("mate#", "my mate tom")


def test_living() -> None:
    assert names_living("家里有只鹦鹉")
    assert not names_living("家里有台钢琴")
