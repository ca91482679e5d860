"""One clause, read as far as its predicate: who it is about, and where the predicate begins. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vault.lifecycle.extract.plain_text import PlainText
from vault.lifecycle.extract.sentence import Piece

Language = Literal["zh", "en"]
SubjectKind = Literal["me", "person", "pet", "other", "none"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Who a clause is about.

    Attributes:
        kind: `none`: nobody is named, which in Chinese often means the speaker.
        words: the person or pet as the speaker calls them, without `我的` or `my`: `同事大刘`, `wife`.
        stated: named in this clause, not taken over from the one before.
        first, behind: where the clause names them, in the plain text.
    """

    kind: SubjectKind
    words: str = ""
    stated: bool = False
    first: int = 0
    behind: int = 0


NOBODY = Subject("none")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a message. Places are in `plain.text`.

    Attributes:
        first: behind the filler words at its head.
        behind: before the particles at its end.
        rest: behind the subject.
        core: behind the times and neutral adverbs that follow.
        correction: somebody is taking something back.
        unsure: `可能`, `maybe`.
    """

    plain: PlainText
    piece: Piece
    language: Language
    first: int
    behind: int
    subject: Subject
    rest: int
    core: int
    correction: bool = False
    unsure: bool = False

    @property
    def body(self) -> str:
        """The plain text of it without filler words."""
        return self.plain.text[self.first : self.behind]

    @property
    def written(self) -> str:
        """The same as the person wrote it."""
        return self.plain.as_written(self.first, self.behind)

    def as_written(self, first: int, behind: int) -> str:
        """A piece of it as the person wrote it."""
        return self.plain.as_written(first, behind)
