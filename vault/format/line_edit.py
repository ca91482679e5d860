"""Changing single fields of a JSON line without touching any other byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from vault.format.decode import without_surrogates
from vault.format.instant import format_instant
from vault.format.json_span import ObjectSpan, object_span


class _Remove:
    """The type of `REMOVE`."""


REMOVE: Final = _Remove()
"""As a value in `change_fields`: the key goes away."""


def change_fields(raw: bytes, changes: Mapping[str, object]) -> bytes:
    """The line with some fields changed, added or removed; every other byte is as it was.

    A changed value stays in its place; of a key that stands twice the last one is changed, as that one
    counts. A value that already means the same is not touched. A new key is added behind the last one,
    with the spacing the line already has. Removing takes every occurrence of the key and one comma.

    Args:
        raw: one line, with or without its line end (and a byte-order mark before it).
        changes: by key; a value is `REMOVE`, or anything JSON can hold, or a datetime.

    Raises:
        ValueError: the line is not one JSON object, or a value has no JSON form.
    """
    _require_object(raw)
    ascii_only = raw.isascii() and b"\\u" in raw
    for key, value in changes.items():
        span = object_span(raw)
        if isinstance(value, _Remove):
            raw = _without(raw, key)
            continue
        text = _as_json(value, ascii_only=ascii_only)
        member = span.last(key)
        if member is None:
            raw = _with_new(raw, span, _as_json(key, ascii_only=ascii_only), text)
        elif not _same(raw[member.value_start : member.value_end], text):
            raw = raw[: member.value_start] + text + raw[member.value_end :]
    return raw


def _require_object(raw: bytes) -> None:
    text = raw.decode(errors="replace").removeprefix("\ufeff")
    try:
        record = json.loads(text, strict=False, parse_int=str)  # str: Python limits the digits of an int
    except RecursionError:
        raise ValueError("the line is nested too deeply") from None
    if not isinstance(record, dict):
        raise ValueError("the line is not a JSON object")  # noqa: TRY004  # the line has a wrong value


def _as_json(value: object, *, ascii_only: bool) -> bytes:
    text = json.dumps(value, ensure_ascii=ascii_only, allow_nan=False, default=_instant)
    return without_surrogates(text).encode()


def _instant(value: object) -> str:
    if isinstance(value, datetime):
        return format_instant(value)
    raise ValueError(f"{type(value).__name__} has no JSON form")


def _same(old: bytes, new: bytes) -> bool:
    try:
        return json.dumps(json.loads(old)) == json.dumps(json.loads(new))
    except ValueError:  # not UTF-8, or more digits than Python converts
        return False


def _with_new(raw: bytes, span: ObjectSpan, quoted_key: bytes, text: bytes) -> bytes:
    before_item, before_value = b", ", b": "
    if not span.members:
        return raw[: span.opening + 1] + quoted_key + before_value + text + raw[span.closing :]
    last = span.members[-1]
    before_value = raw[last.key_end : last.value_start]
    if len(span.members) > 1:
        before_item = raw[span.members[-2].value_end : last.key_start]
    elif b" " not in before_value:
        before_item = b","
    return raw[: last.value_end] + before_item + quoted_key + before_value + text + raw[last.value_end :]


def _without(raw: bytes, key: str) -> bytes:
    while True:
        members = object_span(raw).members
        index = next((i for i, member in enumerate(members) if member.key == key), None)
        if index is None:
            return raw
        if index > 0:
            start, end = members[index - 1].value_end, members[index].value_end
        elif len(members) > 1:
            start, end = members[0].key_start, members[1].key_start
        else:
            start, end = members[0].key_start, members[0].value_end
        raw = raw[:start] + raw[end:]
