"""What memvault itself provides, through the hooks that plugins use: models, rules, masks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from vault.config import locations
from vault.plugin_api.hookspecs import hookimpl
from vault.plugin_api.values import Conversation, Extractor, Importer, Mask, OfferedModel, Proposed

if TYPE_CHECKING:
    from vault.config.settings import Settings
    from vault.lifecycle.extract.candidate import Candidate

RULES = "rules"
LINES = "jsonl"


class BuiltIn:
    """The hooks of memvault itself.

    Args:
        settings: of the open vault.
        current: the same as they are by now, where they may change; None: they do not.
    """

    def __init__(self, settings: Settings, current: Callable[[], Settings] | None = None) -> None:
        self._settings = settings
        self._current = current or (lambda: settings)

    @hookimpl
    def provide_models(self) -> list[OfferedModel]:
        """The models that can be installed by name, and those that are installed."""
        from vault.embedding.models import KNOWN_MODELS, installed, open_model

        models_dir, threads = locations.models_dir(), self._settings.threads or None
        names = dict.fromkeys([*KNOWN_MODELS, *(each.name for each in installed(models_dir))])
        return [OfferedModel(name, partial(open_model, name, models_dir, threads)) for name in names]

    @hookimpl
    def provide_extractors(self) -> list[Extractor]:
        """The rules for Chinese and English."""
        return [Extractor(RULES, extract=extract_by_rules)]

    @hookimpl
    def provide_masks(self) -> list[Mask]:
        """The kinds of personal data that the settings name."""

        def masked(text: str) -> str:
            return built_in_mask(self._current())(text)

        return [Mask("personal data", masked)]

    @hookimpl
    def provide_importers(self) -> list[Importer]:
        """JSON lines."""
        from vault.api.importing import read_memory_lines

        return [
            Importer(LINES, "JSON lines with memories, as a vault has them", (".jsonl",), read_memory_lines)
        ]


def built_in_mask(settings: Settings) -> Callable[[str], str]:
    """Masks the kinds of personal data that the settings name."""
    from vault.lifecycle.mask import MASK_KINDS, mask

    kinds = frozenset(kind for kind in MASK_KINDS if getattr(settings.lifecycle.mask, kind))
    return lambda text: mask(text, kinds).text


def extract_by_rules(conversation: Conversation) -> list[Proposed]:
    """What the new turns state, by rules; the same turns always give the same."""
    return [_proposed(each, conversation) for each in candidates_of(conversation)]


def candidates_of(conversation: Conversation) -> tuple[Candidate, ...]:
    """The same, with what the rules know of each."""
    from vault.lifecycle.extract.in_context import extract_in_context
    from vault.recall.time_phrase import parse_time_phrase

    turns = conversation.turns
    return extract_in_context(
        [turn for place, turn in enumerate(turns) if place not in conversation.new],
        [turns[place] for place in sorted(conversation.new)],
        resolve_time=lambda text, said: parse_time_phrase(text, said, conversation.timezone),
    )


def _proposed(candidate: Candidate, conversation: Conversation) -> Proposed:
    from vault.lifecycle.extract.candidate import proposed_memory

    memory = proposed_memory(candidate, conversation.user_id, conversation.namespace)
    return Proposed(memory, candidate.evidence, candidate.explicit, candidate.known_only)
