"""Hypothesis strategies: JSON text as people and other programs write it, oddly spaced and escaped."""

from __future__ import annotations

import json
import math

from hypothesis import strategies as st

BLANKS = st.text(" \t", max_size=3)
TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12
) | st.sampled_from(
    ['a"b', "\\", "年糕", "😀", "a{b}[c],:", "\u2028", "tab\t", "line\nbreak", "\x7f", "\u200b", "/"]
)
KEYS = TEXTS | st.sampled_from(["id", "content", "tags", "importance", "x", "键"])


@st.composite
def json_strings(draw: st.DrawFn, texts: st.SearchStrategy[str] = TEXTS) -> str:
    """A JSON text, some of its characters escaped though they need not be."""
    parts = []
    for character in draw(texts):
        if draw(st.booleans()):
            parts.append(json.dumps(character, ensure_ascii=draw(st.booleans()))[1:-1])
        else:
            units = character.encode("utf-16-be")
            pairs = [units[i : i + 2] for i in range(0, len(units), 2)]
            parts += [f"\\u{int.from_bytes(pair, 'big'):04{draw(st.sampled_from('xX'))}}" for pair in pairs]
    return f'"{"".join(parts)}"'


SCALARS = (
    json_strings()
    | st.sampled_from(["true", "false", "null", "0", "-0", "1.10", "1e3", "-2.5E-7", "12345678901234567890"])
    | st.floats().filter(math.isfinite).map(json.dumps)
)


@st.composite
def _arrays(draw: st.DrawFn, values: st.SearchStrategy[str]) -> str:
    items = draw(st.lists(values, max_size=3))
    return f"[{','.join(draw(BLANKS) + item + draw(BLANKS) for item in items) or draw(BLANKS)}]"


@st.composite
def _objects(draw: st.DrawFn, values: st.SearchStrategy[str], max_size: int = 3) -> str:
    members = [
        draw(BLANKS)
        + draw(json_strings(KEYS))
        + draw(BLANKS)
        + ":"
        + draw(BLANKS)
        + draw(values)
        + draw(BLANKS)
        for _ in range(draw(st.integers(0, max_size)))
    ]
    return f"{{{','.join(members) or draw(BLANKS)}}}"


VALUES = st.recursive(SCALARS, lambda inner: _arrays(inner) | _objects(inner), max_leaves=5)


@st.composite
def json_objects(draw: st.DrawFn) -> str:
    """An object on one line: any spacing, escapes, keys that stand twice, nested values."""
    return draw(BLANKS) + draw(_objects(VALUES, max_size=6)) + draw(BLANKS)
