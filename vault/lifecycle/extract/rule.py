"""A rule: what a clause must say, and what is remembered of it. The rules themselves are one module a kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from vault.lifecycle.extract.candidate import Kind
from vault.lifecycle.extract.clause import Clause, SubjectKind
from vault.model.memory import MemoryType

ME: frozenset[SubjectKind] = frozenset({"me", "none"})
ME_ALOUD: frozenset[SubjectKind] = frozenset({"me"})
SOMEBODY: frozenset[SubjectKind] = frozenset({"me", "none", "person"})
LIVING: frozenset[SubjectKind] = frozenset({"me", "none", "person", "pet"})
PEOPLE: frozenset[SubjectKind] = frozenset({"person"})
PETS: frozenset[SubjectKind] = frozenset({"pet"})
ANY: frozenset[SubjectKind] = frozenset({"me", "none", "person", "pet", "other"})

Where = Literal["core", "rest", "body"]
_EDGES = " ,.。、:;'\"“”「」『』《》()的了呢"


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that fits a clause."""

    rule: Rule
    clause: Clause
    match: re.Match[str]

    def plain(self, group: str) -> str:
        """What the group found, in plain form; empty when it found nothing."""
        return (self.match.groupdict().get(group) or "").strip(_EDGES)

    def written(self, group: str) -> str:
        """What the group found, as the person wrote it."""
        if not self.match.groupdict().get(group):
            return ""
        return self.clause.as_written(*self.match.span(group)).strip(_EDGES)


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to state a fact.

    Attributes:
        pattern: matched from `where` on, to the end of the clause; its group `value` is the value of the slot, `scene` its
            scene and `key` its key, where there are such.
        about: whom the clause may be about.
        where: `core` behind the subject, times and neutral adverbs; `rest` behind the subject; `body` anywhere in the clause.
        key: of the slot, when there is one and the pattern does not say it.
        says: the statement, with `{who}`, `{value}`, `{key}` and `{scene}`; empty: the clause itself.
        accept: looks at what was found and may turn it down.
        introduces: what follows is about the pet or person that it names.
        thing: the clause is about a thing: no person is put in front of it.
        secret: the value is one to hide.
    """

    kind: Kind
    type: MemoryType
    pattern: re.Pattern[str]
    about: frozenset[SubjectKind] = ME
    where: Where = "core"
    key: str = ""
    says: str = ""
    accept: Callable[[Hit], bool] | None = None
    importance: float = 0.5
    introduces: Literal["person", "pet", ""] = ""
    thing: bool = False
    secret: bool = False

    def fits(self, clause: Clause) -> Hit | None:
        """How it fits the clause, or None."""
        if clause.subject.kind not in self.about:
            return None
        text = clause.plain.text
        if self.where == "body":
            match = self.pattern.search(text, clause.first, clause.behind)
        else:
            first = clause.core if self.where == "core" else clause.rest
            match = self.pattern.match(text, first, clause.behind)
        if not match:
            return None
        hit = Hit(self, clause, match)
        return hit if self.accept is None or self.accept(hit) else None


def pattern(text: str) -> re.Pattern[str]:
    """A pattern of a rule. Blanks in it count."""
    return re.compile(text)
