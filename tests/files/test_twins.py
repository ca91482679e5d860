from __future__ import annotations

import unicodedata

from vault.files.twins import find_twins


def test_every_further_twin_is_named_once() -> None:
    problems = list(find_twins(["notes/PLAN.md", "notes/Plan.md", "notes/plan.md", "notes/other.md"]))
    assert [(problem.path, problem.code) for problem in problems] == [
        ("notes/Plan.md", "case-twin"),
        ("notes/plan.md", "case-twin"),
    ]
    assert all("`notes/PLAN.md`" in problem.message for problem in problems)


def test_twins_across_folders_count_too() -> None:
    assert [problem.path for problem in find_twins(["Notes/a.md", "notes/A.md"])] == ["notes/A.md"]


def test_unicode_twins_are_told_from_case_twins() -> None:
    decomposed = unicodedata.normalize("NFD", "notes/é.md")
    assert [problem.code for problem in find_twins(["notes/é.md", decomposed])] == ["unicode-twin"]
    assert [problem.code for problem in find_twins(["notes/É.md", decomposed])] == ["case-twin"]
    assert list(find_twins(["notes/a.md", "notes/b.md"])) == []
