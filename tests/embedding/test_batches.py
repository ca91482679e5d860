from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vault.embedding.batches import batches_by_length


def test_the_longest_texts_come_first_in_groups_of_similar_length() -> None:
    assert list(batches_by_length([3, 100, 4, 90, 5], most_tokens=200)) == [[1, 3], [4, 2, 0]]


def test_a_text_longer_than_a_batch_is_one() -> None:
    assert list(batches_by_length([10, 700], most_tokens=512)) == [[1], [0]]


def test_no_texts_no_batches() -> None:
    assert list(batches_by_length([], most_tokens=512)) == []


@given(st.lists(st.integers(min_value=1, max_value=512), max_size=80))
def test_each_text_is_in_one_batch_and_no_batch_is_too_large(lengths: list[int]) -> None:
    batches = list(batches_by_length(lengths, most_tokens=512))
    assert sorted(position for batch in batches for position in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) * max(lengths[position] for position in batch) <= 512
