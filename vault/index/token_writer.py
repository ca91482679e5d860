"""Writing what passages are found by: their tokens, the word indexes, and the users' totals."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from vault.index.tokens import Tokeniser, Tokens
from vault.index.vector_rows import remove_vectors
from vault.index.words import WordIndex

REMEMBERED_GENERATIONS = 200
"""How far a process may be behind and still take over single changes."""

_CHUNK = 5000


@dataclass(slots=True)
class _UserChange:
    added: dict[int, str] = field(default_factory=dict)
    removed: dict[int, Tokens] = field(default_factory=dict)


class TokenWriter:
    """Collects which passages come and go, and writes them at the end of a transaction.

    Tokens are made only then, because the dictionary may have got words from the same files.

    Args:
        connection: inside a transaction.
        generation: that the transaction makes.
        words: gives the word index of a user by number.

    Attributes:
        touched: whether anything was changed.
    """

    def __init__(
        self, connection: sqlite3.Connection, generation: int, words: Callable[[int], WordIndex]
    ) -> None:
        self._connection = connection
        self._generation = generation
        self._words = words
        self._changes: dict[int, _UserChange] = defaultdict(_UserChange)
        self.touched = False

    def add(self, user: int, passage: int, searched: str) -> None:
        """A passage becomes findable; `searched` is the text to cut into tokens."""
        self._changes[user].added[passage] = searched
        self.touched = True

    def remove(self, user: int, passage: int, words: str, bigrams: str) -> None:
        """A passage is findable no more; its tokens are those stored with it."""
        change = self._changes[user]
        if change.added.pop(passage, None) is None:
            change.removed[passage] = Tokens(tuple(words.split()), tuple(bigrams.split()))
        self.touched = True

    def touch(self, user: int) -> None:
        """Something else of a user's records changed."""
        self._changes.setdefault(user, _UserChange())
        self.touched = True

    def write_removed(self) -> None:
        """Take the passages that went out of the word indexes and their vectors out of the database."""
        for user, change in self._changes.items():
            self._remove(user, change.removed)
            change.removed.clear()

    def write_added(self, tokeniser: Tokeniser, step: Callable[[int, int], None]) -> None:
        """Cut the passages that came into tokens and write them; mark every user that was touched.

        Args:
            tokeniser: with the dictionary of this generation.
            step: told how many passages are done, and of how many.
        """
        total, done = sum(len(change.added) for change in self._changes.values()), 0
        step(done, total)
        for user, change in self._changes.items():
            for chunk in _chunks(list(change.added.items())):
                self._add(user, chunk, tokeniser)
                done += len(chunk)
                step(done, total)
            self._connection.execute(
                "UPDATE users SET changed = ? WHERE number = ?", (self._generation, user)
            )
        self._changes.clear()

    def replace(self, user: int, passages: Collection[tuple[int, Tokens, Tokens]]) -> None:
        """Write other tokens for passages that stay: `(id, old, new)` each; inside the same transaction."""
        words = self._words(user)
        words.remove((number, old) for number, old, _ in passages)
        words.add((number, new) for number, _, new in passages)
        self._store_tokens((number, new) for number, _, new in passages)
        old_tokens = {number: old for number, old, _ in passages}
        new_tokens = {number: new for number, _, new in passages}
        self._add_to_totals(user, old_tokens, -1)
        self._add_to_totals(user, new_tokens, 1)
        self.touch(user)

    def _remove(self, user: int, removed: Mapping[int, Tokens]) -> None:
        if not removed:
            return
        self._words(user).remove(removed.items())
        self._add_to_totals(user, removed, -1)
        remove_vectors(self._connection, user, removed)
        self._connection.executemany(
            "INSERT OR IGNORE INTO removed VALUES (?, ?, ?)",
            [(user, self._generation, number) for number in removed],
        )
        self._connection.execute(
            "DELETE FROM removed WHERE generation < ?", (self._generation - REMEMBERED_GENERATIONS,)
        )

    def _add(self, user: int, chunk: Iterable[tuple[int, str]], tokeniser: Tokeniser) -> None:
        tokens = {number: tokeniser.tokens(searched) for number, searched in chunk}
        self._store_tokens(tokens.items())
        self._words(user).add(tokens.items())
        self._add_to_totals(user, tokens, 1)

    def _store_tokens(self, tokens: Iterable[tuple[int, Tokens]]) -> None:
        self._connection.executemany(
            "UPDATE passages SET words = ?, bigrams = ? WHERE id = ?",
            [(" ".join(each.words), " ".join(each.bigrams), number) for number, each in tokens],
        )

    def _add_to_totals(self, user: int, tokens: Mapping[int, Tokens], sign: int) -> None:
        self._connection.execute(
            "UPDATE users SET passages = passages + ?, words = words + ?, bigrams = bigrams + ? "
            "WHERE number = ?",
            (sign * len(tokens), sign * _count(tokens, "words"), sign * _count(tokens, "bigrams"), user),
        )


def _count(tokens: Mapping[int, Tokens], kind: Literal["words", "bigrams"]) -> int:
    return sum(len(getattr(each, kind)) for each in tokens.values())


def _chunks(rows: list[tuple[int, str]]) -> Iterable[list[tuple[int, str]]]:
    for start in range(0, len(rows), _CHUNK):
        yield rows[start : start + _CHUNK]
