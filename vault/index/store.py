"""Writing records and passages: the difference between what a file holds and what is stored of it.

Everything here runs inside one transaction of `vault.index.reconcile`. What stays the same keeps its row;
a passage whose text changed is a new passage.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from vault.index.contents import FoundRecord
from vault.index.passages import Passage
from vault.index.record_rows import COLUMNS, record_digest, record_values
from vault.index.tokens import Tokeniser, Tokens
from vault.index.vector_rows import remove_vectors
from vault.index.words import Fts5Words

_INSERT_RECORD = (
    f"INSERT INTO records (file, user, digest, served, changed, {', '.join(COLUMNS)}) "
    f"VALUES (?, ?, ?, 1, ?{', ?' * len(COLUMNS)})"
)
_UPDATE_RECORD = (
    "UPDATE records SET user = ?, digest = ?, changed = ?, "
    + ", ".join(f"{name} = ?" for name in COLUMNS)
    + " WHERE number = ?"
)


@dataclass(slots=True)
class UserChange:
    """What a transaction has done to one user so far."""

    added: dict[int, Tokens] = field(default_factory=dict)
    removed: dict[int, Tokens] = field(default_factory=dict)
    touched: bool = False


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    id: str
    digest: bytes
    line: int
    served: bool
    user: int


class Store:
    """Changes records and passages within an open transaction.

    Args:
        connection: inside a transaction.
        generation: that the transaction makes.
        tokeniser: cuts new passages into tokens.
        words: gives the word index of a user by number.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        generation: int,
        tokeniser: Tokeniser,
        words: Callable[[int], Fts5Words],
    ) -> None:
        self._connection = connection
        self._generation = generation
        self._tokeniser = tokeniser
        self._words = words
        self._users: dict[str, int] = dict(connection.execute("SELECT user_id, number FROM users"))
        self._changes: dict[int, UserChange] = defaultdict(UserChange)

    @property
    def touched(self) -> bool:
        """Whether anything was changed."""
        return bool(self._changes)

    def put(self, file: int, found: Sequence[FoundRecord], kept: frozenset[str] = frozenset()) -> None:
        """Make the records of a file what was found in it.

        Args:
            file: number of its row.
            found: its records, in order.
            kept: ids of stored records that stay although they were not found.
        """
        stored = self._stored(file)
        free = defaultdict(list)
        for row in stored:
            free[row.id].append(row)
        matched: set[int] = set()
        pairs: list[tuple[FoundRecord, _Row | None]] = []
        for each in found:
            rows = free[each.record.id]
            row = rows.pop(0) if rows else None
            if row is None and len(found) == len(stored) == 1:
                row = stored[0]
            if row is not None:
                matched.add(row.number)
            pairs.append((each, row))
        self._remove_records(row for row in stored if row.number not in matched and row.id not in kept)
        for each, row in pairs:
            self._put_record(file, each, row)

    def remove_file(self, file: int) -> None:
        """Take a file and all its records out."""
        self._remove_records(self._stored(file))
        self._connection.execute("DELETE FROM files WHERE number = ?", (file,))

    def withdraw(self, records: Iterable[int]) -> None:
        """Take the passages of records out that are not served because of another with their id."""
        for number in records:
            user = self._connection.execute("SELECT user FROM records WHERE number = ?", (number,)).fetchone()
            self._remove_passages(user[0], self._passages(number))

    def flush(self) -> None:
        """Write the word indexes and the sums of the users that were changed."""
        for user, change in self._changes.items():
            self._flush_user(user, change)
        self._changes.clear()

    def _stored(self, file: int) -> list[_Row]:
        rows = self._connection.execute(
            "SELECT number, id, digest, line, served, user FROM records WHERE file = ? ORDER BY line, number",
            (file,),
        )
        return [_Row(*row) for row in rows]

    def _put_record(self, file: int, found: FoundRecord, row: _Row | None) -> None:
        record, user = found.record, self._user(found.record.user_id)
        digest = record_digest(record)
        if row is None:
            values = (file, user, digest, self._generation, *record_values(record))
            number = self._connection.execute(_INSERT_RECORD, values).lastrowid or 0
            self._put_tags(number, record.tags)
            self._add_passages(user, number, enumerate(found.passages))
            return
        if row.user != user:
            self._remove_passages(row.user, self._passages(row.number))
        if row.digest != digest:
            values = (user, digest, self._generation, *record_values(record), row.number)
            self._connection.execute(_UPDATE_RECORD, values)
            self._connection.execute("DELETE FROM tags WHERE record = ?", (row.number,))
            self._put_tags(row.number, record.tags)
            self._changes[user].touched = True
        elif row.line != record.line:
            self._connection.execute(
                "UPDATE records SET line = ? WHERE number = ?", (record.line, row.number)
            )
        if row.served:
            self._put_passages(user, row.number, found.passages)

    def _put_passages(self, user: int, record: int, passages: tuple[Passage, ...]) -> None:
        free = defaultdict(list)
        for number, line, ordinal, context, text, keywords, words, bigrams in self._passages(record):
            free[context, text, keywords].append((number, line, ordinal, words, bigrams))
        new = []
        for ordinal, passage in enumerate(passages):
            same = free[passage.context, passage.text, passage.keywords]
            if not same:
                new.append((ordinal, passage))
                continue
            number, line, old_ordinal, *_ = same.pop(0)
            if (line, old_ordinal) != (passage.line, ordinal):
                self._connection.execute(
                    "UPDATE passages SET line = ?, ordinal = ? WHERE id = ?", (passage.line, ordinal, number)
                )
        left = [
            (number, line, ordinal, *key, words, bigrams)
            for key, rows in free.items()
            for number, line, ordinal, words, bigrams in rows
        ]
        if new or left:
            self._connection.execute(
                "UPDATE records SET changed = ? WHERE number = ?", (self._generation, record)
            )
            self._remove_passages(user, left)
            self._add_passages(user, record, new)

    def _add_passages(self, user: int, record: int, passages: Iterable[tuple[int, Passage]]) -> None:
        change = self._changes[user]
        for ordinal, passage in passages:
            tokens = self._tokeniser.tokens(passage.searched)
            values = (
                record, user, ordinal, passage.line, passage.context, passage.text, passage.keywords,
                " ".join(tokens.words), " ".join(tokens.bigrams),
            )  # fmt: skip
            number = self._connection.execute(
                "INSERT INTO passages (record, user, ordinal, line, context, text, keywords, words, bigrams) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            ).lastrowid
            change.added[number or 0] = tokens

    def _passages(self, record: int) -> list[tuple[int, int, int, str, str, str, str, str]]:
        return self._connection.execute(
            "SELECT id, line, ordinal, context, text, keywords, words, bigrams "
            "FROM passages WHERE record = ? ORDER BY ordinal",
            (record,),
        ).fetchall()

    def _remove_passages(
        self, user: int, rows: Iterable[tuple[int, int, int, str, str, str, str, str]]
    ) -> None:
        change = self._changes[user]
        for number, *_, words, bigrams in rows:
            if change.added.pop(number, None) is None:
                change.removed[number] = Tokens(tuple(words.split()), tuple(bigrams.split()))
            self._connection.execute("DELETE FROM passages WHERE id = ?", (number,))

    def _remove_records(self, rows: Iterable[_Row]) -> None:
        for row in rows:
            self._remove_passages(row.user, self._passages(row.number))
            self._connection.execute("DELETE FROM tags WHERE record = ?", (row.number,))
            self._connection.execute("DELETE FROM records WHERE number = ?", (row.number,))

    def _put_tags(self, record: int, tags: Iterable[str]) -> None:
        self._connection.executemany(
            "INSERT OR IGNORE INTO tags VALUES (?, ?)", [(record, tag.casefold()) for tag in tags]
        )

    def _user(self, user_id: str) -> int:
        number = self._users.get(user_id)
        if number is None:
            cursor = self._connection.execute("INSERT INTO users (user_id) VALUES (?)", (user_id,))
            number = self._users[user_id] = cursor.lastrowid or 0
            self._words(number).create()
        return number

    def _flush_user(self, user: int, change: UserChange) -> None:
        words = self._words(user)
        words.remove(change.removed.items())
        words.add(change.added.items())
        remove_vectors(self._connection, user, change.removed)
        self._connection.execute(
            "UPDATE users SET changed = ?, removed = CASE WHEN ? THEN ? ELSE removed END, "
            "passages = passages + ?, words = words + ?, bigrams = bigrams + ? WHERE number = ?",
            (
                self._generation, bool(change.removed), self._generation,
                len(change.added) - len(change.removed),
                _count(change.added, "words") - _count(change.removed, "words"),
                _count(change.added, "bigrams") - _count(change.removed, "bigrams"),
                user,
            ),  # fmt: skip
        )
        self._connection.execute("DELETE FROM terms WHERE user = ? AND passages <= 0", (user,))


def _count(rows: Mapping[int, Tokens], kind: Literal["words", "bigrams"]) -> int:
    return sum(len(getattr(tokens, kind)) for tokens in rows.values())
