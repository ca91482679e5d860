"""Neighbours in a file lend a share of their score, through an unbroken chain of the same time."""

from __future__ import annotations

import numpy as np
import pytest

from tests.recall.conftest import Fill
from vault.index.user_index import UserIndex
from vault.recall.neighbours import WEIGHTS, lend, with_neighbours

NEAR, FAR = WEIGHTS


def lines(*times: str | None) -> list[dict[str, object]]:
    return [
        {"id": f"m{place}", "content": f"text number {place}", **({"created_at": at} if at else {})}
        for place, at in enumerate(times)
    ]


def lent(user: UserIndex, *scores: float) -> list[float]:
    return lend(user, user.passage_ids(), np.array(scores, np.float32)).tolist()


def test_by_distance_and_to_both_sides(fill: Fill) -> None:
    user = fill(*lines(*[None] * 5))
    assert lent(user, 0, 0, 1, 0, 0) == pytest.approx([FAR, NEAR, 1, NEAR, FAR])


def test_not_over_a_gap_in_time(fill: Fill) -> None:
    user = fill(*lines("2026-01-01T10:00:00Z", "2026-01-01T10:05:00Z", "2026-01-01T10:30:00Z"))
    assert lent(user, 1, 0, 0) == pytest.approx([1, NEAR, 0])


def test_not_through_a_broken_chain(fill: Fill) -> None:
    user = fill(*lines("2026-01-01T10:00:00Z", None, "2026-01-01T10:01:00Z"))
    assert lent(user, 1, 0, 0) == pytest.approx([1, 0, 0])


def test_not_from_another_file(fill: Fill, bench) -> None:
    fill("alpha")
    bench.memories("facts/b.jsonl", {"id": "other", "content": "beta"})
    bench.reconcile()
    assert lent(bench.index.user("u"), 1, 0) == [1, 0]


def test_a_negative_score_takes_away(fill: Fill) -> None:
    user = fill(*lines(None, None))
    assert lent(user, 1, -1) == pytest.approx([1 - NEAR, -1 + NEAR])


def test_a_neighbour_that_is_no_candidate_lends_nothing(fill: Fill) -> None:
    user = fill(*lines(None, None, None))
    ids = user.passage_ids()
    assert lend(user, ids[[0, 2]], np.array([1, 1], np.float32)).tolist() == pytest.approx([1 + FAR] * 2)


def test_slices_of_a_conversation_have_their_neighbours_in_them(fill: Fill, bench) -> None:
    fill("alpha")
    turns = "".join(
        f'{{"session_id": "s", "turn": {turn}, "role": "user", "content": "turn number {turn} {"x" * 200}", '
        f'"at": "2026-11-01T10:00:{turn:02}Z"}}\n'
        for turn in range(12)
    )
    bench.write("journal/dev/2026/2026-11-01.jsonl", turns)
    bench.reconcile()
    user = bench.index.user("u")
    ids = user.passage_ids()
    slices = [place for place, kind in enumerate(user.columns.types) if kind == user.columns.types.max()]
    assert len(slices) > 1
    ones = np.ones(len(ids), np.float32)
    assert lend(user, ids, ones)[slices].tolist() == [1.0] * len(slices)


def test_neighbours_join_the_candidates(fill: Fill) -> None:
    user = fill(*lines(*[None] * 7))
    ids = user.passage_ids()
    assert with_neighbours(user, ids[[3]], ids).tolist() == ids[1:6].tolist()
    assert with_neighbours(user, ids[[3]], ids[[3, 4]]).tolist() == ids[[3, 4]].tolist()
    assert with_neighbours(user, ids[:0], ids).tolist() == []
