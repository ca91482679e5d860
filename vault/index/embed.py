"""Giving vectors to passages that have none, through the vector cache, in batches."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from vault.embedding.provider import EmbeddingModel, Vectors
from vault.errors import ModelBroken
from vault.index.instants import to_microseconds
from vault.index.passages import embedded_text
from vault.index.progress import Step
from vault.index.vector_rows import add_vectors, count_without_vector
from vault.problem import Problem

if TYPE_CHECKING:
    from vault.embedding.vector_cache import VectorCache

BATCH = 512
"""Passages given to the model at once; it sorts them by length itself."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """What came of it.

    Attributes:
        embedded: texts that went through the model.
        reused: texts whose vectors were in the cache.
        problems: one for each passage that the model could not take.
        fault: why the model could take none.
    """

    embedded: int = 0
    reused: int = 0
    problems: tuple[Problem, ...] = ()
    fault: ModelBroken | None = None

    @property
    def any(self) -> bool:
        """Whether any passage got a vector."""
        return bool(self.embedded or self.reused)


@dataclass(frozen=True, slots=True)
class _Waiting:
    number: int
    user: int
    text: str
    path: str
    line: int


def embed_missing(
    connection: sqlite3.Connection,
    model: EmbeddingModel,
    cache: VectorCache | None,
    generation: int,
    step: Step,
    *,
    talk_before: datetime | None = None,
) -> Embedded:
    """Embed every passage without a vector.

    Args:
        connection: inside a transaction.
        model: of the vectors that are stored already, too.
        cache: of the model.
        generation: that the transaction makes.
        step: told how far it is.
        talk_before: leave pieces of conversations out in which something was said later: with the next
            sentence they say something else. None: none.

    Raises:
        ModelBroken: the model as such does not work.
    """
    done, total = 0, count_to_embed(connection, talk_before)
    embedded = reused = 0
    problems: list[Problem] = []
    step("embed", done, total)
    for batch in _waiting(connection, talk_before):
        vectors, new, failed = _embed(batch, model, cache)
        _add(connection, [each for each in batch if each not in failed], vectors, generation)
        problems.extend(map(_problem, failed))
        embedded += new
        reused += len(batch) - len(failed) - new
        done += len(batch)
        step("embed", done, total)
    return Embedded(embedded, reused, tuple(problems))


def texts_without_vector(
    connection: sqlite3.Connection, most: int, talk_before: datetime | None = None
) -> tuple[str, ...]:
    """Texts that wait for a vector, as they are embedded; the first `most`. See `embed_missing`."""
    return tuple(islice((each.text for batch in _waiting(connection, talk_before) for each in batch), most))


def count_to_embed(connection: sqlite3.Connection, talk_before: datetime | None = None) -> int:
    """How many passages wait for a vector. See `embed_missing`."""
    count = count_without_vector(connection)
    if not count or talk_before is None:
        return count
    talked = connection.execute(
        "SELECT count(*) FROM records r JOIN passages p ON p.record = r.number "
        "LEFT JOIN vectors v ON v.passage = p.id "
        "WHERE r.type = 'message' AND r.updated_at > ? AND v.passage IS NULL AND r.served",
        (to_microseconds(talk_before),),
    ).fetchone()
    return count - int(talked[0])


def _waiting(connection: sqlite3.Connection, talk_before: datetime | None) -> Iterator[list[_Waiting]]:
    """Batches of passages without a vector, by ascending id."""
    moment = None if talk_before is None else to_microseconds(talk_before)
    last = -1
    while True:
        rows = connection.execute(
            "SELECT p.id, p.user, p.context, p.text, f.path, p.line FROM passages p "
            "JOIN records r ON r.number = p.record JOIN files f ON f.number = r.file "
            "LEFT JOIN vectors v ON v.passage = p.id "
            "WHERE p.id > ? AND v.passage IS NULL AND r.served "
            "AND (r.type <> 'message' OR coalesce(r.updated_at <= ?, 1)) ORDER BY p.id LIMIT ?",
            (last, moment, BATCH),
        ).fetchall()
        if not rows:
            return
        last = rows[-1][0]
        yield [
            _Waiting(number, user, embedded_text(context, text), path, line)
            for number, user, context, text, path, line in rows
        ]


def _embed(
    batch: Sequence[_Waiting], model: EmbeddingModel, cache: VectorCache | None
) -> tuple[Vectors, int, list[_Waiting]]:
    """Vectors of the passages that went well, how many were embedded, and the others."""
    try:
        vectors, new = _vectors([each.text for each in batch], model, cache)
    except ModelBroken:
        raise
    except Exception:  # noqa: BLE001 - whatever one text does to a model, the others go on
        if len(batch) == 1:
            return np.empty((0, model.facts.dimension), dtype=np.float32), 0, list(batch)
        middle = len(batch) // 2
        first, new_first, failed_first = _embed(batch[:middle], model, cache)
        second, new_second, failed_second = _embed(batch[middle:], model, cache)
        return np.concatenate([first, second]), new_first + new_second, failed_first + failed_second
    return vectors, new, []


def _vectors(texts: list[str], model: EmbeddingModel, cache: VectorCache | None) -> tuple[Vectors, int]:
    if cache is None:
        return model.embed_passages(texts), len(texts)
    return cache.embed_passages(model, texts, None)


def _add(
    connection: sqlite3.Connection, batch: Sequence[_Waiting], vectors: Vectors, generation: int
) -> None:
    rows = defaultdict(list)
    for row, each in enumerate(batch):
        rows[each.user].append(row)
    for user, of_user in rows.items():
        add_vectors(connection, user, [batch[row].number for row in of_user], vectors[of_user])
        connection.execute("UPDATE users SET changed = ? WHERE number = ?", (generation, user))
    connection.execute(
        "UPDATE records SET changed = :now WHERE changed < :now AND number IN "
        "(SELECT record FROM passages WHERE id IN (SELECT value FROM json_each(:ids)))",
        {"now": generation, "ids": json.dumps([each.number for each in batch])},
    )


def _problem(waiting: _Waiting) -> Problem:
    return Problem(
        waiting.path,
        waiting.line,
        0,
        "not-embedded",
        "the embedding model could not read this text; it is found by its words only",
        "shorten or reword it",
        "warning",
    )
