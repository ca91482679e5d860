"""Search by words: one SQLite FTS5 table a user, over the tokens of `vault.index.tokens`.

A search only ever opens the table of its own user. Bigrams carry an underscore in front, so that the word
天气 and the bigram 天气 are two terms; the last character of a run of bigrams is kept as a term of its own
(`_气`), so that each character begins a term and one-character questions can be answered by prefix.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np

from vault.index.columns import Ids
from vault.index.tokens import Tokens

BIGRAM_MARK = "_"
_EXACT_SUBSET = 2000
_OVERFETCH = 4


class WordIndex(Protocol):
    """Words of one user's passages."""

    def add(self, passages: Iterable[tuple[int, Tokens]]) -> None:
        """Make passages findable; their ids must be new."""

    def remove(self, passages: Iterable[tuple[int, Tokens]]) -> None:
        """Take passages out; the tokens are those they were added with."""

    def search(self, words: Sequence[str], bigrams: Sequence[str], allowed: Ids | None, limit: int) -> Ids:
        """Ids of passages that contain any of the terms, best first (BM25).

        Args:
            words: see `vault.index.tokens.Tokens`.
            bigrams: likewise.
            allowed: passages that may be returned, ascending; None for all of the user's.
            limit: how many at most.
        """

    def passage_counts(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many passages each term occurs; bigrams are marked. Unknown terms are left out."""


def marked(bigrams: Iterable[str]) -> list[str]:
    """Bigrams as terms."""
    return [BIGRAM_MARK + bigram for bigram in bigrams]


class Fts5Words:
    """`WordIndex` over SQLite FTS5 (contentless: the tokens are kept once, beside the passages).

    Args:
        connect: gives the connection of the calling thread.
        user: number of the user.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], user: int) -> None:
        self._connect = connect
        self._user = user
        self._table = f"words_{user:d}"

    def create(self) -> None:
        """Make the table; inside a transaction."""
        marks = "".join(chr(code) for code in range(33, 127) if not chr(code).isalnum()).replace("'", "''''")
        marks = marks.replace('"', '""')
        self._connect().execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {self._table} USING fts5("
            f"tokens, content='', detail=column, tokenize=\"ascii tokenchars '{marks}'\")"
        )

    def drop(self) -> None:
        """Remove the table and the term counts; inside a transaction."""
        self._connect().execute(f"DROP TABLE IF EXISTS {self._table}")
        self._connect().execute("DELETE FROM terms WHERE user = ?", (self._user,))

    def add(self, passages: Iterable[tuple[int, Tokens]]) -> None:
        rows = [(number, _tokens_text(tokens)) for number, tokens in passages]
        self._connect().executemany(f"INSERT INTO {self._table} (rowid, tokens) VALUES (?, ?)", rows)
        self._count((text for _, text in rows), 1)

    def remove(self, passages: Iterable[tuple[int, Tokens]]) -> None:
        rows = [(number, _tokens_text(tokens)) for number, tokens in passages]
        self._connect().executemany(
            f"INSERT INTO {self._table} ({self._table}, rowid, tokens) VALUES ('delete', ?, ?)", rows
        )
        self._count((text for _, text in rows), -1)

    def search(self, words: Sequence[str], bigrams: Sequence[str], allowed: Ids | None, limit: int) -> Ids:
        terms = list(dict.fromkeys([*words, *marked(bigrams)]))
        if not terms or (allowed is not None and len(allowed) == 0):
            return np.empty(0, dtype=np.int64)
        match = " OR ".join('"' + term.replace('"', '""') + '"' for term in terms)
        if allowed is None:
            return self._match(match, limit)
        if len(allowed) <= _EXACT_SUBSET:
            return self._match(match, limit, allowed)
        found = self._match(match, limit * _OVERFETCH)
        kept = found[np.isin(found, allowed)]
        if len(kept) < limit and len(found) == limit * _OVERFETCH:
            found = self._match(match, -1)
            kept = found[np.isin(found, allowed)]
        return kept[:limit]

    def passage_counts(self, terms: Iterable[str]) -> dict[str, int]:
        wanted = json.dumps(list(terms), ensure_ascii=False)
        rows = self._connect().execute(
            "SELECT term, passages FROM terms WHERE user = ? AND term IN (SELECT value FROM json_each(?))",
            (self._user, wanted),
        )
        return {term: count for term, count in rows}

    def _match(self, match: str, limit: int, allowed: Ids | None = None) -> Ids:
        sql = f"SELECT rowid FROM {self._table} WHERE {self._table} MATCH ?"
        parameters: list[object] = [match]
        if allowed is not None:
            sql += " AND rowid IN (SELECT value FROM json_each(?))"
            parameters.append(json.dumps(allowed.tolist()))
        rows = self._connect().execute(f"{sql} ORDER BY rank LIMIT ?", (*parameters, limit)).fetchall()
        return np.array([row[0] for row in rows], dtype=np.int64)

    def _count(self, texts: Iterable[str], sign: int) -> None:
        counts: Counter[str] = Counter()
        for text in texts:
            counts.update(set(text.split()))
        self._connect().executemany(
            "INSERT INTO terms VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET passages = passages + excluded.passages",
            [(self._user, term, sign * count) for term, count in counts.items()],
        )


def _tokens_text(tokens: Tokens) -> str:
    return " ".join((*tokens.words, *marked(tokens.bigrams)))
