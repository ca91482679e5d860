"""Exact facts: which memories a question asks for by name, and when a sensitive value may be shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vault.index.ids import Ids, contains
from vault.index.record import Slot, StoredRecord
from vault.index.tokens import normalise

MASK = "••••••"

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class NamedSlots:
    """Passages that a question names.

    Attributes:
        passages: passage ids.
        certain: of these, the ones whose scene is named too.
        exact: those that were asked for without any doubt about which is meant.
    """

    passages: tuple[int, ...] = ()
    certain: frozenset[int] = frozenset()
    exact: frozenset[int] = frozenset()

    @property
    def ids(self) -> Ids:
        """The passages, ascending."""
        return np.unique(np.array(self.passages, dtype=np.int64))

    def among(self, allowed: Ids) -> NamedSlots:
        """Those that may be returned."""
        known = set(self.ids[contains(allowed, self.ids)].tolist())
        kept = tuple(one for one in self.passages if one in known)
        return NamedSlots(kept, self.certain & known, self.exact & known)


def named_slots(query: str, slots: Sequence[Slot]) -> NamedSlots:
    """The slots whose key the question contains.

    When it contains a scene too, slots of other scenes are not meant. A key without its scene is exact
    only where no other slot has this key.
    """
    asked = _folded(query)
    named = [slot for slot in slots if _folded(slot.key) and _folded(slot.key) in asked]
    longest = [slot for slot in named if not any(_part_of(slot.key, other.key) for other in named)]
    in_scene = [slot for slot in longest if slot.scene and _folded(slot.scene) in asked]
    chosen = in_scene or longest
    keys = [(slot.namespace, _folded(slot.key)) for slot in longest]
    exact = [
        slot.passage_id for slot in chosen if in_scene or keys.count((slot.namespace, _folded(slot.key))) == 1
    ]
    return NamedSlots(
        passages=tuple(slot.passage_id for slot in chosen),
        certain=frozenset(slot.passage_id for slot in in_scene),
        exact=frozenset(exact),
    )


def shown_content(record: StoredRecord, text: str, *, exact: bool) -> str:
    """The text as it may be shown: with its value, masked in a sensitive record that was not asked for.

    A sensitive record without a `value` cannot be masked in part: of it, only the key and scene are said.
    """
    if exact or not record.sensitive:
        return text if record.value in text else f"{text}: {record.value}"
    if record.value:
        return text.replace(record.value, MASK)
    label = " · ".join(part for part in (record.scene, record.key) if part)
    return f"{label} {MASK}".strip()


def _folded(text: str) -> str:
    return _SPACE.sub("", normalise(text))


def _part_of(key: str, other: str) -> bool:
    return _folded(key) != _folded(other) and _folded(key) in _folded(other)
