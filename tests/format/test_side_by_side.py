"""Versions that stand side by side in a note."""

from __future__ import annotations

import pytest

from vault.format.decode import split_lines
from vault.format.side_by_side import BEGIN, END, OR, SideBySide, find_lost_fields, find_side_by_side


def found(text: str) -> list[SideBySide]:
    return find_side_by_side(split_lines(text.encode()))


def test_versions_stand_between_markers() -> None:
    text = f"a\n{BEGIN}\nb\n{OR}\nc\nd\n{END}\r\n{BEGIN}\n{OR}\n{END}\n"
    assert found(text) == [
        SideBySide(1, 6, ((2, 3), (4, 6))),
        SideBySide(7, 9, ((8, 8), (9, 9))),
    ]


@pytest.mark.parametrize("text", [BEGIN, f"{BEGIN}\nx\n{OR}\n", f"{OR}\n{END}\n", f"text {BEGIN}\n{END}\n"])
def test_markers_that_do_not_fit_are_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("---\ntags: [a]\n# memvault:version tags: [b]\nx: 1\n# memvault:version x: 2\n---\n", [2, 4]),
        ("---\na:\n- x\n# memvault:version a:\n# memvault:version - y\n---\n", [3]),
        ("---\na: 1\n# a remark\n---\n\n# memvault:version a: 2\n", []),
        ("# memvault:version a: 2\n", []),
        ("", []),
    ],
)
def test_values_of_the_front_matter_that_lost(text: str, places: list[int]) -> None:
    assert find_lost_fields(split_lines(text.encode())) == places
