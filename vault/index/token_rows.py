"""The tokens of stored passages, read back for exact scoring of a few hundred candidates."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vault.index.ids import Ids
from vault.index.tokens import is_cjk_character

Counts = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TermFrequencies:
    """How often the terms of a question occur in some passages: what exact BM25 needs.

    Attributes:
        words: `(passages, words asked for)` float32.
        bigrams: `(passages, bigrams asked for)` float32.
        characters: `(passages, CJK characters asked for)` float32.
        word_lengths: how many words each passage has, `(passages,)` float32.
        bigram_lengths: how many bigrams, which is how many CJK characters, too.
    """

    words: Counts
    bigrams: Counts
    characters: Counts
    word_lengths: Counts
    bigram_lengths: Counts


PassageTokens = tuple[list[str], list[str]]
"""Words and bigrams of a passage, in order, repeated as often as they occur."""


def read_tokens(connection: sqlite3.Connection, ids: Ids) -> list[PassageTokens]:
    """Tokens of passages, in the order of `ids`; empty ones for a passage that is gone."""
    rows = connection.execute(
        "SELECT id, words, bigrams FROM passages WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(ids.tolist()),),
    )
    found = {number: (words.split(), bigrams.split()) for number, words, bigrams in rows}
    return [found.get(number, ([], [])) for number in ids.tolist()]


def count_terms(
    tokens: Sequence[PassageTokens],
    words: Sequence[str],
    bigrams: Sequence[str],
    characters: Sequence[str] = (),
) -> TermFrequencies:
    """Count the occurrences of terms in what `read_tokens` gave.

    A word of one CJK character also counts where it is part of another word.
    """
    word_lists, bigram_lists = [each[0] for each in tokens], [each[1] for each in tokens]
    single = [word for word in words if is_cjk_character(word)]
    singles = _count_beginnings(bigram_lists, [*characters, *single])
    word_counts = _count(word_lists, words)
    for place, word in enumerate(single, start=len(characters)):
        column = word_counts[:, words.index(word)]
        np.maximum(column, singles[:, place], out=column)
    return TermFrequencies(
        words=word_counts,
        bigrams=_count(bigram_lists, bigrams),
        characters=singles[:, : len(characters)],
        word_lengths=np.array([len(each) for each in word_lists], dtype=np.float32),
        bigram_lengths=np.array([len(each) for each in bigram_lists], dtype=np.float32),
    )


def counters(tokens: Sequence[PassageTokens]) -> list[tuple[Counter[str], Counter[str]]]:
    """All words and bigrams with how often each occurs."""
    return [(Counter(words), Counter(bigrams)) for words, bigrams in tokens]


def _count(texts: Sequence[Sequence[str]], terms: Sequence[str]) -> Counts:
    columns = {term: column for column, term in enumerate(terms)}
    width = len(terms)
    cells = [
        row * width + columns[token] for row, text in enumerate(texts) for token in text if token in columns
    ]
    return _table(cells, len(texts), width)


def _count_beginnings(bigram_lists: Sequence[Sequence[str]], characters: Sequence[str]) -> Counts:
    """How often CJK characters occur: each occurrence begins exactly one bigram."""
    columns: dict[str, list[int]] = {}
    for column, character in enumerate(characters):
        columns.setdefault(character, []).append(column)
    width = len(characters)
    cells = [
        row * width + column
        for row, bigrams in enumerate(bigram_lists)
        for bigram in bigrams
        if bigram[0] in columns
        for column in columns[bigram[0]]
    ]
    return _table(cells, len(bigram_lists), width)


def _table(cells: Sequence[int], rows: int, width: int) -> Counts:
    counts = np.bincount(np.array(cells, dtype=np.int64), minlength=rows * width)
    return counts.reshape(rows, width).astype(np.float32)
