from __future__ import annotations

from vault.cli.problem_lines import diff_lines, problem_lines
from vault.files.file_change import FileChange
from vault.problem import Problem


def test_a_problem_as_editors_understand_it() -> None:
    problem = Problem("facts/家.jsonl", 2, 5, "broken-json", "no value here", "add one")
    lines = [line.plain for line in problem_lines([problem])]
    assert lines == ["facts/家.jsonl:2:5 broken-json no value here", "    add one"]
    warning = Problem("a.md", 0, 0, "not-utf8", "bytes", severity="warning")
    (line,) = problem_lines([warning])
    assert [span.style for span in line.spans if span.style in ("red", "yellow")] == ["yellow"]


def test_a_change_with_its_reasons() -> None:
    change = FileChange("a.jsonl", b"a\n", b"b\n", "0", ("line 1 has no id",))
    lines = list(diff_lines(change))
    assert [line.plain for line in lines] == [
        "# a.jsonl: line 1 has no id",
        "--- a/a.jsonl",
        "+++ b/a.jsonl",
        "@@ -1 +1 @@",
        "-a",
        "+b",
    ]
    assert [str(line.style) for line in lines[-2:]] == ["red", "green"]
