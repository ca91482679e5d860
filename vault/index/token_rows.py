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


def read_tokens(connection: sqlite3.Connection, ids: Ids) -> list[tuple[str, str]]:
    """Words and bigrams of passages, each separated by spaces, in the order of `ids`; empty when gone."""
    rows = connection.execute(
        "SELECT id, words, bigrams FROM passages WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(ids.tolist()),),
    )
    found = {number: (words, bigrams) for number, words, bigrams in rows}
    return [found.get(number, ("", "")) for number in ids.tolist()]


def count_terms(
    tokens: Sequence[tuple[str, str]],
    words: Sequence[str],
    bigrams: Sequence[str],
    characters: Sequence[str] = (),
) -> TermFrequencies:
    """Count the occurrences of terms in what `read_tokens` gave.

    A word of one CJK character also counts where it is part of another word.
    """
    word_texts, bigram_texts = [each[0] for each in tokens], [each[1] for each in tokens]
    word_counts = _count(word_texts, words)
    for column, word in enumerate(words):
        if is_cjk_character(word):
            np.maximum(word_counts[:, column], _occurrences(word, bigram_texts), out=word_counts[:, column])
    character_counts = np.empty((len(tokens), len(characters)), dtype=np.float32)
    for column, character in enumerate(characters):
        character_counts[:, column] = _occurrences(character, bigram_texts)
    return TermFrequencies(
        words=word_counts,
        bigrams=_count(bigram_texts, bigrams),
        characters=character_counts,
        word_lengths=_lengths(word_texts),
        bigram_lengths=_lengths(bigram_texts),
    )


def counters(tokens: Sequence[tuple[str, str]]) -> list[tuple[Counter[str], Counter[str]]]:
    """All words and bigrams with how often each occurs."""
    return [(Counter(words.split()), Counter(bigrams.split())) for words, bigrams in tokens]


def _count(texts: Sequence[str], terms: Sequence[str]) -> Counts:
    width = len(terms)
    columns = {term: column for column, term in enumerate(terms)}
    cells = [
        row * width + columns[token]
        for row, text in enumerate(texts)
        for token in text.split(" ")
        if token in columns
    ]
    counts = np.bincount(np.array(cells, dtype=np.int64), minlength=len(texts) * width)
    return counts.reshape(len(texts), width).astype(np.float32)


def _occurrences(character: str, bigram_texts: Sequence[str]) -> Counts:
    """How often a CJK character occurs: each occurrence begins exactly one bigram."""
    inner = " " + character
    return np.array(
        [text.startswith(character) + text.count(inner) for text in bigram_texts], dtype=np.float32
    )


def _lengths(texts: Sequence[str]) -> Counts:
    return np.array([text.count(" ") + 1 if text else 0 for text in texts], dtype=np.float32)
