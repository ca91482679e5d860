"""Raising and lowering hits from outside, among themselves: what the question names keeps its place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from vault.recall.result import Hit

Weigh = Callable[[str, Sequence[Hit]], Sequence[Mapping[str, float]]]
"""Question and hits -> for each hit factors by name, all positive; each multiplies its odds."""


def weighed(query: str, hits: Iterable[Hit], weigh: Weigh) -> list[Hit]:
    """The hits in their new order, with the factors among their reasons."""
    before = list(hits)
    after = [_with(hit, factors) for hit, factors in zip(before, weigh(query, before), strict=True)]
    movable = iter(sorted((hit for hit in after if not hit.why.slot), key=lambda hit: -hit.score))
    return [hit if hit.why.slot else next(movable) for hit in after]


def _with(hit: Hit, factors: Mapping[str, float]) -> Hit:
    if not factors:
        return hit
    why = replace(hit.why, factors={**hit.why.factors, **factors})
    return replace(hit, why=why, score=hit.score + sum(map(math.log, factors.values())))
