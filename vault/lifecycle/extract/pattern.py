"""How the rules write their patterns: lists of words, and the pieces that many patterns share."""

from __future__ import annotations

import re

NUMBER = r"(?:\d+(?:\.\d+)?|[零一二两三四五六七八九十百半几]+)"
MEASURE = r"(?:[个只条匹头位名家间台辆部套把双对缸窝名款门支])"


def any_of(words: str) -> str:
    """A pattern for any of the words, longest first; words are parted by blanks, `_` stands for a blank."""
    parts = sorted(set(words.split()), key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(part.replace("_", " ")) for part in parts) + ")"


def word_set(words: str) -> frozenset[str]:
    """The words of a list, parted by blanks."""
    return frozenset(words.split())


def word_of(words: str) -> str:
    """`any_of` for English: whole words only."""
    return rf"\b{any_of(words)}\b"
