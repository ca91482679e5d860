from __future__ import annotations

import os

from vault.files import file_problem
from vault.problem import PROBLEM_CODES

PROBLEMS = [
    file_problem.conflict_copy("notes/a 2.md", "a.md"),
    file_problem.symlink_outside("notes/a.md"),
    file_problem.symlink_loop("notes/a.md"),
    file_problem.symlink_broken("notes/a.md"),
    file_problem.not_a_file("facts/y.jsonl"),
    file_problem.folder_like_file("notes/x.md"),
    file_problem.unreadable_file("notes/a.md", "Permission denied"),
    file_problem.unreadable_folder("", "Permission denied"),
    file_problem.undecodable_name(os.fsdecode(b"notes/\xff.md")),
    file_problem.unicode_twin("notes/a.md", "notes/b.md"),
    file_problem.case_twin("notes/a.md", "notes/A.md"),
    file_problem.file_too_large("notes/a.md", 300 * 2**20, 256 * 2**20),
    file_problem.not_downloaded("notes/a.md"),
]


def test_every_problem_says_what_and_what_to_do_with_a_known_code() -> None:
    assert {problem.code for problem in PROBLEMS} <= set(PROBLEM_CODES)
    assert len({problem.code for problem in PROBLEMS}) == len(PROBLEMS)
    for problem in PROBLEMS:
        assert problem.message
        assert problem.hint
        assert problem.path
        str(problem).encode()


def test_what_is_still_read_is_only_a_warning() -> None:
    warnings = {problem.code for problem in PROBLEMS if problem.severity == "warning"}
    assert warnings == {"symlink-loop", "folder-like-file", "unicode-twin", "case-twin"}
