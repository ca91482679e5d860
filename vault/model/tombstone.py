"""What stays of an erased memory: its id, so that a copy of it from elsewhere is known for what it is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from vault.model.memory import Memory

ERASED: Mapping[Literal["zh", "en"], str] = {"zh": "[已擦除]", "en": "[erased]"}
"""What stands where an erased text stood, by the language of the vault. Both are known everywhere."""


def is_erased_text(text: str) -> bool:
    """Whether this is all that is left of an erased text."""
    return text.strip() in ERASED.values()


def is_tombstone(memory: Memory) -> bool:
    """Whether this is what is left of an erased memory."""
    return memory.status == "forgotten" and is_erased_text(memory.content)


def tombstone(memory_id: str, user_id: str, language: Literal["zh", "en"], now: datetime) -> Memory:
    """What is to stay of a memory: nothing but its id, whose it was, and when it was erased."""
    return Memory(memory_id, ERASED[language], user_id, status="forgotten", updated_at=now)
