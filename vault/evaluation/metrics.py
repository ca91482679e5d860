"""Measures of a ranking against the set of relevant ids. Binary gains, one query at a time.

Definitions follow Manning, Raghavan & Schütze, *Introduction to Information Retrieval*, chapter 8.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measures:
    """Measures of one query, or their means over many; each 0–1."""

    hit_at_1: float
    recall_at_5: float
    recall_at_10: float
    mrr_at_10: float
    ndcg_at_10: float


def recall_at(ranking: Sequence[str], relevant: Collection[str], depth: int) -> float:
    """Found among the first `depth`, divided by all relevant ones."""
    return len(set(ranking[:depth]) & set(relevant)) / len(set(relevant))


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str], depth: int = 10) -> float:
    """1 / rank of the first relevant one, 0 when it is not among the first `depth`."""
    for rank, identifier in enumerate(ranking[:depth], start=1):
        if identifier in relevant:
            return 1 / rank
    return 0.0


def ndcg(ranking: Sequence[str], relevant: Collection[str], depth: int = 10) -> float:
    """Discounted cumulative gain with gain 1 and discount log2(rank + 1), divided by the ideal one."""
    gained = sum(1 / math.log2(rank + 2) for rank, one in enumerate(ranking[:depth]) if one in relevant)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(len(set(relevant)), depth)))
    return gained / ideal


def measure(ranking: Sequence[str], relevant: Collection[str]) -> Measures:
    """All measures of one query.

    Args:
        ranking: ids, best first; an id that occurs again counts where it stood first.
        relevant: at least one id.
    """
    distinct = list(dict.fromkeys(ranking))
    wanted = frozenset(relevant)
    return Measures(
        hit_at_1=float(distinct[:1] != [] and distinct[0] in wanted),
        recall_at_5=recall_at(distinct, wanted, 5),
        recall_at_10=recall_at(distinct, wanted, 10),
        mrr_at_10=reciprocal_rank(distinct, wanted),
        ndcg_at_10=ndcg(distinct, wanted),
    )


def mean(measures: Sequence[Measures]) -> Measures:
    """The mean over queries; all 0 when there are none."""
    count = max(len(measures), 1)
    return Measures(
        hit_at_1=sum(one.hit_at_1 for one in measures) / count,
        recall_at_5=sum(one.recall_at_5 for one in measures) / count,
        recall_at_10=sum(one.recall_at_10 for one in measures) / count,
        mrr_at_10=sum(one.mrr_at_10 for one in measures) / count,
        ndcg_at_10=sum(one.ndcg_at_10 for one in measures) / count,
    )
