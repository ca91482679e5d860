"""Regression cases: questions to one vault, and what must or must not come back.

The file is written by people for their own vaults:

    now: 2026-11-30T12:00:00+08:00     # optional: the moment at which the questions are asked
    cases:
      - ask: 你记得我住哪吗
        first: 阳光小区                 # the first hit holds this text (of several texts: one of them)
        find: [阳光小区]                # each of these stands in some hit
        never: [翠苑新村]               # none of these stands in any hit
        user: linzhou                  # optional: whose memories
      - ask: 今天天气怎么样
        nothing: true                  # no hit at all

A text is looked for in the title and the content of a hit, as it is shown: a sensitive value that is masked
does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from vault.errors import ConfigError

if TYPE_CHECKING:
    from vault.api.vault import Vault
    from vault.recall.search import Hit


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question with its expectations, as in the file."""

    ask: str
    first: str | tuple[str, ...] = ()
    find: str | tuple[str, ...] = ()
    never: str | tuple[str, ...] = ()
    nothing: bool = False
    user: str | None = None


class Cases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    cases: tuple[Case, ...]
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How one case went.

    Attributes:
        case: as in the file.
        faults: what was not as expected, in words; empty when all was.
        texts: what came back, best first.
    """

    case: Case
    faults: tuple[str, ...]
    texts: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.faults


def load_cases(path: Path) -> Cases:
    """Read a file of cases.

    Raises:
        ConfigError: it cannot be read, has a key that is not known, or a case that expects nothing.
    """
    try:
        cases = msgspec.yaml.decode(path.read_bytes(), type=Cases)
    except OSError as fault:
        raise ConfigError(str(path), fault.strerror or str(fault)) from fault
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise ConfigError(str(path), str(fault)) from fault
    if cases.now is not None and cases.now.tzinfo is None:
        raise ConfigError(str(path), "`now` has no offset", "write it like 2026-11-30T12:00:00+08:00")
    for case in cases.cases:
        if case.nothing == bool(case.first or case.find or case.never):
            raise ConfigError(
                f"{path}: {case.ask}", "give first, find or never; or nothing: true, and none of these"
            )
    return cases


def run_cases(vault: Vault, cases: Cases) -> Iterator[CaseResult]:
    """Ask the vault each question and compare."""
    for case in cases.cases:
        hits = vault.recall(case.ask, user=case.user, now=cases.now, counted=False).hits
        texts = tuple(_text(hit) for hit in hits)
        yield CaseResult(case, tuple(_faults(case, texts)), texts)


def _text(hit: Hit) -> str:
    return "\n".join(part for part in (hit.record.title, hit.content) if part)


def _faults(case: Case, texts: Sequence[str]) -> Iterator[str]:
    if case.nothing and texts:
        yield f"nothing was to come back, but {len(texts)} did"
    first = _several(case.first)
    if first and not any(text in texts[0] for text in first if texts):
        yield f"the first hit does not hold: {' | '.join(first)}"
    for text in _several(case.find):
        if not any(text in found for found in texts):
            yield f"not found: {text}"
    for text in _several(case.never):
        if any(text in found for found in texts):
            yield f"must not come back: {text}"


def _several(texts: str | tuple[str, ...]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else texts
