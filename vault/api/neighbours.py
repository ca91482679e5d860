"""The memories that lie near a new one: by vectors, by words, by slot. What is planned counts as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vault.index.contents import memory_of
from vault.index.passages import embedded_text
from vault.index.row_filter import RowFilter
from vault.index.simplify import simplify
from vault.index.tokens import normalise
from vault.lifecycle.text_cache import kept_by_text
from vault.model.memory import MEMORY_TYPES

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.embedding.provider import Vectors
    from vault.index.ids import Ids
    from vault.index.record import StoredRecord
    from vault.model.memory import Memory

NEAREST = 60
"""Passages looked at by vectors. Raw cosines lie so close together that the one meant may be far down."""
BY_WORDS = 30
DUPLICATE_LEVEL = 0.95
"""Where there is no model to have one."""
RELATED_SHARE = 2.8
"""From a cosine so many times as far from 1 as the duplicate level on, memories may be about one thing."""
_DICE_RELATED, _DICE_DUPLICATE = 0.25, 0.8
"""Without a vector: the Dice coefficients of character bigrams that stand for the two levels."""


class Neighbourhood:
    """What is known near new memories of one user. Changes that are planned but not written are told to it.

    Args:
        resources: of the vault, with an index in step.
        user_id: whose memories.
    """

    def __init__(self, resources: Resources, user_id: str) -> None:
        self._index = resources.index.user(user_id)
        model = resources.model
        self.level = model.facts.duplicate_level if model is not None else DUPLICATE_LEVEL
        self.related = 1 - RELATED_SHARE * (1 - self.level)
        self._records: dict[str, StoredRecord] = {}
        self._planned: dict[str, Memory | None] = {}
        self._vectors: dict[str, Vectors] = {}

    def record(self, memory_id: str) -> StoredRecord | None:
        """The stored record behind a memory that was given out, or None for a planned one."""
        return self._records.get(memory_id)

    def plan(self, memory: Memory, vector: Vectors | None = None) -> None:
        """A memory will be as given; it counts from now on in place of what is stored."""
        self._planned[memory.id] = memory
        if vector is not None:
            self._vectors[memory.id] = vector

    def drop(self, memory_id: str) -> None:
        """A memory will be history."""
        self._planned[memory_id] = None

    def same_slot(self, memory: Memory) -> list[Memory]:
        """Memories in the slot of `memory`, in whatever width, case and script that is spelled."""
        if not memory.key:
            return []
        wanted = _slot_form(memory.key), _slot_form(memory.scene)
        passages = [
            slot.passage_id
            for slot in self._index.slots()
            if slot.namespace == memory.namespace and (_slot_form(slot.key), _slot_form(slot.scene)) == wanted
        ]
        stored = [passage.record for passage in self._index.passages(passages)]
        known = self._current(record for record in stored if record.type in MEMORY_TYPES)
        known += [
            each for each in self._of_plan() if (_slot_form(each.key), _slot_form(each.scene)) == wanted
        ]
        return known

    def near(self, memory: Memory, vector: Vectors | None) -> list[tuple[Memory, float]]:
        """Memories like `memory` with their cosines to it; texts in Simplified characters.

        Args:
            memory: the new one.
            vector: of its text, `(dimension,)`; None: likeness is judged by words.
        """
        allowed = self._index.passage_ids(
            RowFilter(namespaces=(memory.namespace,), types=MEMORY_TYPES, statuses=("active", "inactive"))
        )
        tokens = self._index.tokenise(memory.content)
        ids = self._index.word_candidates(tokens.words, tokens.bigrams, allowed, BY_WORDS)
        if vector is not None and self._index.dimension == len(vector):
            ids = np.union1d(ids, self._index.vector_candidates(vector, allowed, NEAREST)[0])
        cosines = self._cosines(vector, ids)
        best: dict[str, float] = {}
        stored: dict[str, StoredRecord] = {}
        for passage in self._index.passages(ids):
            stored[passage.record.id] = passage.record
            cosine = self._likeness(cosines[passage.id], memory, passage.text)
            best[passage.record.id] = max(cosine, best.get(passage.record.id, -1.0))
        found = [(each, best[each.id]) for each in self._current(stored.values())]
        found += [(each, self._to_planned(memory, vector, each)) for each in self._of_plan()]
        return [(in_simplified(each), cosine) for each, cosine in found if each.namespace == memory.namespace]

    def _current(self, records: Iterable[StoredRecord]) -> list[Memory]:
        """Stored memories that are not history and that no plan has changed."""
        found = []
        for record in records:
            self._records[record.id] = record
            if record.id not in self._planned and not record.archived:
                found.append(memory_of(record))
        return found

    def _of_plan(self) -> list[Memory]:
        return [each for each in self._planned.values() if each is not None]

    def _cosines(self, vector: Vectors | None, ids: Ids) -> dict[int, float]:
        if vector is None or self._index.dimension != len(vector) or not len(ids):
            return dict.fromkeys(ids.tolist(), 0.0)
        return dict(zip(ids.tolist(), (self._index.vectors(ids) @ vector).tolist(), strict=True))

    def _to_planned(self, memory: Memory, vector: Vectors | None, planned: Memory) -> float:
        other = self._vectors.get(planned.id)
        cosine = 0.0 if vector is None or other is None else float(other @ vector)
        return self._likeness(cosine, memory, planned.content)

    def _likeness(self, cosine: float, memory: Memory, text: str) -> float:
        """The cosine; texts that share many words are related at least, whatever the vectors say.

        Without vectors (0) the share of character bigrams stands for the cosine.
        """
        places = [0.0, _DICE_RELATED, _DICE_DUPLICATE, 1.0]
        by_words = float(np.interp(_dice(memory.content, text), places, [0.0, self.related, self.level, 1.0]))
        return max(cosine, min(by_words, self.related)) if cosine else by_words


def passage_texts(memories: Iterable[Memory]) -> list[str]:
    """What is embedded of new memories: the very texts that the index will embed, if they are short."""
    return [embedded_text("", memory.content) for memory in memories]


def in_simplified(memory: Memory) -> Memory:
    """`memory` with its statement in Simplified characters, in which likeness is judged."""
    return replace(memory, content=simplify(memory.content))


def _slot_form(text: str) -> str:
    return "".join(normalise(text).split())


def _dice(ours: str, theirs: str) -> float:
    our, their = _bigrams(ours), _bigrams(theirs)
    total = our.total() + their.total()
    return 2 * (our & their).total() / total if total else 0.0


@kept_by_text
def _bigrams(text: str) -> Counter[str]:
    plain = "".join(filter(str.isalnum, normalise(text)))
    return Counter(plain[place : place + 2] for place in range(max(len(plain) - 1, 1)))
