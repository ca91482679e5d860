"""Sorted arrays of ids."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vault.index.ids import contains, rows_of

NUMBERS = st.lists(st.integers(0, 30), unique=True, max_size=20)


@given(NUMBERS, st.lists(st.integers(0, 30), max_size=20))
def test_membership_and_places(held: list[int], wanted: list[int]) -> None:
    ids = np.array(sorted(held), dtype=np.int64)
    asked = np.array(wanted, dtype=np.int64)
    assert contains(ids, asked).tolist() == [number in held for number in wanted]
    assert ids[rows_of(ids, asked)].tolist() == [number for number in wanted if number in held]
