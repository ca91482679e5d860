"""Measures of several ways to search, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table

_MILLISECONDS = ("p50_ms", "p95_ms")
_SHORT = {"false_recall": "false"}


def eval_table(rows: Sequence[Mapping[str, object]]) -> Table:
    """One line a way to search; shares to three places, times in milliseconds.

    Args:
        rows: with the keys of the contract; a measure that is None was not taken.
    """
    columns = list(rows[0]) if rows else []
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(
            _SHORT.get(column, column), justify="left" if column == "name" else "right", no_wrap=True
        )
    for row in rows:
        table.add_row(*(_cell(column, row[column]) for column in columns))
    return table


def _cell(column: str, value: object) -> str:
    if isinstance(value, (int, float)):
        return f"{value:.1f}" if column in _MILLISECONDS else f"{value:.3f}"
    return "" if value is None else str(value)
