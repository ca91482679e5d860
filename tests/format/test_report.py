from __future__ import annotations

from vault.format.report import Report, quoted
from vault.problem import Problem


def test_problems_come_in_line_order() -> None:
    report = Report("facts/a.jsonl")
    report.warning("bad-date", 7, 2, "later")
    report.error("broken-json", 3, 9, "earlier", "do this")
    assert report.problems() == (
        Problem("facts/a.jsonl", 3, 9, "broken-json", "earlier", "do this", "error"),
        Problem("facts/a.jsonl", 7, 2, "bad-date", "later", "", "warning"),
    )


def test_of_each_code_a_hundred_are_shown_and_the_rest_is_counted() -> None:
    report = Report("a")
    for line in range(1, 251):
        report.warning("bad-date", line, 1, "x")
    report.error("broken-json", 5, 1, "y")
    problems = report.problems()
    assert [problem.code for problem in problems].count("bad-date") == 101
    assert problems[-1] == Problem("a", 0, 0, "bad-date", "150 more lines have this problem", "", "warning")
    assert report.is_counting("bad-date")
    assert not report.is_counting("broken-json")


def test_quoted_values_are_short_and_on_one_line() -> None:
    assert quoted("a\n b") == "`a b`"
    assert quoted("x" * 100) == f"`{'x' * 40}…`"
