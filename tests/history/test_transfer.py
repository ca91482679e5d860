"""A change made in another version of the file."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.history.transfer import DoesNotApply, transfer


def never(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    raise AssertionError


def lines(before: str | None, after: str | None, onto: str | None) -> str | None:
    data = [None if each is None else each.encode() for each in (before, after, onto)]
    moved = transfer("facts/a.jsonl", *data, merge_text=never)
    return None if moved is None else moved.decode()


A, B, C = (
    '{"id": "a", "content": "一"}\n',
    '{"id": "b", "content": "二"}\n',
    '{"id": "c", "content": "三"}\n',
)


@pytest.mark.parametrize(
    ("before", "after", "onto", "expected"),
    [
        (A, A + B, A, A + B),
        (A, A + B, C, C + B),
        (None, B, None, B),
        (None, B, A, A + B),
        (A, None, A, None),
        (A, "", A + B, B),
        (A + B, None, A + B + C, C),
        (A, None, "", None),
        (A + B, B, A, ""),
        (A, A + B, A + B, A + B),
        (A, A + B, A.rstrip("\n") + "\n" + C.rstrip("\n"), A + C + B),
        (A, A.replace("一", "壹"), C + A + B, C + A.replace("一", "壹") + B),
        (A, A.replace("一", "壹"), C, C),
        (
            A,
            A.replace("一", "壹"),
            '{"id":"a","content":"一","x":1}\r\n',
            '{"id":"a","content":"壹","x":1}\r\n',
        ),
        ("", "not json\n", A, A + "not json\n"),
    ],
)
def test_lines(before: str | None, after: str | None, onto: str | None, expected: str | None) -> None:
    assert lines(before, after, onto) == expected


def test_a_text_is_merged_by_whoever_can() -> None:
    assert transfer("notes/a.md", b"1", b"2", b"3", merge_text=lambda *_: b"merged") == b"merged"
    assert transfer("notes/a.md", b"1", b"2", b"1", merge_text=never) == b"2"
    with pytest.raises(DoesNotApply):
        transfer("notes/a.md", b"1", b"2", b"3", merge_text=lambda *_: None)
    with pytest.raises(DoesNotApply):
        transfer("notes/a.md", b"1", None, b"3", merge_text=never)


MEMORIES = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 2), max_size=6)


def as_file(memories: dict[str, int]) -> bytes:
    return b"".join(
        json.dumps({"id": key, "content": str(each)}).encode() + b"\n" for key, each in memories.items()
    )


@given(MEMORIES, MEMORIES, MEMORIES)
def test_only_what_changed_is_touched(
    before: dict[str, int], after: dict[str, int], extra: dict[str, int]
) -> None:
    onto = {**before, **{key.upper(): value for key, value in extra.items()}}
    moved = transfer("facts/a.jsonl", as_file(before), as_file(after), as_file(onto), merge_text=never)
    expected = {**{key: value for key, value in onto.items() if key not in before}, **after}
    found = {each["id"]: int(each["content"]) for each in map(json.loads, (moved or b"").splitlines())}
    assert found == expected


def test_lines_that_are_called_by_no_id_keep_their_place() -> None:
    """As where a message of a journal is erased."""
    one, other, third = (f'{{"session_id": "s", "turn": {number}}}\n' for number in range(3))
    erased = one.replace("}", ', "erased": true}')
    assert lines(one + other, erased + other, one + other + third) == erased + other + third
    assert lines(one + other, erased + other, third + one) == third + erased
    assert lines(one + other, erased, third + one + other) == third + erased
