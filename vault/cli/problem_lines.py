"""Problems and planned changes as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from vault.cli.visible_text import on_one_line

if TYPE_CHECKING:
    from vault.api.results import FileChange
    from vault.problem import Problem

_DIFF_STYLES = {"+": "green", "-": "red", "@": "cyan"}


def problem_lines(problems: Iterable[Problem]) -> Iterator[Text]:
    """`path:line:column code message`, and the next step below it."""
    for problem in problems:
        style = "red" if problem.severity == "error" else "yellow"
        place = on_one_line(f"{problem.path}:{problem.line}:{problem.column}")
        yield Text.assemble((place, "bold"), " ", (problem.code, style), " " + on_one_line(problem.message))
        if problem.hint:
            yield Text(f"    {on_one_line(problem.hint)}", "dim")


def diff_lines(change: FileChange) -> Iterator[Text]:
    """The unified difference of one file, after the reasons for it."""
    for reason in change.reasons:
        yield Text(on_one_line(f"# {change.path}: {reason}"), "dim")
    for line in change.diff.splitlines():
        yield Text(line, "bold" if line.startswith(("+++", "---")) else _DIFF_STYLES.get(line[:1], ""))
