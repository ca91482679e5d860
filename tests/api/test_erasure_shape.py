from __future__ import annotations

from pathlib import Path

import pytest

from vault.api.erasure import Erasure, ErasurePlan
from vault.api.erasure_shape import erasure_shape, shown_path
from vault.api.git_search import HistorySearch, HoldingCommit
from vault.errors import WriteFailed
from vault.files.erasing import Cut
from vault.files.leftovers import Leftover

DONE = Erasure(("mem_a",), (Cut("facts/a.jsonl", 1, "memory"),), (), (), (), True, (), (), HistorySearch())


def test_a_report_names_places_and_no_text() -> None:
    root = Path("/vault")
    report = Erasure(
        ids=("mem_a",),
        cuts=(Cut("facts/a.jsonl", 1, "memory"),),
        drafts=("facts/.memvault-1.tmp",),
        failed=(("notes/a.md", WriteFailed(root / "notes/a.md", "read-only")),),
        faults=("the cache",),
        known=True,
        left=(Leftover("/cache/x.sqlite", 0, "text"), Leftover("/vault/notes/a.md", 3, "escaped")),
        unread=("/vault/secret",),
        history=HistorySearch((HoldingCommit("abc", "2026-11-01T00:00:00Z", ("a",)),), 2, ("home",), False),
    )
    shape = erasure_shape(report, ErasurePlan((), ("mem_a",), ()), root)
    assert shape["places"] == [{"path": "facts/a.jsonl", "line": 1, "what": "memory"}]
    assert shape["left"] == [
        {"path": "/cache/x.sqlite", "line": 0, "form": "text"},
        {"path": "notes/a.md", "line": 3, "form": "escaped"},
    ]
    assert shape["unread"] == ["secret"]
    assert shape["git"] == {
        "commits": [{"id": "abc", "at": "2026-11-01T00:00:00Z", "paths": ["a"]}],
        "loose": 2,
        "remotes": ["home"],
        "complete": False,
    }
    assert shown_path("/vaulting/a", root) == "/vaulting/a"


@pytest.mark.parametrize(
    ("report", "done", "gone"),
    [
        (DONE, True, True),
        (Erasure(("a",), (), (), (), ("x",), True, (), (), HistorySearch()), False, False),
        (Erasure(("a",), (), (), (), (), True, (), ("x",), HistorySearch()), True, False),
        (Erasure(("a",), (), (), (), (), True, (), (), HistorySearch(complete=False)), True, False),
        (Erasure(("a",), (), (), (), (), True, (), (), HistorySearch(loose=1)), True, False),
    ],
)
def test_gone_means_that_nothing_was_found_and_everything_was_looked_into(
    report: Erasure, done: bool, gone: bool
) -> None:
    assert (report.done, report.gone) == (done, gone)
