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


@dataclass(frozen=True, slots=True)
class TokenRows:
    """Tokens of `n` passages as numbers, one passage behind the other.

    Some hundred passages a question are counted several times over; strings would take most of its time.

    Attributes:
        words: hashes of the words, 64 bits each, in this process only.
        word_lengths: how many of them each passage has, `(n,)`.
        bigrams: the two characters of each, the first in the upper half; the second of a single one is 0.
        bigram_lengths: likewise.
    """

    words: Ids
    word_lengths: Ids
    bigrams: Ids
    bigram_lengths: Ids

    def __len__(self) -> int:
        return len(self.word_lengths)

    def take(self, rows: Ids) -> TokenRows:
        """Some of the passages, in the order given."""
        return TokenRows(
            self.words[_cells(self.word_lengths, rows)],
            self.word_lengths[rows],
            self.bigrams[_cells(self.bigram_lengths, rows)],
            self.bigram_lengths[rows],
        )

    def joined(self, other: TokenRows) -> TokenRows:
        """These passages and the other ones behind them."""
        return TokenRows(
            np.concatenate([self.words, other.words]),
            np.concatenate([self.word_lengths, other.word_lengths]),
            np.concatenate([self.bigrams, other.bigrams]),
            np.concatenate([self.bigram_lengths, other.bigram_lengths]),
        )


def token_rows(texts: Sequence[tuple[str, str]]) -> TokenRows:
    """From the words and the bigrams of each passage, separated by single spaces."""
    words, bigrams = [text for text, _ in texts], [text for _, text in texts]
    parted = " ".join(filter(None, words)).split(" ") if any(words) else []
    return TokenRows(
        np.fromiter(map(hash, parted), np.int64, len(parted)),
        _lengths(words),
        _pairs(" ".join(filter(None, bigrams))),
        _lengths(bigrams),
    )


def read_tokens(connection: sqlite3.Connection, ids: Ids) -> TokenRows:
    """Tokens of passages, in the order of `ids`; none for a passage that is gone."""
    return token_rows(_read_texts(connection, ids))


def read_counters(connection: sqlite3.Connection, ids: Ids) -> list[tuple[Counter[str], Counter[str]]]:
    """All words and bigrams of passages with how often each occurs, in the order of `ids`."""
    texts = _read_texts(connection, ids)
    return [(Counter(words.split()), Counter(bigrams.split())) for words, bigrams in texts]


def count_terms(
    tokens: TokenRows, words: Sequence[str], bigrams: Sequence[str], characters: Sequence[str] = ()
) -> TermFrequencies:
    """Count the occurrences of terms in passages.

    A word of one CJK character also counts where it is part of another word.
    """
    single = [word for word in words if is_cjk_character(word)]
    # Each occurrence of a character begins exactly one bigram.
    singles = _count(
        tokens.bigrams >> 32, tokens.bigram_lengths, [ord(one) for one in (*characters, *single)]
    )
    word_counts = _count(tokens.words, tokens.word_lengths, [hash(word) for word in words])
    for place, word in enumerate(single, start=len(characters)):
        column = word_counts[:, words.index(word)]
        np.maximum(column, singles[:, place], out=column)
    return TermFrequencies(
        words=word_counts,
        bigrams=_count(tokens.bigrams, tokens.bigram_lengths, _pairs(" ".join(bigrams)).tolist()),
        characters=singles[:, : len(characters)],
        word_lengths=tokens.word_lengths.astype(np.float32),
        bigram_lengths=tokens.bigram_lengths.astype(np.float32),
    )


def _read_texts(connection: sqlite3.Connection, ids: Ids) -> list[tuple[str, str]]:
    (rows,) = connection.execute(
        "SELECT json_group_array(json_array(id, words, bigrams)) FROM passages "
        "WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(ids.tolist()),),
    ).fetchone()
    found = {number: (words, bigrams) for number, words, bigrams in json.loads(rows)}
    return [found.get(number, ("", "")) for number in ids.tolist()]


def _lengths(texts: Sequence[str]) -> Ids:
    return np.array([text.count(" ") + 1 if text else 0 for text in texts], dtype=np.int64)


def _pairs(text: str) -> Ids:
    """Tokens of one or two characters each, separated by single spaces, as numbers."""
    if not text:
        return np.empty(0, dtype=np.int64)
    points = np.frombuffer(f"{text} ".encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.int64)
    ends = np.flatnonzero(points == ord(" "))
    starts = np.concatenate([[0], ends[:-1] + 1])
    return np.asarray((points[starts] << 32) + np.where(ends - starts > 1, points[starts + 1], 0))


def _cells(lengths: Ids, rows: Ids) -> Ids:
    """Where the tokens of some rows stand in a flat array of all."""
    wanted = lengths[rows]
    starts = np.cumsum(lengths)[rows] - wanted
    return np.asarray(np.repeat(starts - np.cumsum(wanted) + wanted, wanted) + np.arange(wanted.sum()))


def _count(tokens: Ids, lengths: Ids, terms: Sequence[int]) -> Counts:
    """How often each row has each term, `(rows, terms)`."""
    rows, width = len(lengths), len(terms)
    different, columns = np.unique(np.array(terms, dtype=np.int64), return_inverse=True)
    if not width or not len(tokens):
        return np.zeros((rows, width), dtype=np.float32)
    places = np.searchsorted(different, tokens).clip(max=len(different) - 1)
    found = different[places] == tokens
    cells = np.repeat(np.arange(rows), lengths)[found] * len(different) + places[found]
    counts = np.bincount(cells, minlength=rows * len(different)).reshape(rows, len(different))
    return counts[:, columns].astype(np.float32)
