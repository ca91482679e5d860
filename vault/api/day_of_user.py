"""One day of one person, read from the journal: what it proposes, and what it kept coming back to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import TYPE_CHECKING

from vault.index.contents import memory_of
from vault.index.subject_words import subject_words
from vault.lifecycle.day_summary import bare_summary, day_summary
from vault.lifecycle.extract.candidate import Candidate, proposed_memory
from vault.lifecycle.extract.extraction import extract
from vault.lifecycle.reflect import LEAST, MOST, Fact, facts_of_day, is_known, is_over, weightiest
from vault.lifecycle.topics import Topic, repeated_topics, topic_memory
from vault.model.memory import MEMORY_TYPES, Memory
from vault.model.tombstone import is_erased_text
from vault.model.turn import Turn
from vault.plugin_api.values import Conversation
from vault.recall.prompt_block import strip_block
from vault.recall.time_phrase import TimeWindow, parse_time_phrase

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.files.journal_days import JournalDays


@dataclass(frozen=True, slots=True)
class DayOfUser:
    """A day on which a person said something.

    Attributes:
        day: in the vault's timezone.
        turns: of the person and the assistant, in order, masked, without injected blocks.
        facts: what the day proposes, by rules.
        topics: what it kept coming back to.
    """

    day: date
    turns: tuple[Turn, ...]
    facts: tuple[Fact, ...]
    topics: tuple[Topic, ...]


class DayReader:
    """Reads days of one person. For one run of reflection.

    Args:
        resources: of the vault, with an index in step.
        journal: of the vault.
        user: whose days.
    """

    def __init__(self, resources: Resources, journal: JournalDays, user: str) -> None:
        self._resources = resources
        self._journal = journal
        self.user = user
        self._language = resources.settings.language
        self._segmenter = resources.index.segmenter
        self._mask = resources.plugins.mask
        self.memories = memories_of(resources, user)

    def turns(self, day: date) -> tuple[Turn, ...]:
        """What was said on a day, masked, without injected blocks, in order."""
        return tuple(filter(None, map(self._kept, self._journal.turns(day, self.user))))

    def read(self, day: date) -> DayOfUser | None:
        """A day, or None when nothing was said."""
        turns = self.turns(day)
        if not turns:
            return None
        topics = repeated_topics(turns, lambda text: subject_words(text, self._segmenter))
        candidates = extract(turns, resolve_time=self._resolve_time)
        return DayOfUser(day, turns, facts_of_day(candidates, topics), topics)

    def by_plugin(self, day: DayOfUser, now: datetime) -> list[Memory] | None:
        """The weightiest facts of a day as a plugin sees it; None: there is none that does."""
        conversation = Conversation(
            turns=day.turns,
            new=frozenset(range(len(day.turns))),
            user_id=self.user,
            language=self._language,
            timezone=self._resources.zone,
            now=now,
        )
        answer = self._resources.plugins.reflect(conversation)
        return None if answer is None else self._held(each.memory for each in answer)[:MOST]

    def by_rules(self, day: DayOfUser) -> list[Memory]:
        """The weightiest facts of a day; where these are few, what it came back to."""
        facts = [fact for fact in day.facts if self._held([self._proposed(day, fact.candidate)])]
        topics = [
            topic_memory(topic, self._begin(day), user_id=self.user, language=self._language)
            for topic in day.topics[: max(0, LEAST - len(day.facts))]
        ]
        return [*(self._proposed(day, each) for each in weightiest(facts)), *self._held(topics)]

    def is_known(self, proposed: Memory) -> bool:
        """Whether it has become a memory before, whatever became of that."""
        return is_known(proposed, self.memories, self._mask)

    def summary(self, day: DayOfUser) -> Memory:
        """The day in one memory, without what the person has taken back since."""
        told = [fact.candidate for fact in day.facts if self._held([self._proposed(day, fact.candidate)])]
        begin = self._begin(day)
        return day_summary(day.turns, told, day.topics, day=begin, user_id=self.user, language=self._language)

    def bare_summary(self, day: DayOfUser) -> Memory:
        """That there was a conversation, and no word of it."""
        return bare_summary(day.turns, day=self._begin(day), user_id=self.user, language=self._language)

    def _held(self, proposed: Iterable[Memory]) -> list[Memory]:
        """Without what the person no longer holds."""
        return [each for each in proposed if not is_over(each, self.memories, self._mask)]

    def _kept(self, turn: Turn) -> Turn | None:
        if is_erased_text(turn.content):
            return None
        content = self._mask(strip_block(turn.content)).strip()
        return replace(turn, content=content) if content else None

    def _proposed(self, day: DayOfUser, candidate: Candidate) -> Memory:
        """With the assistant and the channel through which it came."""
        memory = proposed_memory(candidate, self.user)
        said = (candidate.session_id, candidate.turn)
        turn = next((turn for turn in day.turns if (turn.session_id, turn.turn) == said), None)
        if memory.source is None or turn is None:
            return memory
        return replace(memory, source=replace(memory.source, agent_id=turn.agent_id, channel=turn.channel))

    def _resolve_time(self, text: str, said_at: datetime) -> TimeWindow | None:
        return parse_time_phrase(text, said_at, self._resources.zone)

    def _begin(self, day: DayOfUser) -> datetime:
        return datetime.combine(day.day, time(), self._resources.zone)


def memories_of(resources: Resources, user: str) -> Sequence[Memory]:
    """All memories of a person, history too, as the index knows them."""
    records = resources.index.records(user)
    return [memory_of(record) for record in records if record.type in MEMORY_TYPES]
