from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.decode import BOM, split_lines
from vault.format.section import Heading, cut_sections, find_headings
from vault.model.note import Section


def cut(text: str) -> tuple[Section, ...]:
    data = text.encode()
    raw = split_lines(data)
    lines = [line.raw.decode().rstrip("\r\n") for line in raw]
    return cut_sections(raw, lines, find_headings(lines))


def texts(text: str) -> list[tuple[tuple[str, ...], str]]:
    return [(section.headings, section.text) for section in cut(text)]


def test_sections_carry_the_path_of_their_headings() -> None:
    assert texts("intro\n# A\none\n## B\n\ntwo\n\n### C\nthree\n## D\n# E\nfour\n") == [
        ((), "intro"),
        (("A",), "one"),
        (("A", "B"), "two"),
        (("A", "B", "C"), "three"),
        (("A", "D"), ""),
        (("E",), "four"),
    ]


def test_a_skipped_level() -> None:
    assert texts("### C\nx\n# A\ny\n") == [(("C",), "x"), (("A",), "y")]


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        ("# A", "A"),
        ("   ## A ##  ", "A"),
        ("#\tA", "A"),
        ("# **A** [[b]]", "**A** [[b]]"),
        ("A\n===", "A"),
        ("A\n---", "A"),
    ],
)
def test_headings(line: str, heading: str) -> None:
    assert texts(f"{line}\ntext\n") == [((heading,), "text")]


@pytest.mark.parametrize(
    "body",
    [
        "#tag is none",
        "####### seven",
        "\\# escaped",
        "    # in a code block",
        "```\n# in a fence\n```",
        "~~~~ py\n# in a fence\n~~~\n# still\n~~~~",
        "```\n# in a fence without end",
        "<!--\n# in a comment\n-->",
        "> # in a quote",
        "- # in a list",
        "text\n\n---\n\nmore",
        "two lines\nabove a rule\n---",
        "| a |\n| - |\n| b |",
    ],
)
def test_what_is_no_heading(body: str) -> None:
    assert texts(f"{body}\n") == [((), body)]


def test_an_empty_heading_divides_but_names_nothing() -> None:
    assert texts("# A\none\n#\ntwo\n") == [(("A",), "one"), ((), "two")]


def test_offsets_count_bytes_and_lines_count_from_one() -> None:
    data = BOM + "前言\r\n\r\n# 猫\r\n年糕\r\n".encode()
    raw = split_lines(data)
    lines = [line.raw.decode().rstrip("\r\n") for line in raw]
    assert cut_sections(raw, lines, find_headings(lines)) == (
        Section((), "前言", 1, 3, 13),
        Section(("猫",), "年糕", 3, 13, 28),
    )


def test_a_lone_carriage_return_does_not_shift_lines() -> None:
    assert [section.line for section in cut("a\rb\n# H\nx\n")] == [1, 2]


LINES = st.sampled_from(
    [
        "",
        " ",
        "text",
        "年糕 😀",
        "# A",
        "## B",
        "###",
        "===",
        "---",
        "```",
        "    # code",
        "- item",
        "> quote",
        "<!--",
        "-->",
        "\r",
        "\ta",
    ]
)


@given(st.lists(LINES, max_size=12), st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_sections_joined_are_the_body_byte_for_byte(lines: list[str], end: str, final: bool) -> None:
    text = end.join(lines) + (end if final and lines else "")
    data = text.encode()
    sections = cut(text)
    assert b"".join(data[section.start : section.end] for section in sections) == data
    for section in sections:
        assert data[: section.start].count(b"\n") + 1 == section.line


@given(st.lists(LINES, max_size=12))
def test_every_line_of_text_is_in_a_section_or_a_heading(lines: list[str]) -> None:
    headings = find_headings(lines)
    sections = cut("\n".join(lines))
    kept = "\n".join(section.text for section in sections)
    covered = {index for heading in headings for index in range(heading.start, heading.end)}
    for index, line in enumerate(lines):
        if index not in covered:
            assert line.strip() in kept


def test_headings_are_found_as_half_open_ranges() -> None:
    assert find_headings(["# A", "x", "B", "==="]) == [Heading("A", 1, 0, 1)]
    assert find_headings(["# A", "", "B", "==="]) == [Heading("A", 1, 0, 1), Heading("B", 1, 2, 4)]
