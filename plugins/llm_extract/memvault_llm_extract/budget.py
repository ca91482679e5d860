"""What may be spent in a day, kept in a file so that every process counts the same.

Tokens are set aside before a call and settled after it: a call that never ends has been paid for.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path

from filelock import FileLock

LOCK_SECONDS = 10.0


class BudgetSpent(Exception):
    """The day's tokens or calls are used up."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent on a day."""

    day: str
    tokens: int = 0
    calls: int = 0


class Budget:
    """A limit of tokens and calls a day.

    Args:
        folder: where it is kept; made when needed.
        tokens: a day at most; 0: no limit.
        calls: a day at most; 0: no limit.
    """

    def __init__(self, folder: Path, *, tokens: int, calls: int) -> None:
        self._path = folder / "spent.json"
        self._tokens = tokens
        self._calls = calls

    def set_aside(self, tokens: int, today: date) -> None:
        """Count one call of so many tokens.

        Raises:
            BudgetSpent: it would be more than the day allows; nothing was counted.
        """
        with self._locked():
            spent = self.spent(today)
            if self._tokens and spent.tokens + tokens > self._tokens:
                raise BudgetSpent(f"{spent.tokens} of {self._tokens} tokens of this day are spent")
            if self._calls and spent.calls >= self._calls:
                raise BudgetSpent(f"all {self._calls} calls of this day are made")
            self._write(replace(spent, tokens=spent.tokens + tokens, calls=spent.calls + 1))

    def settle(self, difference: int, today: date) -> None:
        """Correct what was set aside: more (positive) or fewer tokens were used."""
        with self._locked():
            spent = self.spent(today)
            self._write(replace(spent, tokens=max(spent.tokens + difference, 0)))

    def spent(self, today: date) -> Spent:
        """What was spent today; a file that cannot be read counts as nothing spent."""
        day = today.isoformat()
        try:
            known = Spent(**json.loads(self._path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return Spent(day)
        whole = type(known.tokens) is int and type(known.calls) is int
        return known if whole and known.day == day else Spent(day)

    def _locked(self) -> FileLock:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(f"{self._path}.lock", timeout=LOCK_SECONDS)

    def _write(self, spent: Spent) -> None:
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}.new")
        beside.write_text(json.dumps(asdict(spent)), encoding="utf-8")
        beside.replace(self._path)
