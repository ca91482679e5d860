"""Vectors as rows: half precision, and their sum beside them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from vault.embedding.provider import Vectors
from vault.index.schema import TABLES
from vault.index.vector_rows import (
    add_vectors,
    count_vectors_after,
    count_without_vector,
    read_user_vectors,
    read_vector_ids,
    read_vectors,
    remove_all_vectors,
    remove_vectors,
)


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as opened:
        opened.executescript(TABLES)
        opened.execute("INSERT INTO users (number, user_id, passages) VALUES (1, 'u', 5), (2, 'v', 1)")
        opened.executemany(
            "INSERT INTO passages VALUES (?, 0, ?, 0, 1, '', '', '', '', '')",
            [(1, 1), (2, 1), (3, 2), (4, 1), (5, 1), (6, 1)],
        )
        yield opened


def some(count: int) -> Vectors:
    rows = np.random.default_rng(count).standard_normal((count, 6)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def total(connection: sqlite3.Connection, user: int) -> tuple[int, np.ndarray]:
    count, raw = connection.execute(
        "SELECT vectors, vector_sum FROM users WHERE number = ?", (user,)
    ).fetchone()
    return count, np.frombuffer(raw, dtype=np.float64) if raw else np.zeros(0)


def test_vectors_come_back_in_half_precision(connection: sqlite3.Connection) -> None:
    rows = some(3)
    add_vectors(connection, 1, [1, 2, 4], rows)
    ids, found = read_vectors(connection, [4, 1, 99], 6)
    assert ids.tolist() == [1, 4]
    np.testing.assert_array_equal(found, rows[[0, 2]].astype(np.float16).astype(np.float32))
    assert found.dtype == np.float32


def test_each_user_has_its_own(connection: sqlite3.Connection) -> None:
    add_vectors(connection, 1, [2, 1], some(2))
    add_vectors(connection, 2, [3], some(1))
    assert read_vector_ids(connection, 1).tolist() == [1, 2]
    ids, vectors = read_user_vectors(connection, 2, 6)
    assert (ids.tolist(), vectors.shape) == ([3], (1, 6))
    assert read_user_vectors(connection, 9, 6)[1].shape == (0, 6)


def test_sums_follow(connection: sqlite3.Connection) -> None:
    rows = some(4)
    stored = rows.astype(np.float16).astype(np.float64)
    add_vectors(connection, 1, [1, 2, 4, 5], rows)
    remove_vectors(connection, 1, [2, 99])
    count, found = total(connection, 1)
    assert count == 3
    np.testing.assert_allclose(found, stored[[0, 2, 3]].sum(axis=0), atol=1e-9)
    remove_vectors(connection, 1, [1, 4, 5])
    count, found = total(connection, 1)
    assert count == 0
    np.testing.assert_allclose(found, 0, atol=1e-9)


def test_removing_where_there_are_none(connection: sqlite3.Connection) -> None:
    remove_vectors(connection, 1, [1, 2])
    assert total(connection, 1)[0] == 0


def test_another_model_begins_with_nothing(connection: sqlite3.Connection) -> None:
    add_vectors(connection, 1, [1], some(1))
    remove_all_vectors(connection)
    assert read_vector_ids(connection, 1).tolist() == []
    assert total(connection, 1)[0] == 0
    add_vectors(connection, 1, [1], np.ones((1, 3), dtype=np.float32))
    assert total(connection, 1)[1].tolist() == [1, 1, 1]


def test_what_is_missing_is_counted(connection: sqlite3.Connection) -> None:
    assert count_without_vector(connection) == 6
    add_vectors(connection, 1, [1, 2, 6], some(3))
    assert count_without_vector(connection) == 3
    assert [count_vectors_after(connection, 1, last) for last in (0, 1, 2, 6)] == [3, 2, 1, 0]
