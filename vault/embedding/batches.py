"""Grouping texts of similar length, so that little is computed for padding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def batches_by_length(lengths: Sequence[int], *, most_tokens: int) -> Iterator[list[int]]:
    """Positions of the texts in groups, longest texts first.

    The longest come first so that the largest allocation is made once, at the start.

    Args:
        lengths: in tokens.
        most_tokens: a batch holds at most this many including padding; one longer text is a batch.
    """
    batch: list[int] = []
    width = 0
    for position in sorted(range(len(lengths)), key=lambda i: (-lengths[i], i)):
        if batch and width * (len(batch) + 1) > most_tokens:
            yield batch
            batch = []
        if not batch:
            width = lengths[position]
        batch.append(position)
    if batch:
        yield batch
