from __future__ import annotations

import pytest

from vault.format.front_matter import FrontMatter, read_front_matter
from vault.format.report import Report


def read(text: str) -> tuple[FrontMatter, list[tuple[int, int, str]]]:
    report = Report("notes/a.md")
    front = read_front_matter(text.split("\n"), report)
    return front, [(each.line, each.column, each.code) for each in report.problems()]


def test_values_places_and_the_first_line_of_the_body() -> None:
    front, problems = read("---\ntitle: 周会\ntags:\n  - a\n---\nbody")
    assert front == FrontMatter({"title": "周会", "tags": ["a"]}, {"title": (2, 8), "tags": (4, 3)}, 5)
    assert not problems


@pytest.mark.parametrize("text", ["---  \na: b\n---\t\nbody", "---\na: b\n...\nbody"])
def test_fences(text: str) -> None:
    front, problems = read(text)
    assert (front.values, front.body, problems) == ({"a": "b"}, 3, [])


@pytest.mark.parametrize(
    "text", ["", "body", "# ---\n---", "\n---\na: b\n---", "----\na: b\n----", " ---\na: b\n---"]
)
def test_no_front_matter(text: str) -> None:
    assert read(text) == (FrontMatter(), [])


@pytest.mark.parametrize("text", ["---\n---\nbody", "---\n\n---\nbody"])
def test_empty_front_matter(text: str) -> None:
    front, problems = read(text)
    assert (front.values, text.split("\n")[front.body :], problems) == ({}, ["body"], [])


def test_a_rule_across_the_page_is_no_front_matter() -> None:
    assert read("---\n\nOnce upon a time.\n\n---\n\nThe end.") == (FrontMatter(), [])


@pytest.mark.parametrize("text", ["---\n\nNote: see below\n", "---\n\nNote: x\n\nSome prose.\n\n---\nmore"])
def test_a_rule_above_a_line_with_a_colon_is_no_front_matter(text: str) -> None:
    assert read(text) == (FrontMatter(), [])


def test_text_right_between_fences_is_body_but_looks_like_a_mistake() -> None:
    assert read("---\n*Italic*\n---\nbody") == (FrontMatter(), [(2, 1, "broken-front-matter")])


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("title: 会议: 周会", "会议: 周会"),
        ("title: Re:", "Re:"),
        ("title: *Italic*", "*Italic*"),
        ("title: @home", "@home"),
        ("title: %TEMP%", "%TEMP%"),
        ("title: it's: so", "it's: so"),
    ],
)
def test_text_that_plainly_lacks_quotes_is_what_was_meant(line: str, value: str) -> None:
    front, problems = read(f"---\ntags: [a, b]\n{line}\n---\nbody")
    assert front.values == {"tags": ["a", "b"], "title": value}
    assert not problems


@pytest.mark.parametrize(
    ("lines", "values", "problem"),
    [
        (["title: x", "tags: [a", "id: n1"], {"title": "x", "tags": "[a", "id": "n1"}, (4, 3, "broken-front-matter")),
        (["title: x", "tags:", "\t- a", "\t- b"], {"title": "x", "tags": ["a", "b"]}, (4, 1, "broken-front-matter")),
        (["\ttitle: x"], {"title": "x"}, (2, 1, "broken-front-matter")),
        (["a: &a [x]", "b: [*a, *a]", 'title: "y"'], {"a": "&a [x]", "b": "[*a, *a]", "title": "y"}, (2, 4, "broken-front-matter")),
        (['title: "x', "id: n1"], {"title": '"x', "id": "n1"}, (2, 8, "broken-front-matter")),
    ],
)  # fmt: skip
def test_of_broken_yaml_the_plain_lines_are_read(
    lines: list[str], values: dict[str, object], problem: tuple[int, int, str]
) -> None:
    front, problems = read("\n".join(["---", *lines, "---", "body"]))
    assert front.values == values
    assert front.body == len(lines) + 2
    assert problems == [problem]


@pytest.mark.parametrize(
    ("text", "values", "body"),
    [
        ("---\ntitle: x\n\nbody", {"title": "x"}, ["", "body"]),
        ("---\ntitle: x\ntags:\n- a\n# Heading\nbody", {"title": "x", "tags": ["a"]}, ["# Heading", "body"]),
        ("---\ntitle: x", {"title": "x"}, []),
        ("---\ntitle: x\n\nbody\n\n---\n\nmore", {"title": "x"}, ["", "body", "", "---", "", "more"]),
    ],
)
def test_front_matter_without_an_end_ends_where_the_body_plainly_begins(
    text: str, values: dict[str, object], body: list[str]
) -> None:
    front, problems = read(text)
    assert front.values == values
    assert text.split("\n")[front.body :] == body
    assert problems == [(1, 1, "unclosed-front-matter")]


def test_the_hint_shows_the_line_in_quotes() -> None:
    report = Report("notes/a.md")
    read_front_matter(["---", "note: x # y: [", "title: [a: b: c", "---"], report)
    assert "title: '[a: b: c'" in report.problems()[0].hint


def test_a_key_that_stands_twice() -> None:
    front, problems = read("---\na: 1\na: 2\n---")
    assert front.values == {"a": "2"}
    assert problems == [(3, 4, "duplicate-key")]
