"""What is told of a fault: never what would be masked if it were written, whatever the settings say."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault.problem import Problem

_CUT = re.compile(r"[\w.@+-]{4,}(?=…`)")
"""What stands at the place where a quotation was cut: perhaps the beginning of a number."""
_WORD = re.compile(r"[A-Za-z0-9+._@%-]{7,}")


def telling(text: str) -> str:
    """A message without numbers of people, addresses, keys and passwords."""
    from vault.lifecycle.mask import MASK_KINDS, mask

    told = mask(_CUT.sub("", text), MASK_KINDS).text
    return _WORD.sub(lambda word: mask(word[0], MASK_KINDS).text, told)  # whatever a message calls it


def told_problem(problem: Problem) -> Problem:
    """A problem that quotes what came from outside, without personal data."""
    return replace(problem, message=telling(problem.message), hint=telling(problem.hint))


class TellingFormatter(logging.Formatter):
    """Formats what is logged, with its traceback, without personal data."""

    def format(self, record: logging.LogRecord) -> str:
        """The line or lines of `record`."""
        return telling(super().format(record))


def log_only_told() -> None:
    """Have what is logged, where nobody has said how, go through `TellingFormatter`."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(TellingFormatter())
