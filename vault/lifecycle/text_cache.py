"""Results of texts that are looked at again and again: each new memory is compared with its neighbours."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

T = TypeVar("T")

KEPT = 4096
"""Texts of each function whose results are kept: those asked for last."""
LONGEST = 500
"""Characters; what is longer is no memory, and would fill the store."""


def kept_by_text(work: Callable[[str], T]) -> Callable[[str], T]:
    """`work` that is done once for a text. Its result depends on nothing else, and nobody changes it."""
    known = lru_cache(maxsize=KEPT)(work)

    @wraps(work)
    def kept(text: str) -> T:
        return known(text) if len(text) <= LONGEST else work(text)

    return kept
