"""Only the bytes of the changed values change: proven over oddly written lines."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.format.json_text import TEXTS, json_objects
from vault.format.decode import BOM
from vault.format.json_span import object_span
from vault.format.line_edit import REMOVE, change_fields

LINE_ENDS = st.sampled_from([b"", b"\n", b"\r\n"])
NEW_VALUES = st.recursive(
    TEXTS | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=2),
    max_leaves=4,
)


@st.composite
def lines(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A line, and what stands behind its object."""
    mark = draw(st.sampled_from([b"", b"", BOM]))
    end = draw(LINE_ENDS)
    return mark + draw(json_objects()).encode() + end, end


def members(raw: bytes) -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = json.loads(raw.decode().removeprefix("\ufeff"), object_pairs_hook=list)
    return pairs


def is_subsequence(small: bytes, big: bytes) -> bool:
    rest = iter(big)
    return all(byte in rest for byte in small)


@given(lines())
def test_changing_nothing_changes_no_byte(line: tuple[bytes, bytes]) -> None:
    raw, _ = line
    assert change_fields(raw, {}) == raw
    assert change_fields(raw, {"no such key": REMOVE}) == raw


@given(lines(), st.data())
def test_writing_what_is_there_changes_no_byte(line: tuple[bytes, bytes], data: st.DataObject) -> None:
    raw, _ = line
    record = json.loads(raw.decode().removeprefix("\ufeff"))
    keys = data.draw(st.sets(st.sampled_from(sorted(record)) if record else st.nothing()))
    assert change_fields(raw, {key: record[key] for key in keys}) == raw


@given(lines(), NEW_VALUES, st.data())
def test_a_changed_value_is_all_that_changes(
    line: tuple[bytes, bytes], value: object, data: st.DataObject
) -> None:
    raw, _ = line
    before = members(raw)
    if not before:
        return
    key = data.draw(st.sampled_from([key for key, _ in before]))
    after = change_fields(raw, {key: value})
    last = max(index for index, (name, _) in enumerate(before) if name == key)
    changed = members(after)
    expected = members(json.dumps({key: value}).encode())
    assert changed[:last] + changed[last + 1 :] == before[:last] + before[last + 1 :]
    assert changed[last] == expected[0]
    old, new = object_span(raw).members[last], object_span(after).members[last]
    assert after[: new.value_start] == raw[: old.value_start]
    assert after[new.value_end :] == raw[old.value_end :]


@given(lines(), TEXTS, NEW_VALUES)
def test_a_new_key_is_added_behind_the_others(line: tuple[bytes, bytes], key: str, value: object) -> None:
    raw, end = line
    before = members(raw)
    if any(name == key for name, _ in before):
        return
    after = change_fields(raw, {key: value})
    assert members(after) == [*before, *members(json.dumps({key: value}).encode())]
    assert is_subsequence(raw, after) or not before
    assert after.endswith(raw[raw.rindex(b"}") :])
    assert after.endswith(end)


@given(lines(), st.data())
def test_a_removed_key_takes_all_its_occurrences(line: tuple[bytes, bytes], data: st.DataObject) -> None:
    raw, end = line
    before = members(raw)
    if not before:
        return
    key = data.draw(st.sampled_from([key for key, _ in before]))
    after = change_fields(raw, {key: REMOVE})
    assert members(after) == [pair for pair in before if pair[0] != key]
    assert is_subsequence(after, raw)
    assert after.endswith(end)


@given(lines(), st.dictionaries(TEXTS, st.just(REMOVE) | NEW_VALUES, max_size=4))
def test_several_changes_are_like_one_after_the_other(
    line: tuple[bytes, bytes], changes: dict[str, object]
) -> None:
    raw, _ = line
    one_by_one = raw
    for key, value in changes.items():
        one_by_one = change_fields(one_by_one, {key: value})
    assert change_fields(raw, changes) == one_by_one


@pytest.mark.parametrize(
    ("raw", "changes", "expected"),
    [
        ('{"a": 1, "content" : "x" ,"b":2 }\r\n', {"content": "y"}, '{"a": 1, "content" : "y" ,"b":2 }\r\n'),
        ('{"a":1,"b":2}\n', {"c": [1, 2]}, '{"a":1,"b":2,"c":[1, 2]}\n'),
        ('{"a": 1}', {"b": "猫"}, '{"a": 1, "b": "猫"}'),
        ('{"a":1}', {"b": 2}, '{"a":1,"b":2}'),
        ("{ }\n", {"a": 1}, '{"a": 1}\n'),
        ('{"a": 1, "b": 2, "c": 3}', {"b": REMOVE}, '{"a": 1, "c": 3}'),
        ('{ "a": 1 }', {"a": REMOVE}, "{  }"),
        ('{"a": 1, "a": 2}', {"a": 3}, '{"a": 1, "a": 3}'),
        ('{"importance": 0.80}', {"importance": 0.8}, '{"importance": 0.80}'),
        ('{"pinned": 1}', {"pinned": True}, '{"pinned": true}'),
        ('{"\\u0061": "\\u732b"}', {"a": "狗", "b": "鱼"}, '{"\\u0061": "\\u72d7", "b": "\\u9c7c"}'),
        ('{"n": ' + "9" * 5000 + "}", {"n": 1}, '{"n": 1}'),
        ('{"a": "half \\ud83d"}', {"b": 1}, '{"a": "half \\ud83d", "b": 1}'),
    ],
)
def test_the_style_of_the_line_is_kept(raw: str, changes: dict[str, object], expected: str) -> None:
    assert change_fields(raw.encode(), changes) == expected.encode()


def test_times_are_written_in_utc() -> None:
    when = datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc)
    assert change_fields(b"{}", {"updated_at": when}) == b'{"updated_at": "2026-01-08T11:20:00Z"}'


def test_bytes_that_are_not_utf8_survive_beside_a_change() -> None:
    assert change_fields(b'{"a": "caf\xe9", "b": 1}\n', {"b": 2}) == b'{"a": "caf\xe9", "b": 2}\n'


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"[1]",
        b"1",
        b'{"a": 1',
        b'{"a": 1} trailing',
        b'{"a": 1}{"b": 2}',
        b'{"a": ' + b"[" * 100_000,
    ],
)
def test_a_line_that_is_not_one_object_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError):
        change_fields(raw, {"a": 2})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"bytes"])
def test_a_value_without_a_json_form_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        change_fields(b"{}", {"a": value})
