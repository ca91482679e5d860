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
from itertools import combinations
from typing import Protocol

import numpy as np

from vault.index.ids import Ids, contains
from vault.index.token_rows import count_terms, read_tokens
from vault.index.tokens import Tokens, is_cjk_character
from vault.index.word_budget import POSTINGS, Affordable, affordable

BIGRAM_MARK = "_"
CHARACTER_MARK = "."
"""Single CJK characters are counted, not indexed: each begins a bigram and is found by that."""

_READ_ALL = 1000
"""Up to so many allowed passages, if they are a small part of all, are scored one by one instead."""

_SHORT = 2
"""Questions of so few words also look for single characters inside other words, which takes longer."""

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
        inside = len(words) <= _SHORT
        if allowed is None:
            return self._ranked(counts, POSTINGS, limit, inside=inside)
        total = self._passages()
        if len(allowed) <= min(_READ_ALL, total // _WIDEST):
            return self._read_all(words, bigrams, counts, allowed)[:limit]
        budget = POSTINGS * min(max(total // len(allowed), 1), _WIDEST)
        found = self._ranked(counts, budget, limit * 2, inside=inside)
        kept = found[contains(allowed, found)]
        if len(kept) < limit and len(found) == limit * 2:
            found = self._ranked(counts, budget, total, inside=inside)
            kept = found[contains(allowed, found)]
        return kept[:limit]

    def passage_counts(self, terms: Iterable[str]) -> dict[str, int]:
        """See `WordIndex.passage_counts`."""
        wanted = {CHARACTER_MARK + term if is_cjk_character(term) else term: term for term in terms}
        found = self._whole(
            "SELECT json_group_object(term, passages) FROM terms "
            "WHERE user = ? AND term IN (SELECT value FROM json_each(?))",
            (self._user, json.dumps(list(wanted), ensure_ascii=False)),
        )
        return {wanted[term]: count for term, count in json.loads(found).items() if count}

    def containing(self, bigrams: Sequence[str]) -> list[int]:
        """See `WordIndex.containing`."""
        expression = " AND ".join(_quoted(term) for term in marked(bigrams))
        sql = f"SELECT rowid FROM {self._table} WHERE {self._table} MATCH ?"
        return [row[0] for row in self._connect().execute(sql, (expression,))]

    def _ranked(self, counts: Mapping[str, int], budget: int, limit: int, *, inside: bool) -> Ids:
        """Passages by BM25 over the affordable terms, then the newest ones with the rarest term."""
        chosen = affordable(counts, budget)
        found = self._match(_expression(chosen, inside=inside), "rank", limit)
        if counts and not chosen.alone and len(found) < limit:
            rarest = min(counts, key=counts.__getitem__)
            newest = self._match(_term(rarest, inside=inside), "rowid DESC", limit)
            found = np.concatenate([found, newest[~np.isin(newest, found)]])[:limit]
        return found

    def _match(self, expression: str, order: str, limit: int) -> Ids:
        if not expression:
            return np.empty(0, dtype=np.int64)
        sql = f"SELECT rowid FROM {self._table} WHERE {self._table} MATCH ? ORDER BY {order} LIMIT ?"
        found = self._whole(f"SELECT json_group_array(rowid) FROM ({sql})", (expression, limit))
        return np.array(json.loads(found), dtype=np.int64)

    def _whole(self, sql: str, values: Sequence[object]) -> str:
        """The one text that a query gives. Row by row, others would be let run between each two rows."""
        (text,) = self._connect().execute(sql, values).fetchone()
        return str(text)

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
            "ON CONFLICT (user, term) DO UPDATE SET passages = passages + excluded.passages",
            [(self._user, term, sign * count) for term, count in sorted(counts.items())],
        )


def _expression(chosen: Affordable, *, inside: bool) -> str:
    """As FTS5 wants it."""
    alone = [_term(term, inside=inside) for term in chosen.alone]
    pairs = combinations((_term(term, inside=inside) for term in chosen.together), 2)
    return " OR ".join([*alone, *(f"({one} AND {other})" for one, other in pairs)])


def _term(term: str, *, inside: bool) -> str:
    """A term; if wanted, a word of one CJK character stands for every bigram that begins with it."""
    return f"{_quoted(BIGRAM_MARK + term)} *" if inside and is_cjk_character(term) else _quoted(term)


def _as_text(tokens: Tokens) -> str:
    return " ".join((*tokens.words, *marked(tokens.bigrams)))


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'
