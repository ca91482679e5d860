"""Why something was left as it is, in the language of the vault."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import vault
from vault.api.git_undo import Why
from vault.cli.history_words import HISTORY_TEXTS
from vault.cli.reasons import reason_in
from vault.cli.words import explain_fault
from vault.errors import CannotUndo, NotMerged


def reasons() -> Iterator[str]:
    """Every text that the source gives as a reason; what is filled in is `…`."""
    for path in sorted(Path(vault.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "id", "")
            given = [*node.args] if called in ("CannotMerge", "CannotUndo") else []
            given += [each.value for each in node.keywords if each.arg == "obstacle"]
            yield from filter(None, map(_text, given))


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.IfExp):
        return _text(node.orelse)
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = ["…" if isinstance(each, ast.FormattedValue) else getattr(each, "value", None) for each in parts]
    return "".join(texts) if all(isinstance(each, str) for each in texts) else ""


ALL = sorted(set(reasons()))


def test_reasons_are_found_in_the_source() -> None:
    assert {"it needs a decision", "it holds a patch, not a version of the file", "… is gone"} <= {*ALL}


@pytest.mark.parametrize("reason", ALL)
def test_every_reason_is_told_in_chinese(reason: str) -> None:
    told = reason_in("zh", reason)
    assert told != reason
    assert ("…" in told) == ("…" in reason)
    assert reason_in("en", reason) == reason


@pytest.mark.parametrize("why", get_args(Why))
def test_what_undo_leaves_is_told_in_words(why: str) -> None:
    for language in ("zh", "en"):
        message, _ = explain_fault(language, CannotUndo("mem_1", f"{why}, settings"))
        assert HISTORY_TEXTS[f"undo-{why}"][language == "en"] in message
    assert "设置请直接修改" in explain_fault("zh", CannotUndo("mem_1", "settings"))[0]


def test_of_a_copy_that_cannot_be_merged() -> None:
    assert "补丁" in explain_fault("zh", NotMerged("a.rej", "it holds a patch, not a version of the file"))[0]
    assert reason_in("zh", "Permission denied") == "Permission denied"
