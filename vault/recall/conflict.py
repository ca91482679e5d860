"""Of memories that contradict each other, only the one to go by is recalled, and says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from vault.recall.preference import contradict, opponents, reason, standing
from vault.recall.result import Hit

FindHits = Callable[[Sequence[str]], Iterable[Hit]]
"""Record ids -> a hit for each that may be returned, whatever its scores."""

_STEPS = 3
"""An opponent may have an opponent of its own; so far they are followed."""


def settled(hits: Sequence[Hit], find: FindHits) -> list[Hit]:
    """The hits without those that a preferred one contradicts.

    The preferred one stands in the place of the first of them, found by the question or not, and its `why`
    tells of the others.

    Args:
        hits: best first, none twice.
        find: see there; asked only about opponents that are not among the hits.
    """
    if not any(opponents(hit.record) for hit in hits):
        return list(hits)
    known = _with_opponents(hits, find)
    places = {identifier: place for place, identifier in enumerate(known)}
    # of equals the better hit is preferred
    order = sorted(known.values(), key=lambda hit: (standing(hit.record, said=True), -places[hit.id]))
    ranks = {hit.id: rank for rank, hit in enumerate(order)}
    kept: dict[str, Hit] = {}
    for hit in hits:
        chosen = _chosen(hit, known, ranks)
        if chosen.id not in kept:
            kept[chosen.id] = _in_place_of(chosen, hit, known)
    return list(kept.values())


def _with_opponents(hits: Iterable[Hit], find: FindHits) -> dict[str, Hit]:
    known = {hit.id: hit for hit in hits}
    asked = set(known)
    for _ in range(_STEPS):
        missing = {each for hit in known.values() for each in opponents(hit.record)} - asked
        if not missing:
            break
        asked |= missing
        known |= {hit.id: hit for hit in find(sorted(missing))}
    return known


def _chosen(hit: Hit, known: Mapping[str, Hit], ranks: Mapping[str, int]) -> Hit:
    """Whom to go by, through any number of contradictions."""
    while True:
        best = max((hit, *_rivals(hit, known)), key=lambda each: ranks[each.id])
        if best is hit:
            return hit
        hit = best


def _in_place_of(chosen: Hit, hit: Hit, known: Mapping[str, Hit]) -> Hit:
    notes = [reason(chosen.record, each.record) for each in _rivals(chosen, known)]
    return replace(
        chosen,
        relevance=max(chosen.relevance, hit.relevance),
        score=max(chosen.score, hit.score),
        why=replace(chosen.why, notes=(*chosen.why.notes, *notes)),
    )


def _rivals(hit: Hit, known: Mapping[str, Hit]) -> list[Hit]:
    return [each for each in known.values() if each.id != hit.id and contradict(hit.record, each.record)]
