"""Sorted arrays of passage ids."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


def contains(ids: Ids, wanted: Ids) -> Mask:
    """Which of `wanted` are in `ids`, which is ascending."""
    if len(ids) == 0:
        return np.zeros(len(wanted), dtype=np.bool_)
    return np.asarray(ids[np.searchsorted(ids, wanted).clip(max=len(ids) - 1)] == wanted)


def rows_of(ids: Ids, wanted: Ids) -> Ids:
    """Positions in `ids`, which is ascending, of those of `wanted` that are in it, in their order."""
    return np.searchsorted(ids, wanted[contains(ids, wanted)])
