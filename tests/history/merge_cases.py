"""Hypothesis strategies for versions of files that several devices have changed."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from vault.format.defaults import Defaults
from vault.format.memory_line import parse_memories
from vault.history.version import Version, canonical, version_of

DEFAULTS = Defaults(user_id="linzhou")
_TIMES = ("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T08:00:00+08:00")
_TAGS = st.lists(st.sampled_from(("a", "b", "家")), unique=True, max_size=3)


def _fields() -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries(
        {"content": st.sampled_from(("家在阳光小区", "家在西湖区", "家在滨江"))},
        optional={
            "updated_at": st.sampled_from(_TIMES),
            "created_at": st.sampled_from(_TIMES[:2]),
            "status": st.sampled_from(("active", "inactive", "superseded", "forgotten")),
            "tags": _TAGS,
            "superseded_by": st.lists(st.sampled_from(("m8", "m9")), unique=True, max_size=2),
            "importance": st.sampled_from((0.2, 0.5, 0.9)),
            "x-other": st.sampled_from(("1", {"deep": [1, 2]}, 3)),
        },
    )


@st.composite
def records(draw: st.DrawFn, ids: tuple[str, ...] = ("m1",)) -> dict[str, object]:
    """One memory, or what is left of an erased one."""
    one = {"id": draw(st.sampled_from(ids))}
    if draw(st.integers(0, 9)) == 0:
        return {
            **one,
            "content": "[erased]",
            "status": "forgotten",
            "updated_at": draw(st.sampled_from(_TIMES)),
        }
    return {**one, **draw(_fields())}


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """A file in which each id stands once, with a broken line and blank ones here and there."""
    found = draw(st.lists(records(("m1", "m2", "m3", "m4")), unique_by=lambda each: each["id"], max_size=4))
    spaced = draw(st.booleans())
    lines = [
        json.dumps(each, ensure_ascii=False, separators=None if spaced else (",", ":")) for each in found
    ]
    if draw(st.integers(0, 5)) == 0:
        lines.insert(draw(st.integers(0, len(lines))), draw(st.sampled_from(("{broken", "", "// by hand"))))
    return "".join(line + "\n" for line in lines).encode()


def version(record: dict[str, object]) -> Version:
    """As it would be read from a line."""
    raw = json.dumps(record, ensure_ascii=False).encode()
    (located,) = parse_memories(raw, path="", defaults=DEFAULTS).memories
    return version_of(raw, located.memory)


def said(data: bytes) -> dict[str, str]:
    """What a file says, whatever the order and the writing of its lines; unread lines as they are."""
    file = parse_memories(data, path="", defaults=DEFAULTS)
    read = {each.line: version_of(each.raw.raw, each.memory) for each in file.memories}
    found = {each.id: canonical(each.fields) for each in read.values()}
    texts = [line.raw.strip().decode() for line in file.lines if line.number not in read]
    return {**found, **{text: "" for text in texts if text}}
