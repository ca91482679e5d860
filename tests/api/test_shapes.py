from __future__ import annotations

import dataclasses
import json
from datetime import datetime, timezone
from pathlib import Path

from vault.api.shapes import CONCEALED, conceal, event_shape, memory_shape, problem_shape, report_shape
from vault.api.watch import WatchEvent
from vault.errors import LockTimeout
from vault.index.record import StoredRecord
from vault.index.report import IndexReport
from vault.model.memory import Relation
from vault.problem import Problem

THEN = datetime(2026, 5, 18, 9, 45, tzinfo=timezone.utc)
PLAIN = StoredRecord(id="mem_1", user_id="lin", type="fact", text="家住梧桐路", path="facts/a.jsonl", line=2)
SECRET = StoredRecord(
    id="mem_2",
    user_id="lin",
    type="fact",
    text="车库的门禁密码是 4471#",
    path="facts/a.jsonl",
    line=3,
    key="门禁密码",
    value="4471#",
    sensitive=True,
    created_at=THEN,
)


def test_a_memory_has_its_place_and_leaves_empty_fields_out() -> None:
    assert memory_shape(PLAIN) == {
        "id": "mem_1",
        "user_id": "lin",
        "namespace": "default",
        "type": "fact",
        "status": "active",
        "content": "家住梧桐路",
        "importance": 0.5,
        "confidence": 1.0,
        "created_at": None,
        "path": "facts/a.jsonl",
        "line": 2,
    }


def test_what_a_memory_replaces_contradicts_and_was_worth() -> None:
    shape = memory_shape(
        dataclasses.replace(
            PLAIN,
            supersedes=("mem_0",),
            relations=(Relation("conflicts_with", "mem_9"),),
            hit_count=3,
            last_hit_at=THEN,
            useful=1,
            wrong=2,
        )
    )
    assert shape["supersedes"] == ["mem_0"]
    assert shape["relations"] == [{"type": "conflicts_with", "target": "mem_9"}]
    assert (shape["hit_count"], shape["last_hit_at"]) == (3, "2026-05-18T09:45:00Z")
    assert (shape["useful"], shape["wrong"]) == (1, 2)
    assert not {"useless", "outdated"} & shape.keys()


def test_what_is_sensitive_is_covered_everywhere_in_it() -> None:
    covered = memory_shape(SECRET)
    assert "4471" not in json.dumps(covered)
    assert covered["value"] == CONCEALED
    assert covered["key"] == "门禁密码"
    assert covered["created_at"] == "2026-05-18T09:45:00Z"
    assert memory_shape(SECRET, reveal=True)["value"] == "4471#"


def test_a_sensitive_text_without_a_value_is_covered_whole() -> None:
    assert conceal(dataclasses.replace(SECRET, value="")).text == CONCEALED
    assert conceal(PLAIN) is PLAIN


def test_a_problem() -> None:
    shape = problem_shape(Problem("a.jsonl", 1, 2, "broken-json", "m", "h"))
    assert list(shape) == ["path", "line", "column", "code", "message", "hint", "severity"]


def test_events_of_watching() -> None:
    done = event_shape(WatchEvent(THEN, ("a.jsonl",), IndexReport(added=1, seconds=0.12345)))
    assert (done["at"], done["paths"], done["added"], done["seconds"]) == (
        "2026-05-18T09:45:00Z",
        ["a.jsonl"],
        1,
        0.123,
    )
    failed = event_shape(WatchEvent(THEN, (), None, LockTimeout(Path("x"), 3)))
    assert set(failed) == {"at", "paths", "error"}


def test_a_report_counts_problems() -> None:
    assert report_shape(IndexReport(problems=(Problem("a", 1, 1, "c", "m"),)))["problems"] == 1
