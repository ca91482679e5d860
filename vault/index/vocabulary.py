"""The vault's own words: keys, scenes, tags, titles and names that records give to the segmenter.

jieba knows common words only; without these it would cut the name of a housing estate or a cat into pieces,
and any text with the same pieces would do as well.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable

from vault.index.passages import searched_text
from vault.index.record import StoredRecord
from vault.index.segmenter import Segmenter
from vault.index.token_writer import TokenWriter
from vault.index.tokens import HAN, Tokeniser, Tokens, normalise
from vault.index.words import WordIndex

_LONGEST = 8
_RUN = re.compile(rf"[{HAN}]+")
_NAME = re.compile(
    rf"(?:名叫|叫做|叫作|取名|小名|昵称[是叫]?|名字[是叫])([{HAN}]{{2,4}}?)(?=[的，。、；！？,.;!?\s]|$)"
    rf"|《([{HAN}]{{2,{_LONGEST}}})》|「([{HAN}]{{2,{_LONGEST}}})」"
)


def own_words(record: StoredRecord) -> tuple[str, ...]:
    """Words that a record gives to the dictionary: normalised runs of 2 to 8 Han characters, sorted."""
    whole = normalise("\n".join((record.key, record.scene, record.title, *record.tags)))
    named = (next(filter(None, match.groups())) for match in _NAME.finditer(normalise(record.text)))
    words = {word for word in (*_RUN.findall(whole), *named) if 2 <= len(word) <= _LONGEST}
    return tuple(sorted(words))


def read_vocabulary(connection: sqlite3.Connection) -> frozenset[str]:
    """The dictionary as stored."""
    return frozenset(row[0] for row in connection.execute("SELECT word FROM dictionary"))


class VocabularyChange:
    """Collects the words that records bring and take within one transaction."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, words: Iterable[str]) -> None:
        """Words of a record that is new."""
        self._counts.update(words)

    def remove(self, words: Iterable[str]) -> None:
        """Words of a record that is gone."""
        self._counts.subtract(words)

    def write(self, connection: sqlite3.Connection) -> frozenset[str]:
        """Store the counts; returns the words that came into the dictionary or left it."""
        changes = [(word, count) for word, count in self._counts.items() if count]
        self._counts.clear()
        if not changes:
            return frozenset()
        before = read_vocabulary(connection)
        connection.executemany(
            "INSERT INTO dictionary VALUES (?, ?) "
            "ON CONFLICT (word) DO UPDATE SET records = records + excluded.records",
            changes,
        )
        connection.execute("DELETE FROM dictionary WHERE records <= 0")
        return before ^ read_vocabulary(connection)


def tokenise_again(
    connection: sqlite3.Connection,
    writer: TokenWriter,
    words: Callable[[int], WordIndex],
    changed: frozenset[str],
) -> Tokeniser:
    """Cut the stored passages again that contain a word whose place in the dictionary changed.

    Returns:
        The tokeniser with the new dictionary.
    """
    tokeniser = Tokeniser(Segmenter(read_vocabulary(connection)))
    for (user,) in connection.execute("SELECT number FROM users WHERE passages > 0").fetchall():
        index = words(user)
        found = sorted({passage for word in changed for passage in index.containing(_bigrams(word))})
        replaced = []
        for number in found:
            context, text, keywords, old_words, old_bigrams = connection.execute(
                "SELECT context, text, keywords, words, bigrams FROM passages WHERE id = ?", (number,)
            ).fetchone()
            old = Tokens(tuple(old_words.split()), tuple(old_bigrams.split()))
            new = tokeniser.tokens(searched_text(context, text, keywords))
            if new != old:
                replaced.append((number, old, new))
        if replaced:
            writer.replace(user, replaced)
    return tokeniser


def _bigrams(word: str) -> list[str]:
    return [word[start : start + 2] for start in range(len(word) - 1)]
