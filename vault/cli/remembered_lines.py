"""What became of memories, as lines for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from vault.api.remembered import Remembered
    from vault.cli.output import Output

_STYLES = {"added": "green", "superseded": "green", "merged": "cyan", "unchanged": "dim", "refused": "yellow"}


def tell_remembered(output: Output, results: Iterable[Remembered]) -> None:
    """A line for each, and below it what the person should know."""
    for result in results:
        words = output.text(f"remember-{result.action}", count=len(result.replaced))
        line = Text.assemble((words, _STYLES[result.action]), "  ", result.content)
        if result.path:
            line.append(f"  {result.id}  {result.path}:{result.line}", "dim")
        output.show(line)
        for each in result.warnings:
            output.remark(each)
