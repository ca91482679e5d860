from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.recall.token_estimate import estimate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("我喜欢听播客", 6), ("podcast", 2), ("日常commute约40分钟", 8), ("2026-01-05", 5), ("🙂", 1)],
)
def test_estimates(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


@given(st.text(), st.text())
def test_more_text_never_costs_less(one: str, other: str) -> None:
    assert max(estimate_tokens(one), estimate_tokens(other)) <= estimate_tokens(one + other)
    assert estimate_tokens(one + other) <= estimate_tokens(one) + estimate_tokens(other)
