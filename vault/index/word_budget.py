"""Which words of a question a search can pay for. Pure.

Scoring every passage that has any word of a long question takes 30 ms and more at 100,000 passages, nearly
all of it for words that very many texts have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

POSTINGS = 2000
"""How many (term, passage) pairs a search scores; FTS5 takes about a microsecond for each.

What it costs, at 100,000 passages: of texts made from a few templates, 95 % are among the first 100 found by
a part of them (all terms: 100 %, in eight times the time); among ordinary sentences none was lost. See
`tests/bench/bench_index.py`."""

TOGETHER = 3
TOGETHER_POSTINGS = 12_000
"""How many terms beyond the budget are looked at in pairs, and in how many passages they may be, added up."""


@dataclass(frozen=True, slots=True)
class Affordable:
    """Terms that a search can pay for.

    Attributes:
        alone: each of them is enough.
        together: more frequent ones; two of them are enough.
    """

    alone: tuple[str, ...]
    together: tuple[str, ...]


def affordable(counts: Mapping[str, int], budget: int) -> Affordable:
    """The rarest terms that fit the budget, and some of those after them, to be looked at in pairs.

    Args:
        counts: in how many passages each term occurs.
        budget: of pairs to score.
    """
    by_rarity = sorted(counts, key=counts.__getitem__)
    alone = _within(by_rarity, counts, budget)
    rest = by_rarity[len(alone) : len(alone) + TOGETHER]
    return Affordable(tuple(alone), tuple(_within(rest, counts, TOGETHER_POSTINGS)))


def _within(terms: Sequence[str], counts: Mapping[str, int], budget: int) -> Sequence[str]:
    spent = 0
    for place, term in enumerate(terms):
        spent += counts[term]
        if spent > budget:
            return terms[:place]
    return terms
