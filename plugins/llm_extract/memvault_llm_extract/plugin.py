"""The hooks of `llm_extract`. Whatever fails here is reported, and memvault's own rules do the work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from memvault_llm_extract.budget import Budget
from memvault_llm_extract.endpoint import Endpoint, Question
from memvault_llm_extract.instructions import EXTRACT, FACTS_SCHEMA, REFLECT, SUMMARISE, SUMMARY_SCHEMA
from memvault_llm_extract.proposals import proposals, true_statements
from memvault_llm_extract.reply import read_facts, read_summary
from memvault_llm_extract.settings import DECLARED, LlmSettings, read_settings
from memvault_llm_extract.transcript import batches, transcript
from vault.model.summary_text import summary_text
from vault.plugin_api.hookspecs import hookimpl
from vault.plugin_api.values import Conversation, Extractor, PluginSetting, Proposed

T = TypeVar("T")

MOST_OF_A_DAY = 5
NAME = "llm_extract"


class LlmExtract:
    """Learns from conversations by a chat endpoint.

    Args:
        make_endpoint: from settings and budget.
    """

    def __init__(self, make_endpoint: Callable[[LlmSettings, Budget], Endpoint] = Endpoint) -> None:
        self._make_endpoint = make_endpoint

    @hookimpl
    def declare_settings(self) -> Sequence[PluginSetting]:
        """See `settings`."""
        return DECLARED

    @hookimpl
    def configure(self, settings: Mapping[str, object], folder: Path) -> None:
        """Nothing is asked yet."""
        self._settings = read_settings(settings)
        budget = Budget(folder, tokens=self._settings.tokens_a_day, calls=self._settings.calls_a_day)
        self._endpoint = self._make_endpoint(self._settings, budget)

    @hookimpl
    def provide_extractors(self) -> list[Extractor]:
        """One, with the parts that are switched on."""
        return [
            Extractor(
                NAME,
                extract=self._extract if self._settings.extract else None,
                summarise=self._summarise if self._settings.summarise else None,
                reflect=self._reflect if self._settings.reflect else None,
            )
        ]

    def _extract(self, conversation: Conversation) -> list[Proposed]:
        found: list[Proposed] = []
        for batch in batches(conversation, self._settings.batch_characters):
            if any(batch.turns[place].role == "user" for place in batch.new):
                found += proposals(self._ask(EXTRACT, batch, read_facts), batch)
        return found

    def _reflect(self, conversation: Conversation) -> list[Proposed]:
        found: list[Proposed] = []
        for batch in batches(_whole(conversation), self._settings.batch_characters):
            found += proposals(self._ask(REFLECT, batch, read_facts), batch)
        return sorted(found, key=lambda each: -each.memory.importance)[:MOST_OF_A_DAY]

    def _summarise(self, conversation: Conversation) -> str:
        parts: dict[str, list[str]] = {}
        for batch in batches(_whole(conversation), self._settings.batch_characters):
            for name, said in true_statements(self._ask(SUMMARISE, batch, read_summary), batch).items():
                parts.setdefault(name, []).extend(said)
        return summary_text(parts, "zh" if conversation.language == "zh" else "en")

    def _ask(self, instructions: str, conversation: Conversation, read: Callable[[str], T]) -> T:
        name, schema = ("summary", SUMMARY_SCHEMA) if instructions is SUMMARISE else ("facts", FACTS_SCHEMA)
        question = Question(instructions, transcript(conversation), name, schema)
        return self._endpoint.ask(question, read, conversation.now.astimezone(conversation.timezone))


def _whole(conversation: Conversation) -> Conversation:
    return replace(conversation, new=frozenset(range(len(conversation.turns))))
