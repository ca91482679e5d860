"""Files whose names another machine cannot tell apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from vault.files import file_problem
from vault.files.layout import comparable
from vault.problem import Problem


def find_twins(paths: Iterable[str]) -> Iterator[Problem]:
    """A problem for each path that equals an earlier one (in sort order) but for case or Unicode form."""
    first: dict[str, str] = {}
    for path in sorted(paths):
        twin = first.setdefault(comparable(path), path)
        if twin == path:
            continue
        if unicodedata.normalize("NFC", path) == unicodedata.normalize("NFC", twin):
            yield file_problem.unicode_twin(path, twin)
        else:
            yield file_problem.case_twin(path, twin)
