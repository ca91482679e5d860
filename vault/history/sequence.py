"""Bringing two versions of a sequence (lines of a file, sections of a note) into one order. Pure.

The same for both directions: whoever merges A with B gets what whoever merges B with A gets.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

Key = TypeVar("Key", bound=Hashable)


def merged_set(ours: Collection[Key], theirs: Collection[Key], base: Collection[Key] = ()) -> set[Key]:
    """What either side added stays, what either side removed goes; without a base nothing was removed."""
    one, other, old = set(ours), set(theirs), set(base)
    return (one & other) | (one - old) | (other - old)


def merged_order(
    ours: Sequence[Key],
    theirs: Sequence[Key],
    kept: Container[Key],
    place: Callable[[Key], Any],
    base: Sequence[Key] = (),
) -> list[Key]:
    """All keys of both sides that are `kept`, in an order that agrees with both where they agree.

    Args:
        ours: keys of one side, each once.
        theirs: of the other one.
        kept: which of them stay.
        place: sorts keys that neither side puts into an order; total, the same on every device.
        base: of the common ancestor; who alone changed its order is followed.
    """
    first = [key for key in ours if key in kept]
    second = [key for key in theirs if key in kept]
    if set(second) <= set(first) and _agree(first, second):
        return first
    common = [key for key in base if key in kept and key in set(first) & set(second)]
    following = _following(first, second, common)
    return _sorted_along(dict.fromkeys([*first, *second]), following, place)


def _agree(longer: Sequence[Key], shorter: Sequence[Key]) -> bool:
    wanted = set(shorter)
    return [key for key in longer if key in wanted] == list(shorter)


def _following(first: Sequence[Key], second: Sequence[Key], common: Sequence[Key]) -> dict[Key, set[Key]]:
    """Which keys must come after which. Of two orders of the same keys the one that was changed counts."""
    following: dict[Key, set[Key]] = {}
    shared = set(common)
    orders = [[key for key in side if key in shared] for side in (first, second)]
    stale = None
    if orders[0] != orders[1] and list(common) in orders:
        stale = orders.index(list(common))
    for number, side in enumerate((first, second)):
        for before, after in pairwise(side):
            if number != stale or after not in shared:
                following.setdefault(before, set()).add(after)
    return following


def _sorted_along(
    keys: Iterable[Key], following: Mapping[Key, Collection[Key]], place: Callable[[Key], Any]
) -> list[Key]:
    """Topological order, smallest `place` first; where orders contradict each other that decides alone."""
    places = sorted(keys, key=place)
    number = {key: index for index, key in enumerate(places)}
    waits_for = [0] * len(places)
    for afters in following.values():
        for after in afters:
            waits_for[number[after]] += 1
    ready = [index for index, count in enumerate(waits_for) if not count]
    heapq.heapify(ready)
    done = [False] * len(places)
    result: list[Key] = []
    next_stuck = 0
    while len(result) < len(places):
        if ready:
            index = heapq.heappop(ready)
            if done[index]:
                continue
        else:
            while done[next_stuck]:
                next_stuck += 1
            index = next_stuck
        done[index] = True
        result.append(places[index])
        for after in following.get(places[index], ()):
            waits_for[number[after]] -= 1
            if not waits_for[number[after]]:
                heapq.heappush(ready, number[after])
    return result
