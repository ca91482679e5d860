"""The plainest search there is, as a yardstick: how many of the question's pieces stand in a text.

What somebody with `grep` and patience would do: no index, no weights, no model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORDS = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")


def pieces(text: str) -> frozenset[str]:
    """Lower-case Latin words and numbers, and pairs of neighbouring Chinese characters."""
    found: set[str] = set()
    for run in _WORDS.findall(text.lower()):
        if run[0].isascii() or len(run) == 1:
            found.add(run)
        else:
            found.update(run[at : at + 2] for at in range(len(run) - 1))
    return frozenset(found)


def grep_ranking(query: str, texts: Sequence[str], limit: int) -> list[int]:
    """Positions of the texts that hold most pieces of the query, best first, ties in file order."""
    wanted = pieces(query)
    counts = [sum(piece in text.lower() for piece in wanted) for text in texts]
    order = sorted(range(len(texts)), key=lambda at: (-counts[at], at))
    return [at for at in order[:limit] if counts[at]]
