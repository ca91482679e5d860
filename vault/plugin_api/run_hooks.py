"""All plugins of this process, and one method a place where memvault calls them.

Without plugins of the user's own every method costs a look at an empty list. The built-in rules, masks and
models come through the same hooks as those of plugins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from vault.errors import MaskFailed
from vault.model.memory import Memory, Relation
from vault.model.note import Note
from vault.plugin_api.faults import Faults
from vault.plugin_api.proposal_check import is_memory, not_covered, sound_proposals
from vault.plugin_api.values import (
    Conversation,
    Extractor,
    Importer,
    Indexed,
    Mask,
    OfferedModel,
    Proposed,
    RankFactor,
    Recalled,
    Refused,
    Written,
)
from vault.problem import Problem

if TYPE_CHECKING:
    from vault.plugin_api.plugin import Plugin

A = TypeVar("A")
T = TypeVar("T")

EXTRACT_SECONDS = 600.0
"""Extraction waits in the background, for another machine perhaps."""
NOTE_SECONDS = 1.0
"""A question may be waiting for the note to be indexed."""
CLOSE_SECONDS = 10.0
"""How long closing a vault waits for what plugins do in the background."""
_LATE = ("after_write", "after_index", "close")
LEAST_FACTOR, MOST_FACTOR = 0.5, 2.0
_RECALL_HOOKS = ("provide_rank_factors", "rank factor", "after_recall")


class Plugins:
    """The plugins that are loaded.

    Args:
        built_in: what memvault itself provides, through the same hooks.
        own: the user's, in the order in which they are asked.
        faults: of all of them.
        lost_masks: names of plugins that cannot be loaded and are known to bring masks.
    """

    def __init__(
        self,
        built_in: Callable[[], Plugin],
        own: Sequence[Plugin] = (),
        faults: Faults | None = None,
        lost_masks: Sequence[str] = (),
    ) -> None:
        self._built_in = built_in
        self.own = tuple(own)
        self.faults = faults or Faults()
        self._lost_masks = tuple(lost_masks)
        self._provided: dict[tuple[str, str], list[object]] = {}

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with plugins as things stand."""
        return self.faults.of()

    @property
    def recall_problems(self) -> tuple[Problem, ...]:
        """The part of it that recall does without."""
        return self.faults.of(what=_RECALL_HOOKS) if self.own else ()

    @property
    def reads_notes(self) -> tuple[str, ...]:
        """What changes how notes are read: an index made with other plugins reads them anew."""
        readers = [plugin for plugin in self.own if plugin.implements("read_note")]
        return tuple(f"{plugin.name} {[each.value for each in plugin.settings]}" for plugin in readers)

    @property
    def weighs(self) -> bool:
        """Whether anything raises or lowers hits."""
        return any(self._offered("provide_rank_factors", RankFactor))

    def model(self, name: str) -> tuple[Plugin, OfferedModel] | None:
        """The offer of the embedding model of this name, built-in ones first; None: nobody offers it."""
        offers = self._offered("provide_models", OfferedModel, built_in="first")
        return next(((plugin, offer) for plugin, offer in offers if offer.name == name), None)

    def model_names(self) -> tuple[str, ...]:
        """Of the models that plugins bring."""
        return tuple(offer.name for _, offer in self._offered("provide_models", OfferedModel))

    def importers(self) -> tuple[Importer, ...]:
        """All importers, built-in ones first."""
        return tuple(each for _, each in self._offered("provide_importers", Importer, built_in="first"))

    def read_file(self, importer: Importer, read: Callable[[], T]) -> T | None:
        """What an importer reads, or None when it fails, which is noted."""
        for plugin, each in self._offered("provide_importers", Importer, built_in="first"):
            if each is importer:
                return plugin.guarded("importer", read, EXTRACT_SECONDS)
        return read()

    def mask(self, text: str) -> str:
        """The text without what must not be kept.

        Raises:
            MaskFailed: a mask of a plugin gave nothing; what it hides is nobody's to guess.
        """
        for plugin, each in self._masks():
            what = f"mask {each.name}"
            masked = plugin.guarded(what, _call(each.apply, text))
            if not isinstance(masked, str):
                if masked is not None:
                    self.faults.note(plugin.name, what, f"answered a {type(masked).__name__}")
                raise MaskFailed(plugin.name, self._fault(plugin.name, what))
            text = masked
        return text

    def _masks(self) -> Iterator[tuple[Plugin, Mask]]:
        """All masks, built-in ones first; those that cannot be had are asked for again next time."""
        for name in self._lost_masks:
            raise MaskFailed(name, self._fault(name, "load", "settings"))
        hook = "provide_masks"
        for plugin in (self._built_in(), *self.own):
            yield from ((plugin, each) for each in self._asked(plugin, hook, Mask))
            if self.faults.of(plugin.name, (hook,)):
                self._provided.pop((plugin.name, hook), None)
                raise MaskFailed(plugin.name, self._fault(plugin.name, hook))

    def _fault(self, plugin: str, *what: str) -> str:
        return next((problem.message for problem in self.faults.of(plugin, what)), "it failed")

    def extract(self, conversation: Conversation) -> tuple[Proposed, ...]:
        """What the new turns state, by the first extractor that answers; the built-in rules come last.

        What the person asked to remember is kept even where another extractor has passed over it.
        """
        plugin, answer = self._ask_extractors("extract", conversation)
        proposed = sound_proposals(cast("Iterable[Proposed]", answer or ()), conversation)
        if plugin is None or plugin.trusted:
            return proposed
        rules = Plugins(self._built_in).extract(conversation)
        return proposed + not_covered(rules, proposed)

    def summarise(self, conversation: Conversation) -> str | None:
        """A session in a few lines by a plugin; None: none of them did, the template is used."""
        _, answer = self._ask_extractors("summarise", conversation)
        return answer.strip() if isinstance(answer, str) else None

    def reflect(self, conversation: Conversation) -> tuple[Proposed, ...] | None:
        """The most weighty facts of a day by a plugin; None: none of them did, the rules choose."""
        _, answer = self._ask_extractors("reflect", conversation)
        return None if answer is None else sound_proposals(cast("Iterable[Proposed]", answer), conversation)

    def before_write(self, memory: Memory) -> Memory | Refused:
        """The memory as plugins want it written, or a refusal."""
        for plugin in self.own:
            answer = plugin.call("before_write", memory=memory)
            if isinstance(answer, Refused):
                return Refused(f"{plugin.name}: {answer.reason}")
            if is_memory(answer):
                memory = _same_origin(answer, memory)
            elif answer is not None:
                self.faults.note(plugin.name, "before_write", "did not give a memory with content")
        return memory

    def after_write(self, written: Iterable[Written]) -> None:
        """Tell plugins what was written."""
        if self.own:
            for each in written:
                for plugin in self.own:
                    plugin.tell("after_write", written=each)

    def after_index(self, indexed: Indexed) -> None:
        """Tell plugins that the index has changed."""
        for plugin in self.own:
            plugin.tell("after_index", indexed=indexed)

    @property
    def late_problems(self) -> tuple[Problem, ...]:
        """What went wrong in the background."""
        return self.faults.of(what=_LATE)

    def finish(self, seconds: float = CLOSE_SECONDS) -> None:
        """Let plugins end what they do in the background."""
        for plugin in self.own:
            plugin.finish(seconds)

    def read_note(self, note: Note) -> Note:
        """The note with the tags and relations that plugins find in it."""
        for plugin in self.own:
            answer = plugin.call("read_note", NOTE_SECONDS, note=note)
            if isinstance(answer, Note) and _is_readable(answer):
                note = replace(note, tags=tuple(answer.tags), relations=tuple(answer.relations))
            elif answer is not None:
                self.faults.note(plugin.name, "read_note", "did not give a note with tags and relations")
        return note

    def weigh(self, query: str, hits: Sequence[Recalled], seconds: float) -> list[dict[str, float]]:
        """Named factors for each hit, between 0.5 and 2; ones that change nothing are left out."""
        factors: list[dict[str, float]] = [{} for _ in hits]
        for plugin, each in self._offered("provide_rank_factors", RankFactor):
            what = f"rank factor {each.name}"
            weights = plugin.guarded(what, _call(_listed(partial(each.weigh, query)), hits), seconds)
            if weights is None:
                continue
            if len(weights) != len(hits) or not all(map(_is_factor, weights)):
                self.faults.note(plugin.name, what, "did not give one number a hit")
                continue
            for place, weight in enumerate(weights):
                if weight != 1:
                    factors[place][each.name] = min(max(float(weight), LEAST_FACTOR), MOST_FACTOR)
        return factors

    def after_recall(self, query: str, hits: Sequence[Recalled], seconds: float) -> tuple[Recalled, ...]:
        """The hits that plugins leave, in their old order, with what plugins say about them."""
        left = tuple(hits)
        for plugin in self.own:
            answer = plugin.call("after_recall", seconds, query=query, hits=left)
            if isinstance(answer, Sequence) and all(map(_is_recalled, answer)):
                notes = {each.place: " ".join(each.note.split()) for each in answer}
                left = tuple(replace(each, note=notes[each.place]) for each in left if each.place in notes)
            elif answer is not None:
                self.faults.note(plugin.name, "after_recall", f"answered a {type(answer).__name__}")
        return left

    def _ask_extractors(
        self, part: Literal["extract", "summarise", "reflect"], conversation: Conversation
    ) -> tuple[Plugin | None, object]:
        for plugin, each in self._offered("provide_extractors", Extractor, built_in="last"):
            function: Callable[[Conversation], object] | None = getattr(each, part)
            if function is not None:
                answer = plugin.guarded(part, _call(_listed(function), conversation), EXTRACT_SECONDS)
                if answer is not None:
                    return plugin, answer
        return None, None

    def _offered(
        self, hook: str, kind: type[T], built_in: Literal["first", "last", "left out"] = "left out"
    ) -> Iterator[tuple[Plugin, T]]:
        """What plugins provide by a hook, with the plugin."""
        plugins = [*self.own]
        if built_in != "left out":
            plugins.insert(0 if built_in == "first" else len(plugins), self._built_in())
        for plugin in plugins:
            yield from ((plugin, each) for each in self._asked(plugin, hook, kind))

    def _asked(self, plugin: Plugin, hook: str, kind: type[T]) -> list[T]:
        """Asked once."""
        key = (plugin.name, hook)
        if key not in self._provided:
            answer = plugin.call(hook)
            if answer is None:
                answer = []
            elif not isinstance(answer, (list, tuple)) or not all(isinstance(each, kind) for each in answer):
                self.faults.note(plugin.name, hook, f"did not give a list of {kind.__name__}")
                answer = []
            self._provided[key] = list(answer)
        return cast("list[T]", self._provided[key])


def _listed(function: Callable[[A], object]) -> Callable[[A], Any]:
    """What it gives, as a list if it is one of many: going through a generator is part of the call."""

    def listed(argument: A) -> object:
        answer = function(argument)
        return answer if answer is None or isinstance(answer, str) else list(cast("Iterable[object]", answer))

    return listed


def _is_recalled(answer: object) -> bool:
    return isinstance(answer, Recalled) and isinstance(answer.note, str)


def _is_readable(note: Note) -> bool:
    lists = isinstance(note.tags, (list, tuple)) and isinstance(note.relations, (list, tuple))
    return (
        lists
        and all(isinstance(each, str) for each in note.tags)
        and all(isinstance(each, Relation) for each in note.relations)
    )


def _call(function: Callable[[A], T], argument: A) -> Callable[[], T]:
    return lambda: function(argument)


def _is_factor(weight: object) -> bool:
    return isinstance(weight, (int, float)) and isfinite(weight)


def _same_origin(changed: Memory, memory: Memory) -> Memory:
    """What a plugin may change of a memory: not whose it is, and not where it came from."""
    return replace(
        changed,
        id=memory.id,
        provisional=memory.provisional,
        user_id=memory.user_id,
        status=memory.status,
        supersedes=memory.supersedes,
        superseded_by=memory.superseded_by,
        source=memory.source,
    )
