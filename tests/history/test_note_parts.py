"""A note cut into the parts that are merged one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.history.note_parts import FRONT, MACHINE, cut_note, mark_of, put_together, versions_of

NOTE = """---
title: 旅行
---

前言

# 大理

骑车

## 住处

民宿

<!-- memvault:begin -->
# 机器写的
<!-- memvault:end -->

# 大理

第二次
"""


def names(text: str) -> list[str]:
    return [" > ".join(each[0]) + f"#{each[1]}" for each in cut_note(text.encode())]


def test_front_matter_sections_and_the_machine_section() -> None:
    parts = cut_note(NOTE.encode())
    keys = list(parts)
    assert keys[0] == FRONT
    assert MACHINE in keys
    assert [each for each in keys if each not in (FRONT, MACHINE)] == [
        ((), 0),
        (("大理",), 0),
        (("大理", "住处"), 0),
        (("大理",), 1),
    ]
    assert b"".join(text for each in parts.values() for text in each.values()) == NOTE.encode()
    (machine,) = parts[MACHINE].values()
    assert "机器写的".encode() in machine


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("text\n", ["#0"]),
        ("# a\n```\n# no heading\n```\n", ["a#0"]),
        ("Title\n=====\n\ntext\n", ["Title#0"]),
        ("# a\n# a\n# a\n", ["a#0", "a#1", "a#2"]),
        ("### deep\n# top\n## in\n", ["deep#0", "top#0", "top > in#0"]),
        ("> # quoted\n", ["#0"]),
    ],
)
def test_what_is_a_section(text: str, expected: list[str]) -> None:
    assert names(text) == expected


def test_versions_side_by_side_are_one_part() -> None:
    text = (
        "# a\n\n<!-- memvault:versions -->\n# b\n\n1\n<!-- memvault:or -->\n# b\n\n2\n"
        "<!-- memvault:versions end -->\n\n# c\n"
    )
    parts = cut_note(text.encode())
    assert list(parts) == [(("a",), 0), (("b",), 0), (("c",), 0)]
    assert {*parts[("b",), 0]} == {b"# b\n\n1", b"# b\n\n2"}
    assert put_together(parts.values(), b"") == text.encode()


_LINES = st.lists(
    st.sampled_from(["# a", "## b", "a", "", "---", "Title", "=====", "```", "- x", "> q", "k: v"]),
    max_size=12,
)


@given(_LINES, st.booleans())
def test_every_byte_of_a_note_is_in_a_part(lines: list[str], ended: bool) -> None:
    data = ("\n".join(lines) + ("\n" if ended else "")).encode()
    assert put_together(cut_note(data).values(), b"") == data


def test_versions_that_differ_in_blank_lines_at_the_end_are_one() -> None:
    assert versions_of([b"a\n", b"a\n\n\n", b"a\r\n"]) == {b"a": b"a\n\n\n"}
    assert len(versions_of([b"a\n", b" a\n"])) == 2


def test_parts_are_parted_by_line_ends_and_the_mark_comes_first() -> None:
    parts = [versions_of([b"# a"]), {}, versions_of([b"# b"])]
    assert put_together(parts, mark_of(b"\xef\xbb\xbf# a", b"# b")) == b"\xef\xbb\xbf# a\n# b"
    assert mark_of(b"# a", b"") == b""


def test_line_ends_of_versions_side_by_side_stay() -> None:
    parts = [versions_of([b"# a\r\n\r\n1\r\n", b"# a\r\n\r\n2\r\n"])]
    written = put_together(parts, b"")
    assert written.count(b"\n") == written.count(b"\r\n")
    assert [*cut_note(written).values()] == parts
    assert put_together(cut_note(written).values(), b"") == written
