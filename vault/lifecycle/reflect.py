"""What is worth keeping of a day as a whole: which of the facts that were said. Pure.

Conversations are judged message by message when they are captured. Reflection looks at them again when the
day is over: it knows what was said later and how often, and it finds what was journalled and never judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from vault.lifecycle.extract.candidate import Candidate, proposed_memory
from vault.lifecycle.extract.fragments import join_fragments
from vault.lifecycle.supersede import Plan, revise
from vault.lifecycle.topics import Topic
from vault.lifecycle.trust import gives_orders
from vault.lifecycle.wording import same_text_form
from vault.model.memory import Memory

LEAST, MOST = 3, 5
"""Facts of a day; where the rules find fewer than `LEAST`, topics fill up (`vault.lifecycle.topics`)."""
LEAST_CONFIDENCE = 0.7
"""What the rules are less sure of counts when it was said more than once."""
_MOST_WEIGHED = 200
_EXPLICIT, _CORRECTION, _AGAIN = 0.3, 0.1, 0.1
_MOST_AGAIN = 3


@dataclass(frozen=True, slots=True)
class Fact:
    """A candidate of a day.

    Attributes:
        candidate: as it is said where it was said first.
        said: in how many messages of the day.
        weight: what facts of the day are chosen by.
    """

    candidate: Candidate
    said: int
    weight: float


def facts_of_day(candidates: Iterable[Candidate], topics: Sequence[Topic] = ()) -> tuple[Fact, ...]:
    """The facts of a day, each once, without those that were out of date by the evening; in the order said.

    What the rules are not sure of is passed over: nobody needs a day in the words of half sentences.

    Args:
        candidates: of `extract` over the whole day of one person, in order.
        topics: what the day came back to; facts about them weigh more.
    """
    said: dict[tuple[str, ...], list[Candidate]] = {}
    for candidate in join_fragments(candidates):
        if not (candidate.known_only or gives_orders(candidate.content)):
            said.setdefault(_statement(candidate), []).append(candidate)
    distinct = list(said.values())[-_MOST_WEIGHED:]
    over = _out_of_date([each[0] for each in distinct])
    words = {topic.word.casefold() for topic in topics}
    return tuple(
        Fact(again[0], len(again), _weight(again[0], len(again), words))
        for again in distinct
        if _statement(again[0]) not in over and (len(again) > 1 or again[0].confidence >= LEAST_CONFIDENCE)
    )


def weightiest(facts: Iterable[Fact], most: int = MOST) -> tuple[Candidate, ...]:
    """The candidates of the weightiest facts, in the order said; of equal ones those said last."""
    ordered = list(enumerate(facts))
    chosen = sorted(ordered, key=lambda each: (each[1].weight, each[0]))[-most:] if most > 0 else []
    return tuple(fact.candidate for _, fact in sorted(chosen, key=lambda each: each[0]))


def is_known(proposed: Memory, memories: Iterable[Memory], masked: Callable[[str], str]) -> bool:
    """Whether a memory there is, or was, came out of the same words, or says the same.

    Args:
        proposed: from a day that may have been judged before; `created_at` is when it was said.
        memories: of the person, archived ones too.
        masked: what the gate makes of a text.
    """
    text = same_text_form(masked(proposed.content))
    return any(_says(memory, proposed, text) for memory in memories)


def is_over(proposed: Memory, memories: Iterable[Memory], masked: Callable[[str], str]) -> bool:
    """Whether the person no longer holds what is proposed: a memory of it was forgotten or superseded since.

    It must not come back because the day is looked at again. Arguments as in `is_known`.
    """
    text = same_text_form(masked(proposed.content))
    ended = (each for each in memories if each.status in ("forgotten", "superseded") or each.superseded_by)
    return any(_says(memory, proposed, text) for memory in ended if _ended_after(memory, proposed.created_at))


def _statement(candidate: Candidate) -> tuple[str, ...]:
    return (same_text_form(candidate.content), candidate.key, candidate.scene, candidate.value)


def _weight(candidate: Candidate, said: int, topics: set[str]) -> float:
    again = min(said - 1, _MOST_AGAIN) + sum(word in candidate.content.casefold() for word in topics)
    return (
        candidate.importance * candidate.confidence
        + _EXPLICIT * candidate.explicit
        + _CORRECTION * candidate.correction
        + _AGAIN * min(again, _MOST_AGAIN)
    )


def _out_of_date(candidates: Sequence[Candidate]) -> set[tuple[str, ...]]:
    """Statements that a later one of the same day takes back or replaces."""
    over: set[tuple[str, ...]] = set()
    memories = [replace(proposed_memory(each, "day"), id=str(place)) for place, each in enumerate(candidates)]
    for place, later in enumerate(memories):
        if later.created_at is None:
            continue
        earlier = memories[:place]
        revised = revise(
            later,
            same_slot=earlier,
            neighbours=[(each, 1.0) for each in earlier],
            related=0.0,
            now=later.created_at,
        )
        if isinstance(revised, Plan):
            over.update(_statement(candidates[int(old)]) for old in revised.old)
    return over


def _says(memory: Memory, proposed: Memory, text: str) -> bool:
    exact = (proposed.key, proposed.scene, proposed.value)
    if proposed.key and (memory.key, memory.scene, memory.value) == exact:
        return True
    theirs = same_text_form(memory.content)
    if theirs == text:
        return True
    return _of_one_message(memory, proposed) and bool(theirs) and (theirs in text or text in theirs)


def _of_one_message(memory: Memory, proposed: Memory) -> bool:
    ours, theirs = proposed.source, memory.source
    if ours is None or theirs is None or ours.session_id != theirs.session_id:
        return False
    return not set(ours.message_ids).isdisjoint(theirs.message_ids)


def _ended_after(memory: Memory, said_at: datetime | None) -> bool:
    """Without times it counts as ended: rather one fact too few than one that a person had taken back."""
    return memory.updated_at is None or said_at is None or memory.updated_at >= said_at
