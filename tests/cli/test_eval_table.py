from __future__ import annotations

import io

from rich.console import Console

from vault.cli.eval_table import eval_table

ROWS = [
    {"name": "hybrid", "hit@1": 0.71234, "recall@5": 0.9, "false_recall": None, "p50_ms": 12.345},
    {"name": "grep", "hit@1": 0.5, "recall@5": 0.75, "false_recall": 1, "p50_ms": 0.04},
]


def printed(rows: list[dict[str, object]]) -> list[list[str]]:
    console = Console(file=io.StringIO(), width=80, color_system=None)
    console.print(eval_table(rows))
    return [line.split() for line in console.file.getvalue().splitlines() if line.strip()]  # type: ignore[attr-defined]


def test_side_by_side() -> None:
    head, hybrid, grep = printed(ROWS)
    assert head == ["name", "hit@1", "recall@5", "false", "p50_ms"]
    assert hybrid == ["hybrid", "0.712", "0.900", "12.3"]
    assert grep == ["grep", "0.500", "0.750", "1.000", "0.0"]


def test_all_measures_fit_a_terminal() -> None:
    names = (
        "hit@1",
        "recall@5",
        "recall@10",
        "mrr@10",
        "ndcg@10",
        "false_recall",
        "kept",
        "p50_ms",
        "p95_ms",
    )
    (row,) = printed([{"name": "vectors", **dict.fromkeys(names, 0.5)}])[1:]
    assert row == ["vectors", *["0.500"] * 7, "0.5", "0.5"]


def test_nothing_to_show() -> None:
    assert printed([]) == []
