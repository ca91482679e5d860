"""A light stemmer for English words: plural, -ing and -ed only, so that "hiking" is found by "hike".

After step 1 of M. F. Porter, "An algorithm for suffix stripping" (1980), plus a dropped final `e`. What comes
out is a key for matching, not a word.
"""

from __future__ import annotations

import re
from functools import lru_cache

_VOWEL = re.compile(r"[aeiouy]")
_PLAIN = re.compile(r"[a-z]+\Z")
_KEPT_DOUBLE = frozenset("elsz")


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The matching key of one lower-case word; anything but `a-z` goes back as it is."""
    if len(word) < 4 or _PLAIN.match(word) is None:
        return word
    word = _without_plural(word)
    word = _without_participle(word)
    if len(word) > 3 and word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "i"
    if len(word) > 3 and word.endswith("e") and not word.endswith("ee"):
        return word[:-1]
    return word


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_participle(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if len(word) > 5 else word
    for ending, shortest in (("ing", 2), ("ed", 3)):
        root = word.removesuffix(ending)
        if root == word or len(root) < shortest or not _VOWEL.search(root):
            continue
        if len(root) > 2 and root[-1] == root[-2] and root[-1] not in _KEPT_DOUBLE:
            return root[:-1]
        return root
    return word
