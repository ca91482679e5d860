from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest
from memvault_llm_extract.budget import Budget, BudgetSpent, Spent

DAY, NEXT = date(2026, 11, 30), date(2026, 12, 1)


def test_set_aside_settled_and_kept_for_others(tmp_path: Path) -> None:
    budget = Budget(tmp_path / "new", tokens=100, calls=0)
    budget.set_aside(60, DAY)
    budget.settle(-20, DAY)
    other = Budget(tmp_path / "new", tokens=100, calls=0)
    assert other.spent(DAY) == Spent("2026-11-30", 40, 1)
    with pytest.raises(BudgetSpent, match="40 of 100 tokens"):
        other.set_aside(61, DAY)
    other.set_aside(60, DAY)
    assert other.spent(NEXT) == Spent("2026-12-01")
    other.set_aside(100, NEXT)


def test_calls(tmp_path: Path) -> None:
    budget = Budget(tmp_path, tokens=0, calls=2)
    budget.set_aside(10**9, DAY)
    budget.set_aside(1, DAY)
    with pytest.raises(BudgetSpent, match="all 2 calls"):
        budget.set_aside(1, DAY)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"day": "2026-11-30", "tokens": "many", "calls": 1}', '{"x": 1}']
)
def test_a_broken_file_counts_as_nothing_spent(tmp_path: Path, text: str) -> None:
    (tmp_path / "spent.json").write_text(text)
    budget = Budget(tmp_path, tokens=100, calls=0)
    assert budget.spent(DAY) == Spent("2026-11-30")
    budget.set_aside(5, DAY)
    assert budget.spent(DAY).tokens == 5


def test_all_who_spend_at_once_are_counted(tmp_path: Path) -> None:
    def spend(_: int) -> None:
        Budget(tmp_path, tokens=0, calls=0).set_aside(1, DAY)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(spend, range(20)))
    assert Budget(tmp_path, tokens=0, calls=0).spent(DAY) == Spent("2026-11-30", 20, 20)
