from __future__ import annotations

from datetime import datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from vault.format.usage_line import format_usage, parse_usage
from vault.format.usage_sum import is_worth_summing, summed_usage
from vault.model.usage import Usage

START = datetime(2026, 1, 8, tzinfo=timezone.utc)

usages = st.builds(
    Usage,
    id=st.sampled_from(["mem_1", "mem_2", "笔记 3"]),
    hits=st.integers(0, 5),
    last_hit_at=st.none() | st.integers(0, 9).map(lambda days: START + timedelta(days=days)),
    useful=st.integers(0, 2),
    outdated=st.integers(0, 1),
)
odd_lines = st.sampled_from([b"", b"{broken", b'{"hits": 1}', b'{"id": "mem_1", "hits": 1, "other-app": 2}'])


def text(usage: Usage) -> bytes:
    return format_usage(usage).encode()


@given(st.lists(usages.map(text) | odd_lines, max_size=20), st.sampled_from([b"\n", b"\r\n"]), st.booleans())
def test_the_sums_are_the_same_and_stay_so(lines: list[bytes], newline: bytes, complete: bool) -> None:
    data = newline.join(lines) + (newline if complete else b"")
    summed = summed_usage(data, path="usage/mac.jsonl")
    assert parse_usage(summed, path="u").usage == parse_usage(data, path="u").usage
    assert summed_usage(summed, path="usage/mac.jsonl") == summed


def test_one_line_a_memory_is_left() -> None:
    data = b"".join(text(Usage("mem_1", hits=n, last_hit_at=START)) + b"\n" for n in range(1, 4))
    assert summed_usage(data, path="u") == (
        b'{"id": "mem_1", "hits": 6, "last_hit_at": "2026-01-08T00:00:00Z"}\n'
    )


def test_what_holds_more_than_counts_stays_byte_for_byte() -> None:
    odd = b'{"id" : "mem_1","hits":1, "other-app": 2}\r\n{broken\r\n'
    one = b'{"id": "mem_1", "hits": 1}\r\n'
    assert summed_usage(b"\xef\xbb\xbf" + one + odd + one, path="u") == (
        b"\xef\xbb\xbf" + odd + b'{"id": "mem_1", "hits": 2}\r\n'
    )


def test_a_file_that_is_not_understood_is_left_alone() -> None:
    one = b'{"id": "mem_1", "hits": 1}\n'
    conflict = one + b"<<<<<<< ours\n" + one + b"=======\n" + one + b">>>>>>> theirs\n"
    assert summed_usage(conflict, path="u") == conflict
    half_written = one + one + b'{"id": "mem_1", "hi'
    assert summed_usage(half_written, path="u") == half_written
    foreign = "记".encode("utf-16")
    assert summed_usage(foreign, path="u") == foreign


def test_it_is_worth_it_when_half_of_the_lines_go() -> None:
    one, other = b'{"id": "mem_1", "hits": 1}\n', b'{"id":"mem_2", "hits": 1}\n'
    assert is_worth_summing(one + one)
    assert not is_worth_summing(one + one + other)
    assert is_worth_summing(one + one + one + other)
    assert not is_worth_summing(b"")
