"""The index of one user, as a search sees it: a snapshot that stays as it is while a question is answered.

Filters are evaluated over columns in memory, before any ranking; texts are read for the few passages that
are shown. Nothing here opens rows of another user.
"""

from __future__ import annotations

import copy
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vault.embedding.provider import Vectors
from vault.index.columns import Columns
from vault.index.history import History, spread
from vault.index.ids import Ids
from vault.index.record import Slot, StoredPassage
from vault.index.record_rows import (
    first_passages,
    profile_passages,
    select_passages,
    select_slots,
    tagged_records,
)
from vault.index.row_filter import RowFilter
from vault.index.token_rows import (
    TermFrequencies,
    TokenRows,
    count_terms,
    read_counters,
    read_tokens,
    token_rows,
)
from vault.index.tokens import Tokeniser, Tokens
from vault.index.user_state import UserState
from vault.index.vectors import Scores
from vault.index.words import CHARACTER_MARK, WordIndex, marked

__all__ = ["Averages", "RowFilter", "UserIndex"]

_TOKENS_KEPT = 2000
"""Passages whose tokens are kept in memory."""
_MEAN_OF = 1000
"""So many vectors stand for all where some are history."""


@dataclass(frozen=True, slots=True)
class Averages:
    """Mean numbers of tokens in a passage, for BM25."""

    words: float
    bigrams: float


class UserIndex:
    """What recall asks of one user's memories.

    Attributes:
        user_id: whose memories these are.
        generation: of the index when this snapshot was taken; changes with every change.
        model_fingerprint: of the model that made the vectors; empty when there are none.
        dimension: of the vectors; 0 when there are none.
        columns: one row a passage, for filters and ranking.
        verdicts: changes with what was said about memories.
        state: what this was made from.
    """

    def __init__(
        self,
        *,
        connect: Callable[[], sqlite3.Connection],
        user_id: str,
        state: UserState,
        words: WordIndex,
        tokeniser: Tokeniser,
    ) -> None:
        self.user_id = user_id
        self.generation = state.generation
        self.model_fingerprint = state.model
        self.dimension = state.dimension
        self.columns = state.columns
        self.verdicts = state.columns.verdicts
        self.state = state
        self._connect = connect
        self._number = state.number
        self._words = words
        self._vectors = state.vectors
        self._tokeniser = tokeniser
        self._tokens = (np.empty(0, dtype=np.int64), token_rows(()))

    def counted(self, state: UserState) -> UserIndex:
        """The same index with other counts, and all that was worked out from it.

        Args:
            state: differs in what is counted of records, and in nothing else.
        """
        other = copy.copy(self)
        other.state, other.columns, other.verdicts = state, state.columns, state.columns.verdicts
        return other

    @property
    def size(self) -> int:
        """How many passages there are, archived ones too."""
        return len(self.columns)

    def tokenise(self, text: str) -> Tokens:
        """Search tokens of a question, cut as the stored texts were, without stop words."""
        return self._tokeniser.question(text)

    def passage_ids(self, condition: RowFilter | None = None) -> Ids:
        """Passages that meet the condition, ascending; all of them without one."""
        if condition is None:
            return self.columns.ids
        mask = self.columns.mask(condition)
        if condition.tags:
            mask &= np.isin(
                self.columns.records, tagged_records(self._connect(), self._number, condition.tags)
            )
        return self.columns.ids[mask]

    def columns_of(self, ids: Ids) -> Columns:
        """The columns of some passages, in the order given.

        Raises:
            KeyError: an id is not of this user.
        """
        return self.columns.take(self.columns.rows(ids))

    def word_candidates(
        self, words: Sequence[str], bigrams: Sequence[str], allowed: Ids | None, limit: int
    ) -> Ids:
        """Passages that contain any of the tokens, best first (BM25 over all of them).

        Tokens found in many of a large user's passages are left out while rarer ones remain; score the
        candidates on all tokens with `term_frequencies` or `terms`.

        Args:
            words: from `tokenise`.
            bigrams: likewise; may be empty.
            allowed: from `passage_ids`; None for all.
            limit: how many at most.
        """
        found = self._words.search(words, bigrams, allowed, limit)
        return found[self.columns.known(found)]

    def vector_candidates(self, query_vector: Vectors, allowed: Ids | None, limit: int) -> tuple[Ids, Scores]:
        """The nearest passages by cosine, best first, and their cosines.

        Args:
            query_vector: `(dimension,)` float32, L2-normalised, of the model `model_fingerprint`.
            allowed: from `passage_ids`; None for all.
            limit: how many at most.

        Raises:
            ValueError: the vector has another dimension than the stored ones.
        """
        if self.dimension == 0:
            return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.float32)
        if query_vector.shape != (self.dimension,):
            raise ValueError(
                f"a vector of shape {query_vector.shape} in an index of {self.dimension} dimensions"
            )
        found, scores = self._vectors.search(query_vector, allowed, limit)
        known = self.columns.known(found)
        return found[known], scores[known]

    def vectors(self, ids: Ids) -> Vectors:
        """Vectors of passages, `(len(ids), dimension)` float32; zeros where a passage has none (yet)."""
        return self._vectors.vectors(ids)

    def vector_mean(self) -> tuple[int, Vectors]:
        """How many vectors there are but history's, and their mean, `(dimension,)` float32 (or zeros)."""
        return self._vector_mean

    def sample_ids(self, count: int) -> Ids:
        """Up to `count` passages that are no history, evenly spread; the same ones in the same index."""
        return spread(self._history.others, count)

    @property
    def document_count(self) -> int:
        """How many passages statistics are made of: all but history, see `vault.index.history`."""
        return len(self._history.others)

    @cached_property
    def average_lengths(self) -> Averages:
        """Mean number of words and of bigrams in a passage."""
        row = (
            self._connect()
            .execute("SELECT passages, words, bigrams FROM users WHERE number = ?", (self._number,))
            .fetchone()
        )
        count = max(row[0], 1) if row else 1
        return Averages(row[1] / count, row[2] / count) if row else Averages(0.0, 0.0)

    def term_statistics(
        self, words: Iterable[str], bigrams: Iterable[str] = ()
    ) -> tuple[dict[str, int], dict[str, int]]:
        """In how many passages each word and each bigram occurs; unknown ones are left out."""
        counts = self._history.without(self._words.passage_counts([*words, *marked(bigrams)]))
        plain = {term: count for term, count in counts.items() if not term.startswith("_")}
        return plain, {term[1:]: count for term, count in counts.items() if term.startswith("_")}

    def terms(self, ids: Ids) -> list[tuple[Counter[str], Counter[str]]]:
        """All words and bigrams of passages with how often each occurs, in the order of `ids`."""
        return read_counters(self._connect(), ids)

    def term_frequencies(
        self, ids: Ids, words: Sequence[str], bigrams: Sequence[str], characters: Sequence[str] = ()
    ) -> TermFrequencies:
        """How often given terms occur in passages, in the order of `ids`; much faster than `terms`."""
        return count_terms(self._read_tokens(ids), words, bigrams, characters)

    def character_statistics(self, characters: Iterable[str]) -> dict[str, int]:
        """In how many passages each CJK character occurs; unknown ones are left out."""
        marks = {CHARACTER_MARK + character for character in characters}
        counts = self._history.without(self._words.passage_counts(marks))
        return {term[1:]: count for term, count in counts.items()}

    def neighbours(self, ids: Ids, distance: int) -> Ids:
        """The passages before and after each one in its file.

        Args:
            ids: of passages.
            distance: how many on each side.

        Returns:
            `(len(ids), 2 * distance)`: ids at -distance … -1, +1 … +distance; -1 where the file ends.

        Raises:
            KeyError: an id is not of this user.
        """
        order, places = self._file_order
        steps = np.array([step for step in range(-distance, distance + 1) if step], dtype=np.int64)
        rows = self.columns.rows(ids)
        wanted = places[rows][:, None] + steps
        inside = (wanted >= 0) & (wanted < len(order))
        found = order[np.where(inside, wanted, 0)]
        inside &= self.columns.files[found] == self.columns.files[rows][:, None]
        return np.where(inside, self.columns.ids[found], -1)

    def passages(self, ids: Ids | Sequence[int]) -> list[StoredPassage]:
        """Passages with their records, in the order of `ids`; what is gone by now is left out."""
        return select_passages(self._connect(), np.asarray(ids, dtype=np.int64))

    def of_records(self, ids: Sequence[str]) -> Ids:
        """The first passage of each record with one of these ids, whatever its status."""
        return first_passages(self._connect(), self._number, ids)

    def slots(self) -> tuple[Slot, ...]:
        """The exact facts of the user: records with a `key`, whatever their status."""
        return self._slots

    def profile(self) -> tuple[StoredPassage, ...]:
        """Passages of the user's profile notes, in file order."""
        return tuple(self.passages(profile_passages(self._connect(), self._number)))

    def recent(self, count: int, condition: RowFilter | None = None) -> Ids:
        """The latest passages by time, newest first, among those that meet the condition."""
        ids = self.passage_ids(condition if condition is not None else RowFilter())
        times = self.columns.times[self.columns.rows(ids)]
        return ids[np.argsort(times, kind="stable")[::-1][:count]]

    @cached_property
    def _file_order(self) -> tuple[Ids, Ids]:
        """Rows in the order of files and lines, and the place of each row in that order."""
        order = np.lexsort((self.columns.ids, self.columns.lines, self.columns.files))
        places = np.empty_like(order)
        places[order] = np.arange(len(order))
        return order, places

    @cached_property
    def _vector_mean(self) -> tuple[int, Vectors]:
        row = (
            self._connect()
            .execute("SELECT vectors, vector_sum FROM users WHERE number = ?", (self._number,))
            .fetchone()
        )
        if row is None or not row[0]:
            return 0, np.zeros(self.dimension, dtype=np.float32)
        if len(self._history.ids) == 0:
            return row[0], (np.frombuffer(row[1], dtype=np.float64) / row[0]).astype(np.float32)
        some = self.vectors(self.sample_ids(_MEAN_OF))
        some = some[np.any(some, axis=1)]
        return len(self._history.others), some.sum(axis=0) / max(len(some), 1)

    @cached_property
    def _history(self) -> History:
        return History(self.columns, self._connect)

    @cached_property
    def _slots(self) -> tuple[Slot, ...]:
        return select_slots(self._connect(), self._number)

    def _read_tokens(self, ids: Ids) -> TokenRows:
        """Tokens of passages; those that a question has read are kept, since it reads most of them again."""
        known, kept = self._tokens
        missing = np.setdiff1d(ids, known)
        if len(missing):
            read = read_tokens(self._connect(), missing)
            numbers = np.concatenate([known, missing])
            order = np.argsort(numbers)
            rows = kept.joined(read).take(order)
            self._tokens = (missing, read) if len(numbers) > _TOKENS_KEPT else (numbers[order], rows)
            known, kept = numbers[order], rows
        return kept.take(np.searchsorted(known, ids))
