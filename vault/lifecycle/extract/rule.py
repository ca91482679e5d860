"""A rule: what a clause must say, and what is remembered of it. The rules themselves are in `facts/`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Protocol, TypedDict

from vault.lifecycle.extract.candidate import Kind
from vault.lifecycle.extract.clause import Clause, SubjectKind
from vault.model.memory import MemoryType

if TYPE_CHECKING:
    from typing_extensions import Unpack

ME: frozenset[SubjectKind] = frozenset({"me", "none"})
ME_ALOUD: frozenset[SubjectKind] = frozenset({"me"})
"""The clause itself says `我` or `I`."""
SOMEBODY: frozenset[SubjectKind] = frozenset({"me", "none", "person"})
LIVING: frozenset[SubjectKind] = frozenset({"me", "none", "person", "pet"})
PEOPLE: frozenset[SubjectKind] = frozenset({"person"})
PETS: frozenset[SubjectKind] = frozenset({"pet"})
ANY: frozenset[SubjectKind] = frozenset({"me", "none", "person", "pet", "other"})

Where = Literal["core", "rest", "start", "body"]
ANYTHING = re.compile("")
"""The pattern of the usual rule of a kind, which `maker` is given."""
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
        pattern: what is matched, in plain form; its groups `value`, `scene` and `key` are those of the slot.
        about: whom the clause may be about.
        where: it has to begin: `core` behind the subject, times and neutral adverbs; `rest` behind the
            subject; `start` of the clause; `body` anywhere in it.
        key: of the slot, when there is one and the pattern does not say it.
        says: the statement, with `{who}`, `{value}`, `{key}` and `{scene}`; empty: the clause itself.
        accept: looks at what was found and may turn it down.
        introduces: what follows is about the pet or person that it names.
        thing: the clause is about a thing: no person is put in front of it.
        secret: the value is one to hide.
        known_only: it says something only beside a memory that it ends.
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
    known_only: bool = False

    def fits(self, clause: Clause) -> Hit | None:
        """How it fits the clause, or None."""
        if clause.subject.kind not in self.about or (self.about is ME_ALOUD and not clause.subject.stated):
            return None
        text = clause.plain.text
        if self.where == "body":
            match = self.pattern.search(text, clause.first, clause.behind)
        else:
            match = self.pattern.match(text, self._from(clause), clause.behind)
        if not match:
            return None
        hit = Hit(self, clause, match)
        return hit if self.accept is None or self.accept(hit) else None

    def _from(self, clause: Clause) -> int:
        return {"core": clause.core, "rest": clause.rest}.get(self.where, clause.first)


class Options(TypedDict, total=False):
    """What a rule may say otherwise than the usual one of its kind."""

    type: MemoryType
    about: frozenset[SubjectKind]
    where: Where
    key: str
    says: str
    accept: Callable[[Hit], bool] | None
    importance: float
    introduces: Literal["person", "pet", ""]
    thing: bool
    secret: bool


class Maker(Protocol):
    """Makes the rules of a kind from their patterns."""

    def __call__(self, text: str, **otherwise: Unpack[Options]) -> Rule:
        """A rule with the pattern `text`; blanks in it count."""


def maker(usual: Rule) -> Maker:
    """Makes rules like `usual`, each with a pattern of its own."""

    def make(text: str, **otherwise: Unpack[Options]) -> Rule:
        return replace(usual, pattern=re.compile(text), **otherwise)

    return make
