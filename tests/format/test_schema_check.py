from __future__ import annotations

from dataclasses import fields
from datetime import timezone

from vault.format.report import Report
from vault.format.schema_check import (
    MEMORY_FIELDS,
    MEMORY_FIELDS_NEVER_WRITTEN,
    TURN_FIELDS,
    USAGE_FIELDS,
    CheckedRecord,
    check_record,
)
from vault.model.memory import Memory
from vault.model.turn import Turn
from vault.model.usage import Usage


def check(record: dict[str, object], report: Report) -> CheckedRecord | None:
    return check_record(
        record, MEMORY_FIELDS, place=lambda key: (1, len(key)), zone=timezone.utc, report=report
    )


def names(model: type) -> set[str]:
    return {field.name for field in fields(model)}


def test_the_tables_name_the_fields_of_the_models() -> None:
    assert set(MEMORY_FIELDS) == names(Memory) - {"provisional", "extra"}
    assert set(TURN_FIELDS) == names(Turn) | {"ts"}
    assert set(USAGE_FIELDS) == names(Usage)
    assert set(MEMORY_FIELDS) >= MEMORY_FIELDS_NEVER_WRITTEN


def test_null_and_empty_texts_mean_that_a_key_is_not_there() -> None:
    report = Report("a")
    record = {"id": None, "user_id": "", "scene": "  ", "expires_at": "", "status": None, "content": "x"}
    assert check(record, report) == CheckedRecord({"content": "x"}, {})
    assert not report.problems()


def test_unknown_keys_are_kept_as_they_are_and_are_no_fault() -> None:
    report = Report("a")
    assert check({"content": "x", "备注": [1], "mood": None}, report) == CheckedRecord(
        {"content": "x"}, {"备注": [1], "mood": None}
    )
    assert not report.problems()


def test_a_misspelt_key_is_named() -> None:
    report = Report("a")
    check({"content": "x", "createdAt": "z"}, report)
    (problem,) = report.problems()
    assert (problem.code, problem.column, problem.severity) == ("near-miss-key", 9, "warning")
    assert problem.hint == "did you mean `created_at`?"


def test_a_wrong_value_of_an_optional_field_costs_only_that_field() -> None:
    report = Report("a")
    checked = check({"content": "x", "importance": "high", "pinned": "yes"}, report)
    assert checked == CheckedRecord({"content": "x", "pinned": True}, {})
    assert [(problem.code, problem.severity) for problem in report.problems()] == [
        ("wrong-type", "warning")
    ] * 2
    assert report.problems()[0].message.startswith("pinned: ")


def test_an_unreadable_user_costs_the_record() -> None:
    report = Report("a")
    assert check({"content": "x", "user_id": {"name": "li"}}, report) is None
    assert [problem.severity for problem in report.problems()] == ["error"]


def test_of_very_many_unknown_keys_not_all_are_compared() -> None:
    report = Report("a")
    check({**{f"key{number}": 1 for number in range(5000)}, "contnet": 1}, report)
    assert not report.problems()
