"""Whether a new memory says what an old one says already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from vault.lifecycle.change import as_said, changes_in
from vault.lifecycle.difference import Comparison, Difference, compare
from vault.lifecycle.news import is_same_news
from vault.lifecycle.outdated import outdated_by
from vault.lifecycle.wording import same_text_form
from vault.model.memory import Memory

Likeness = Literal["same-text", "same-meaning", "says-less", "says-more", "different"]
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a new memory is to the old ones.

    Attributes:
        likeness: `same-text`, `same-meaning` and `says-less` are duplicates: the old memory stays, nothing
            is added. `says-more`: the same with more detail, for the gate to join or add. Else `different`.
        memory: the old memory that is meant, or None when different from all.
        cosine: to that memory.
        differences: where an old memory lay close and still says something else, in what (of the closest
        one).
    """

    likeness: Likeness
    memory: Memory | None = None
    cosine: float = 0.0
    differences: tuple[Difference, ...] = ()

    @property
    def is_duplicate(self) -> bool:
        """Whether nothing needs to be added."""
        return self.likeness in {"same-text", "same-meaning", "says-less"}


_DIFFERENT = Verdict("different")
_ORDER: tuple[Likeness, ...] = ("same-text", "same-meaning", "says-less", "says-more", "different")


def duplicate_of(candidate: Memory, neighbours: Sequence[tuple[Memory, float]], level: float) -> Verdict:
    """The likest of `neighbours` to `candidate`.

    A duplicate is of the same user, namespace and slot, and active or inactive. Its text is the same
    but for width, case, blanks and punctuation; or it tells of the same new state; or it is of the same
    type, its cosine is at least `level` and it differs in no number, time, denial, person or word that
    counts (see `vault.lifecycle.difference`).

    Args:
        candidate: the new memory.
        neighbours: old memories with their cosines to it, in any order.
        level: the model's duplicate level, a cosine.
    """
    verdicts = [
        _verdict(candidate, old, cosine, level) for old, cosine in neighbours if _comparable(candidate, old)
    ]
    return min(
        verdicts, key=lambda verdict: (_ORDER.index(verdict.likeness), -verdict.cosine), default=_DIFFERENT
    )


def _comparable(candidate: Memory, old: Memory) -> bool:
    return (
        old.id != candidate.id
        and old.status in {"active", "inactive"}
        and not old.superseded_by
        and (old.user_id, old.namespace) == (candidate.user_id, candidate.namespace)
        and (old.key, old.scene) == (candidate.key, candidate.scene)
        and same_text_form(old.value) == same_text_form(candidate.value)
        and not _on_different_days(candidate, old)
    )


def _on_different_days(candidate: Memory, old: Memory) -> bool:
    """The same words about two days are two events."""
    if candidate.occurred_at and old.occurred_at:
        return abs(candidate.occurred_at - old.occurred_at) >= _ONE_DAY
    return False


def _verdict(candidate: Memory, old: Memory, cosine: float, level: float) -> Verdict:
    if same_text_form(candidate.content) == same_text_form(old.content):
        return Verdict("same-text", old, cosine)
    if is_same_news(candidate.content, old.content):
        return Verdict("same-meaning", old, cosine)
    if cosine < level or candidate.type != old.type:
        return _DIFFERENT
    if _ends(candidate.content, old.content):
        return _DIFFERENT
    comparison = compare(candidate.content, old.content)
    if comparison.differences:
        return Verdict("different", None, cosine, comparison.differences)
    return Verdict(_likeness(comparison), old, cosine)


def _ends(ours: str, theirs: str) -> bool:
    """Whether the new one says that the old one is over, in the same words: `找到工作了` / `在找工作`."""
    return any(outdated_by(change, as_said(ours), as_said(theirs)) for change in changes_in(ours))


def _likeness(comparison: Comparison) -> Likeness:
    if comparison.ours_more:
        return "says-more" if not comparison.theirs_more else "different"
    return "says-less" if comparison.theirs_more else "same-meaning"
