"""Search by words: one SQLite FTS5 table a user, over the tokens of `vault.index.tokens`.

A search only ever opens the table of its own user. Bigrams carry an underscore in front, so that the word
天气 and the bigram 天气 are two terms.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from vault.index.ids import Ids, contains
from vault.index.token_rows import count_terms, read_tokens
from vault.index.tokens import Tokens, is_cjk_character

BIGRAM_MARK = "_"
CHARACTER_MARK = "."
"""Single CJK characters are counted, not indexed: each begins a bigram and is found by that."""

POSTINGS = 3000
"""How many (term, passage) pairs a search reads before it leaves out the most frequent terms. FTS5 takes a
microsecond for each; at 100,000 passages a budget of 3,000 finds as many of the passages sought among the
first 100 as all terms do (`tests/bench/bench_index.py`)."""

_STRETCH = 3

_READ_ALL = 1000
"""Up to so many allowed passages, if they are a small part of all, are scored one by one instead."""

_WIDEST = 8
"""A filter that leaves little makes the budget at most so many times larger."""


class WordIndex(Protocol):
    """Words of one user's passages."""

    def add(self, passages: Iterable[tuple[int, Tokens]]) -> None:
        """Make passages findable; their ids must be new."""

    def remove(self, passages: Iterable[tuple[int, Tokens]]) -> None:
        """Take passages out; the tokens are those they were added with."""

    def search(self, words: Sequence[str], bigrams: Sequence[str], allowed: Ids | None, limit: int) -> Ids:
        """Ids of passages that contain any of the terms, best first.

        Args:
            words: of a question, see `vault.index.tokens.Tokens`.
            bigrams: likewise.
            allowed: passages that may be returned, ascending; None for all of the user's.
            limit: how many at most.
        """

    def passage_counts(self, terms: Iterable[str]) -> dict[str, int]:
        """In how many passages each term occurs; bigrams and characters are marked.

        Unknown terms are left out. A word of one CJK character also counts inside other words.
        """

    def containing(self, bigrams: Sequence[str]) -> list[int]:
        """Ids of all passages that contain every one of these bigrams."""


def marked(bigrams: Iterable[str]) -> list[str]:
    """Bigrams as terms."""
    return [BIGRAM_MARK + bigram for bigram in bigrams]


class Fts5Words:
    """`WordIndex` over SQLite FTS5. The table is contentless: the tokens are kept beside the passages.

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
        marks = "".join(chr(code) for code in range(33, 127) if not chr(code).isalnum())
        marks = marks.replace("'", "''").replace('"', '""')
        self._connect().execute(
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {self._table} USING fts5("
            f"tokens, content='', tokenize=\"ascii tokenchars '{marks}'\")"
        )

    def drop(self) -> None:
        """Remove the table and the term counts; inside a transaction."""
        self._connect().execute(f"DROP TABLE IF EXISTS {self._table}")
        self._connect().execute("DELETE FROM terms WHERE user = ?", (self._user,))

    def add(self, passages: Iterable[tuple[int, Tokens]]) -> None:
        """See `WordIndex.add`."""
        rows = [(number, _as_text(tokens)) for number, tokens in passages]
        self._connect().executemany(f"INSERT INTO {self._table} (rowid, tokens) VALUES (?, ?)", rows)
        self._count((text for _, text in rows), 1)

    def remove(self, passages: Iterable[tuple[int, Tokens]]) -> None:
        """See `WordIndex.remove`."""
        rows = [(number, _as_text(tokens)) for number, tokens in passages]
        self._connect().executemany(
            f"INSERT INTO {self._table} ({self._table}, rowid, tokens) VALUES ('delete', ?, ?)", rows
        )
        self._count((text for _, text in rows), -1)

    def search(self, words: Sequence[str], bigrams: Sequence[str], allowed: Ids | None, limit: int) -> Ids:
        """See `WordIndex.search`."""
        terms = list(dict.fromkeys([*words, *marked(bigrams)]))
        if not terms or limit <= 0 or (allowed is not None and len(allowed) == 0):
            return np.empty(0, dtype=np.int64)
        counts = self.passage_counts(terms)
        if allowed is None:
            return self._match(_expression(affordable(counts, POSTINGS, limit)), limit)
        total = self._passages()
        if len(allowed) <= min(_READ_ALL, total // _WIDEST):
            return self._read_all(words, bigrams, counts, allowed)[:limit]
        budget = POSTINGS * min(max(total // len(allowed), 1), _WIDEST)
        expression = _expression(affordable(counts, budget, limit))
        if len(allowed) * 2 > total:
            found = self._match(expression, limit * 2)
            kept = found[contains(allowed, found)]
            if len(kept) >= limit or len(found) < limit * 2:
                return kept[:limit]
        found = self._match(expression, -1)
        return found[contains(allowed, found)][:limit]

    def passage_counts(self, terms: Iterable[str]) -> dict[str, int]:
        """See `WordIndex.passage_counts`."""
        wanted = {CHARACTER_MARK + term if is_cjk_character(term) else term: term for term in terms}
        rows = self._connect().execute(
            "SELECT term, passages FROM terms WHERE user = ? AND term IN (SELECT value FROM json_each(?))",
            (self._user, json.dumps(list(wanted), ensure_ascii=False)),
        )
        return {wanted[term]: count for term, count in rows if count}

    def containing(self, bigrams: Sequence[str]) -> list[int]:
        """See `WordIndex.containing`."""
        expression = " AND ".join(_quoted(term) for term in marked(bigrams))
        sql = f"SELECT rowid FROM {self._table} WHERE {self._table} MATCH ?"
        return [row[0] for row in self._connect().execute(sql, (expression,))]

    def _match(self, expression: str, limit: int) -> Ids:
        if not expression:
            return np.empty(0, dtype=np.int64)
        sql = f"SELECT rowid FROM {self._table} WHERE {self._table} MATCH ? ORDER BY rank LIMIT ?"
        rows = self._connect().execute(sql, (expression, limit)).fetchall()
        return np.array([row[0] for row in rows], dtype=np.int64)

    def _read_all(
        self, words: Sequence[str], bigrams: Sequence[str], counts: dict[str, int], allowed: Ids
    ) -> Ids:
        """All allowed passages that contain a term, by the summed rarity of the terms they contain."""
        total = max(self._passages(), 1)
        rarity = [math.log(1 + total / (1 + counts.get(term, 0))) for term in (*words, *marked(bigrams))]
        counted = count_terms(read_tokens(self._connect(), allowed), words, bigrams)
        present = np.concatenate([counted.words, counted.bigrams], axis=1) > 0
        scores = present @ np.array(rarity, dtype=np.float32)
        order = np.argsort(scores * -1.0, kind="stable")
        return allowed[order[scores[order] > 0]]

    def _passages(self) -> int:
        row = self._connect().execute("SELECT passages FROM users WHERE number = ?", (self._user,)).fetchone()
        return int(row[0]) if row else 0

    def _count(self, texts: Iterable[str], sign: int) -> None:
        counts: Counter[str] = Counter()
        for text in texts:
            terms = set(text.split())
            counts.update(terms)
            counts.update({CHARACTER_MARK + term[1] for term in terms if term[0] == BIGRAM_MARK and term[1:]})
        self._connect().executemany(
            "INSERT INTO terms VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET passages = passages + excluded.passages",
            [(self._user, term, sign * count) for term, count in sorted(counts.items())],
        )


def affordable(counts: Mapping[str, int], budget: int, wanted: int) -> list[str]:
    """The rarest terms whose passages together fit the budget.

    One more is taken when those before it promise fewer passages than wanted, unless it is far too frequent.

    Args:
        counts: in how many passages each term occurs.
        budget: of passages to read.
        wanted: how many passages should be found.
    """
    chosen: list[str] = []
    spent = 0
    for term in sorted(counts, key=counts.__getitem__):
        too_much = spent + counts[term] > budget
        if chosen and too_much and (spent >= wanted or counts[term] > _STRETCH * budget):
            break
        chosen.append(term)
        spent += counts[term]
    return chosen


def _expression(terms: Sequence[str]) -> str:
    """An FTS5 expression: any of the terms, and words in which a single character is contained."""
    parts = [_quoted(term) for term in terms]
    parts += [f"{_quoted(BIGRAM_MARK + term)} *" for term in terms if is_cjk_character(term)]
    return " OR ".join(parts)


def _as_text(tokens: Tokens) -> str:
    return " ".join((*tokens.words, *marked(tokens.bigrams)))


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'
