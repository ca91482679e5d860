"""Where the members of a JSON object stand in a line, in bytes. Expects JSON that was parsed before."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

_BLANKS = re.compile(rb"[ \t\r\n]*")
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_SCALAR = re.compile(rb"[^\s,\]}]+")
# An unterminated string reaches to the end of the line: so no input makes the search start over and over.
_STRING_OR_BRACKET = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[\[{]|[\]}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Member:
    """One `"key": value` of an object; offsets count bytes from the start of the line."""

    key: str
    key_start: int
    key_end: int
    value_start: int
    value_end: int


@dataclass(frozen=True, slots=True)
class ObjectSpan:
    """An object's members in the order of the text, and the offsets of its two braces."""

    members: tuple[Member, ...]
    opening: int
    closing: int

    def last(self, key: str) -> Member | None:
        """The member that counts for a key: the last one of that name."""
        return next((member for member in reversed(self.members) if member.key == key), None)


def object_span(raw: bytes) -> ObjectSpan:
    """The spans of the one object in a line.

    Raises:
        ValueError: the line does not start with an object, or the object has no end.
    """
    opening = raw.find(b"{")
    at = opening + 1
    members: list[Member] = []
    while opening >= 0:
        key_start = _after_blanks(raw, at)
        if raw[key_start : key_start + 1] == b"}":
            return ObjectSpan(tuple(members), opening, key_start)
        key_end = _match_end(_STRING, raw, key_start)
        value_start = _after_blanks(raw, _after_blanks(raw, key_end) + 1)
        value_end = _value_end(raw, value_start)
        key = json.loads(raw[key_start:key_end].decode("utf-8", "replace"), strict=False)
        members.append(Member(key, key_start, key_end, value_start, value_end))
        at = _after_blanks(raw, value_end)
        if raw[at : at + 1] == b",":
            at += 1
    raise ValueError("not a JSON object")


def nesting_depth(raw: bytes) -> int:
    """How deeply arrays and objects are nested, brackets inside strings not counted."""
    depth = deepest = 0
    for token in _STRING_OR_BRACKET.findall(raw):
        if token in (b"[", b"{"):
            depth += 1
            deepest = max(deepest, depth)
        elif token in (b"]", b"}"):
            depth -= 1
    return deepest


def _after_blanks(raw: bytes, at: int) -> int:
    found = _BLANKS.match(raw, at)
    return found.end() if found else at


def _match_end(pattern: re.Pattern[bytes], raw: bytes, at: int) -> int:
    found = pattern.match(raw, at)
    if found is None:
        raise ValueError(f"not JSON at byte {at}")
    return found.end()


def _value_end(raw: bytes, start: int) -> int:
    first = raw[start : start + 1]
    if first == b'"':
        return _match_end(_STRING, raw, start)
    if first not in (b"{", b"["):
        return _match_end(_SCALAR, raw, start)
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(raw, start):
        if token.group() in (b"[", b"{"):
            depth += 1
        elif token.group() in (b"]", b"}"):
            depth -= 1
            if depth == 0:
                return token.end()
    raise ValueError(f"the value at byte {start} has no end")
