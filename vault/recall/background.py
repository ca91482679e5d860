"""How common a word is in what anybody writes down: in a young vault its own passages cannot tell.

Chinese frequencies are those of jieba's dictionary; English ones are a short list of what is frequent in
everyday statements, rounded. Both are rough, and that is enough: they only have to tell 去 from 猫.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from vault.index.jieba_dictionary import TOTAL_FREQUENCY, entry_of
from vault.index.stem import stem

Floats = npt.NDArray[np.float32]

LENGTH = 10
"""Words in a passage, roughly."""
_RAREST_CHINESE = 1e-6
_RAREST_ENGLISH = 2e-5

_ENGLISH = """
2000 go get like just one know
1000 year day good new see time make people two first
800 work use want take come say also think need last much
400 live name home week month call long old place thing kind many number help high start school house
250 car phone friend family mother father city food read write talk book room night morning big give find play
120 job eat run move meet keep turn today watch ask learn pay buy drink usually currently early evening speak
60 birthday wear favourite favorite language game team tomorrow
"""
"""Occurrences in a million words."""


def common_shares(words: Iterable[str]) -> Floats:
    """For each word the share of anybody's passages that have it, `(words,)`, 0-1."""
    return np.array([_share(word) for word in words], dtype=np.float32)


@lru_cache(maxsize=16384)
def _share(word: str) -> float:
    if word.isascii():
        rate = _english().get(word, _RAREST_ENGLISH)
    else:
        entry = entry_of(word)
        rate = max(entry.frequency / TOTAL_FREQUENCY if entry else 0.0, _RAREST_CHINESE)
    return 1 - math.exp(-LENGTH * rate)


@cache
def _english() -> dict[str, float]:
    rates: dict[str, float] = {}
    for line in _ENGLISH.strip().splitlines():
        count, *words = line.split()
        rates.update((stem(word), int(count) / 1e6) for word in words)
    return rates
