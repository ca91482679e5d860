"""Before a memory is judged: is it one, what must be masked in it, how far is it trusted. No disk."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from vault.lifecycle.masking import Masking
from vault.lifecycle.trust import gives_orders, trust_of, written_by
from vault.model.memory import MEMORY_TYPES, Memory, SourceKind
from vault.recall.prompt_block import strip_block

MOST_CHARACTERS = 4000
"""Of a statement. What is longer is a text, and belongs into a note."""
MANY_CHARACTERS = 500

Refusal = Literal["empty", "only-recalled", "too-long", "bad-type", "out-of-range", "no-zone", "plugin"]
Concern = Literal["masked", "gives-orders", "long"]

_SHARES = ("importance", "confidence")
_INSTANTS = ("created_at", "updated_at", "occurred_at", "valid_from", "valid_until", "expires_at")


@dataclass(frozen=True, slots=True)
class Submission:
    """A memory ready to be judged, or why it cannot be one.

    Attributes:
        memory: cleaned, masked, with the source that it really has.
        refusal: why nothing is to be written; empty when it can be judged.
        concerns: what the person should know about it.
        told: what whoever refused it says.
    """

    memory: Memory
    refusal: Refusal | Literal[""] = ""
    concerns: tuple[Concern, ...] = ()
    told: str = ""


def submitted(
    memory: Memory, *, arrived: SourceKind, device: str, masking: Masking, now: datetime
) -> Submission:
    """Check, mask and date a memory as it comes in.

    Args:
        memory: as the caller has it.
        arrived: by which way it came; see `vault.lifecycle.trust.written_by`.
        device: that writes it.
        masking: of the vault.
        now: aware; when it is written down, if the memory does not say.
    """
    cleaned = _cleaned(memory)
    refusal = _refusal(memory, cleaned)
    if refusal:
        return Submission(cleaned, refusal)
    source = replace(written_by(memory.source, arrived), device=device)
    sourced = replace(cleaned, source=source)
    masked = masking.memory(sourced)
    concerns: list[Concern] = ["masked"] if masked != sourced else []
    if trust_of(source) != "owner" and any(map(gives_orders, _texts(masked))):
        concerns.append("gives-orders")
    if len(masked.content) > MANY_CHARACTERS:
        concerns.append("long")
    return Submission(replace(masked, created_at=memory.created_at or now), "", tuple(concerns))


def _cleaned(memory: Memory) -> Memory:
    """Without injected blocks, control characters and blanks around."""
    return replace(
        memory,
        content=_visible(strip_block(memory.content)),
        key=_visible(memory.key),
        scene=_visible(memory.scene),
        value=_visible(memory.value),
        namespace=_visible(memory.namespace),
        tags=tuple(dict.fromkeys(filter(None, map(_visible, memory.tags)))),
    )


def _visible(text: str) -> str:
    kept = (each for each in text if unicodedata.category(each) not in {"Cc", "Cs"} or each in "\n\t")
    return "".join(kept).strip()


def _refusal(given: Memory, cleaned: Memory) -> Refusal | Literal[""]:
    if not cleaned.content:
        return "only-recalled" if given.content.strip() else "empty"
    if len(cleaned.content) > MOST_CHARACTERS:
        return "too-long"
    if cleaned.type not in MEMORY_TYPES:
        return "bad-type"
    if not all(0 <= getattr(cleaned, name) <= 1 for name in _SHARES):
        return "out-of-range"
    instants: Sequence[datetime | None] = [getattr(cleaned, name) for name in _INSTANTS]
    return "no-zone" if any(each is not None and each.tzinfo is None for each in instants) else ""


def _texts(memory: Memory) -> tuple[str, ...]:
    return (memory.content, memory.key, memory.scene, memory.value, *memory.tags)
