from __future__ import annotations

import pytest

from vault.api.reflection import Reflection, ReflectReport
from vault.api.remembered import Action, Remembered
from vault.files.file_change import FileChange
from vault.model.memory import Memory

CHANGE = FileChange("notes/profile.md", b"", b"a\n", "")
FACT = Memory("prov_1", "用户对花生过敏")


@pytest.mark.parametrize(
    ("reflection", "changes"),
    [
        (Reflection("lin"), False),
        (Reflection("lin", profile=CHANGE), True),
        (Reflection("lin", proposed=(FACT,)), True),
        (Reflection("lin", summaries=(FACT,)), True),
    ],
)
def test_whether_something_would_change(reflection: Reflection, changes: bool) -> None:
    assert reflection.changes_something is changes
    assert ReflectReport((reflection,), dry_run=True).changes_something is changes


@pytest.mark.parametrize(
    ("action", "changes"),
    [("added", True), ("merged", True), ("superseded", True), ("unchanged", False), ("refused", False)],
)
def test_what_the_gate_said_decides(action: Action, changes: bool) -> None:
    answer = Remembered(action)
    assert Reflection("lin", proposed=(FACT,), remembered=(answer,)).changes_something is changes
    assert Reflection("lin", summaries=(FACT,), summarised=(answer,)).changes_something is changes


def test_a_journal_that_went_is_a_change() -> None:
    assert ReflectReport((), removed=("journal/a.jsonl",)).changes_something
    assert not ReflectReport(()).changes_something
