"""Writing records and passages: the difference between what a file holds and what is stored of it.

Everything here runs inside one transaction of `vault.index.reconcile`. What stays the same keeps its row;
a passage whose text changed is a new passage.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from vault.index.contents import FoundRecord
from vault.index.last_good import stands_in
from vault.index.passages import Passage
from vault.index.record_rows import COLUMNS, fold_tag, record_digest, record_values
from vault.index.token_writer import TokenWriter
from vault.index.vocabulary import VocabularyChange, own_words

_RECORD_VALUES = ("file", "user", "digest", "changed", "own_words", *COLUMNS)
_INSERT_RECORD = (
    f"INSERT INTO records (served, {', '.join(_RECORD_VALUES)}) VALUES (1{', ?' * len(_RECORD_VALUES)})"
)
_UPDATE_RECORD = f"UPDATE records SET {', '.join(f'{name} = ?' for name in _RECORD_VALUES)} WHERE number = ?"
_INSERT_PASSAGE = (
    "INSERT INTO passages (record, user, ordinal, line, context, text, keywords, words, bigrams) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, '', '')"
)


@dataclass(frozen=True, slots=True)
class _RecordRow:
    number: int
    id: str
    digest: bytes
    line: int
    served: bool
    user: int
    own_words: str


@dataclass(frozen=True, slots=True)
class _PassageRow:
    number: int
    ordinal: int
    passage: Passage
    words: str
    bigrams: str


class Store:
    """Changes records and passages within an open transaction.

    Args:
        connection: inside a transaction.
        generation: that the transaction makes.
        tokens: is told which passages come and go.
        vocabulary: is told which words records bring and take.
        new_user: called with the number of a user who is new.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        generation: int,
        tokens: TokenWriter,
        vocabulary: VocabularyChange,
        new_user: Callable[[int], None],
    ) -> None:
        self._connection = connection
        self._generation = generation
        self._tokens = tokens
        self._vocabulary = vocabulary
        self._new_user = new_user
        self._users: dict[str, int] = dict(connection.execute("SELECT user_id, number FROM users").fetchall())

    def put(self, file: int, found: Sequence[FoundRecord], broken_lines: Mapping[int, bytes]) -> None:
        """Make the records of a file what was found in it.

        Args:
            file: number of its row.
            found: its records, in order.
            broken_lines: lines that could not be used; a stored record that clearly stands in one of them
                stays as it was when the line was last good.
        """
        stored = self._records(file)
        free: dict[str, list[_RecordRow]] = defaultdict(list)
        for one in stored:
            free[one.id].append(one)
        pairs: list[tuple[FoundRecord, _RecordRow | None]] = []
        for each in found:
            rows = free[each.record.id]
            row = rows.pop(0) if rows else None
            if row is None and len(found) == len(stored) == 1:
                row = stored[0]  # a note that was moved has another id by its path
            pairs.append((each, row))
        matched = {row.number for _, row in pairs if row is not None}
        for lost in stored:
            if lost.number not in matched and not self._stands_in(lost, broken_lines):
                self._remove_record(lost)
        for each, known in pairs:
            if known is None:
                self._insert_record(file, each)
            else:
                self._update_record(file, each, known)

    def remove_file(self, file: int) -> None:
        """Take a file and all its records out."""
        for row in self._records(file):
            self._remove_record(row)
        self._connection.execute("DELETE FROM files WHERE number = ?", (file,))

    def serve(self, record: int, *, served: bool) -> None:
        """Make a record count, or not because another one with its id does."""
        changed = "UPDATE records SET served = ?, changed = ? WHERE number = ?"
        self._connection.execute(changed, (served, self._generation, record))
        user = self._connection.execute("SELECT user FROM records WHERE number = ?", (record,)).fetchone()[0]
        for row in self._passages(record):
            if served:
                self._tokens.add(user, row.number, row.passage.searched)
            else:
                self._tokens.remove(user, row.number, row.words, row.bigrams)

    def _records(self, file: int) -> list[_RecordRow]:
        rows = self._connection.execute(
            "SELECT number, id, digest, line, served, user, own_words FROM records "
            "WHERE file = ? ORDER BY line, number",
            (file,),
        )
        return [_RecordRow(*row) for row in rows.fetchall()]

    def _stands_in(self, row: _RecordRow, broken_lines: Mapping[int, bytes]) -> bool:
        if not broken_lines:
            return False
        text = self._connection.execute("SELECT text FROM records WHERE number = ?", (row.number,)).fetchone()
        return stands_in(row.id, text[0], broken_lines.values())

    def _insert_record(self, file: int, found: FoundRecord) -> None:
        record, user, words = found.record, self._user(found.record.user_id), own_words(found.record)
        content = record_values(record)
        digest = record_digest(record.user_id, content)
        values = (file, user, digest, self._generation, " ".join(words), *content)
        number = self._connection.execute(_INSERT_RECORD, values).lastrowid or 0
        self._put_tags(number, record.tags)
        self._vocabulary.add(words)
        for ordinal, passage in enumerate(found.passages):
            self._insert_passage(user, number, ordinal, passage, served=True)

    def _update_record(self, file: int, found: FoundRecord, row: _RecordRow) -> None:
        record, user, content = found.record, self._user(found.record.user_id), record_values(found.record)
        digest = record_digest(record.user_id, content)
        if (row.digest, row.line) == (digest, record.line) and record.type != "note":
            return  # the passages of all but notes follow from the record
        if row.user != user:
            self._remove_passages(row, self._passages(row.number))
        if row.digest != digest:
            words = own_words(record)
            values = (file, user, digest, self._generation, " ".join(words), *content)
            self._connection.execute(_UPDATE_RECORD, (*values, row.number))
            self._connection.execute("DELETE FROM tags WHERE record = ?", (row.number,))
            self._put_tags(row.number, record.tags)
            self._vocabulary.remove(row.own_words.split())
            self._vocabulary.add(words)
            self._tokens.touch(user)
        elif row.line != record.line:
            self._connection.execute(
                "UPDATE records SET line = ?, changed = ? WHERE number = ?",
                (record.line, self._generation, row.number),
            )
            self._tokens.touch(user)
        self._put_passages(user, row, found.passages)

    def _put_passages(self, user: int, row: _RecordRow, passages: Sequence[Passage]) -> None:
        free: dict[tuple[str, str, str], list[_PassageRow]] = defaultdict(list)
        for stored in self._passages(row.number):
            free[_key(stored.passage)].append(stored)
        new: list[tuple[int, Passage]] = []
        moved = False
        for ordinal, passage in enumerate(passages):
            same = free[_key(passage)]
            if not same:
                new.append((ordinal, passage))
                continue
            kept = same.pop(0)
            if (kept.ordinal, kept.passage.line) != (ordinal, passage.line):
                self._connection.execute(
                    "UPDATE passages SET line = ?, ordinal = ? WHERE id = ?",
                    (passage.line, ordinal, kept.number),
                )
                moved = True
        gone = [stored for rows in free.values() for stored in rows]
        if new or gone or moved:
            self._connection.execute(
                "UPDATE records SET changed = ? WHERE number = ?", (self._generation, row.number)
            )
        self._remove_passages(row, gone)
        for ordinal, passage in new:
            self._insert_passage(user, row.number, ordinal, passage, served=row.served)

    def _passages(self, record: int) -> list[_PassageRow]:
        rows = self._connection.execute(
            "SELECT id, ordinal, line, context, text, keywords, words, bigrams "
            "FROM passages WHERE record = ? ORDER BY ordinal",
            (record,),
        )
        return [
            _PassageRow(number, ordinal, Passage(text, line, context, keywords), words, bigrams)
            for number, ordinal, line, context, text, keywords, words, bigrams in rows.fetchall()
        ]

    def _insert_passage(
        self, user: int, record: int, ordinal: int, passage: Passage, *, served: bool
    ) -> None:
        values = (record, user, ordinal, passage.line, passage.context, passage.text, passage.keywords)
        number = self._connection.execute(_INSERT_PASSAGE, values).lastrowid or 0
        if served:
            self._tokens.add(user, number, passage.searched)

    def _remove_passages(self, row: _RecordRow, passages: Iterable[_PassageRow]) -> None:
        for stored in passages:
            if row.served:
                self._tokens.remove(row.user, stored.number, stored.words, stored.bigrams)
            self._connection.execute("DELETE FROM passages WHERE id = ?", (stored.number,))

    def _remove_record(self, row: _RecordRow) -> None:
        self._remove_passages(row, self._passages(row.number))
        self._vocabulary.remove(row.own_words.split())
        self._connection.execute("DELETE FROM tags WHERE record = ?", (row.number,))
        self._connection.execute("DELETE FROM records WHERE number = ?", (row.number,))
        self._tokens.touch(row.user)

    def _put_tags(self, record: int, tags: Iterable[str]) -> None:
        self._connection.executemany(
            "INSERT OR IGNORE INTO tags VALUES (?, ?)", [(record, fold_tag(tag)) for tag in tags]
        )

    def _user(self, user_id: str) -> int:
        number = self._users.get(user_id)
        if number is None:
            cursor = self._connection.execute("INSERT INTO users (user_id) VALUES (?)", (user_id,))
            number = self._users[user_id] = cursor.lastrowid or 0
            self._new_user(number)
        return number


def _key(passage: Passage) -> tuple[str, str, str]:
    return passage.context, passage.text, passage.keywords
