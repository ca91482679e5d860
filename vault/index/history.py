"""How often terms stand in what is history: archived, or replaced by something newer.

What a word is worth, and how close is close, is judged by what is true now: a value that has changed a
hundred times must not make its own words common.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from vault.index.columns import Columns
from vault.index.ids import Ids
from vault.index.token_rows import read_counters
from vault.index.tokens import is_cjk_character
from vault.index.words import BIGRAM_MARK, CHARACTER_MARK

MOST = 500
"""Passages that are read: all that is true now, if that is no more; else so many of history stand for it."""
_HASH = np.uint64(0x9E3779B97F4A7C15)


def spread(ids: Ids, count: int) -> Ids:
    """Up to `count` of the ids, evenly spread, the same ones each time."""
    if len(ids) <= count:
        return ids
    hashed = ids.astype(np.uint64) * _HASH
    return np.sort(ids[np.argpartition(hashed, count)[:count]])


class History:
    """The passages of one user that are history.

    Attributes:
        ids: of them, ascending; none where nothing else is left.
        others: all but these.
    """

    def __init__(self, columns: Columns, connect: Callable[[], sqlite3.Connection]) -> None:
        over = columns.archived | columns.superseded
        self.ids: Ids = columns.ids[over & (not over.all())]
        self.others: Ids = np.setdiff1d(columns.ids, self.ids, assume_unique=True)
        self._connect = connect
        self._counted: _Counted | None = None

    def without(self, terms: Mapping[str, int]) -> dict[str, int]:
        """In how many of the other passages each term occurs, of in how many it occurs at all.

        Args:
            terms: words, or bigrams and characters marked as in `vault.index.words`; none stays with 0.
        """
        if len(self.ids) == 0:
            return dict(terms)
        few = len(self.others) <= MOST
        read = self.others if few else spread(self.ids, MOST)
        if self._counted is None:
            self._counted = _count(read_counters(self._connect(), read))
        known, scale = self._counted, len(self.ids) / len(read)
        less = {
            term: known.of(term) if few else count - round(known.of(term) * scale)
            for term, count in terms.items()
        }
        return {term: count for term, count in less.items() if count > 0}


@dataclass(frozen=True, slots=True)
class _Counted:
    words: Counter[str]
    bigrams: Counter[str]
    characters: Counter[str]

    def of(self, term: str) -> int:
        if term.startswith(CHARACTER_MARK):
            return self.characters[term.removeprefix(CHARACTER_MARK)]
        if term.startswith(BIGRAM_MARK):
            return self.bigrams[term.removeprefix(BIGRAM_MARK)]
        return self.characters[term] if is_cjk_character(term) else self.words[term]


def _count(texts: Iterable[tuple[Counter[str], Counter[str]]]) -> _Counted:
    """In how many texts each term occurs."""
    counted = _Counted(Counter(), Counter(), Counter())
    for words, bigrams in texts:
        counted.words.update(words.keys())
        counted.bigrams.update(bigrams.keys())
        counted.characters.update({bigram[0] for bigram in bigrams})
    return counted
