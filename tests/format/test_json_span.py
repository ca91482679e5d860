from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.format.json_text import json_objects
from vault.format.json_span import nesting_depth, object_span


@given(json_objects())
def test_spans_cut_out_keys_and_values(text: str) -> None:
    raw = text.encode()
    span = object_span(raw)
    pairs = json.loads(text, object_pairs_hook=list)
    assert [member.key for member in span.members] == [key for key, _ in pairs]
    for member, (key, value) in zip(span.members, pairs, strict=True):
        assert json.loads(raw[member.key_start : member.key_end]) == key
        assert json.loads(raw[member.value_start : member.value_end], object_pairs_hook=list) == value
    assert raw[span.opening : span.opening + 1] + raw[span.closing : span.closing + 1] == b"{}"
    assert not raw[: span.opening].strip() + raw[span.closing + 1 :].strip()


def test_the_last_of_two_counts() -> None:
    raw = b'{"a": 1, "b": 2, "\\u0061": 3}'
    member = object_span(raw).last("a")
    assert member is not None
    assert raw[member.value_start : member.value_end] == b"3"
    assert object_span(raw).last("c") is None


@pytest.mark.parametrize("raw", [b"", b"[1]", b"{", b'{"a"', b'{"a": ', b'{"a": [1', b'{"a": "x', b"{a: 1}"])
def test_what_has_no_spans(raw: bytes) -> None:
    with pytest.raises(ValueError):
        object_span(raw)


@pytest.mark.parametrize(
    ("raw", "depth"),
    [(b"1", 0), (b"{}", 1), (b'{"a": [[1], {"b": 2}]}', 3), (b'{"a": "[[[{{{"}', 1), (b"[" * 500, 500)],
)
def test_depth_counts_brackets_outside_of_texts(raw: bytes, depth: int) -> None:
    assert nesting_depth(raw) == depth


def test_depth_of_an_unterminated_text_is_found_in_one_pass() -> None:
    # 400,000 escaped quotes: a pattern that starts over at each would need minutes.
    assert nesting_depth(b'[["' + b'\\"' * 400_000) == 2


@given(st.binary(max_size=60))
def test_any_bytes_end_in_spans_or_in_a_value_error(raw: bytes) -> None:
    with suppress(ValueError):
        object_span(raw)
