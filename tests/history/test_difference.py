"""What two versions of a file say differently."""

from __future__ import annotations

import json

from tests.history.merge_cases import DEFAULTS
from vault.files.layout import Kind
from vault.history.difference import Difference, differences

HOME = {"id": "m1", "content": "家在阳光小区", "tags": ["家"]}


def found(kind: Kind, ours: str, theirs: str, path: str = "facts/a.jsonl") -> tuple[Difference, ...]:
    return differences(kind, ours.encode(), theirs.encode(), path=path, defaults=DEFAULTS)


def line(**changes: object) -> str:
    return json.dumps({**HOME, **changes}, ensure_ascii=False) + "\n"


def test_memories_differ_by_field() -> None:
    other = line(id="m2", content="猫")
    changed = line(content="家在西湖区", updated_at="2026-02-01T00:00:00Z", tags=["住址"])
    one, added = found("memories", line(), changed + other)
    assert (one.name, one.state, one.user_id) == ("m1", "changed", "linzhou")
    fields = {each.name: (each.ours, each.theirs, each.counts) for each in one.fields}
    assert fields["content"] == ("家在阳光小区", "家在西湖区", "theirs")
    assert fields["updated_at"] == ("", "2026-02-01T00:00:00Z", "theirs")
    assert fields["tags"] == (["家"], ["住址"], "merged")
    assert (added.name, added.state) == ("m2", "only-theirs")


def test_the_same_written_otherwise_is_no_difference() -> None:
    assert found("memories", line(), json.dumps(HOME) + "\r\n") == ()


def test_what_is_sensitive_is_told_apart() -> None:
    (one,) = found("memories", line(sensitive=True, value="a1"), line(sensitive=True, value="b2"))
    assert one.hidden == "a1\nb2"


def test_notes_differ_by_section() -> None:
    ours, theirs = "# a\n\n1\n\n## b\n\n2\n", "# a\n\n1\n\n## b\n\n3\n\n## c\n"
    assert [(each.name, each.state) for each in found("note", ours, theirs, "notes/a.md")] == [
        ("a > b", "changed"),
        ("a > c", "only-theirs"),
    ]


def test_of_a_section_the_lines_of_either_side_are_told() -> None:
    ours, theirs = "# a\n\n伞\n\n帽子\n", "# a\n\n伞\n\n雨衣\n\n相机\n"
    (section,) = found("note", ours, theirs, "notes/a.md")
    assert [(each.ours, each.theirs, each.counts) for each in section.fields] == [
        ("帽子", "雨衣\n相机", "open")
    ]
    (front,) = found("note", "---\ntitle: a\n---\nx\n", "---\ntitle: b\n---\nx\n", "notes/a.md")
    assert [(each.ours, each.theirs) for each in front.fields] == [("title: a", "title: b")]


def test_journals_differ_by_line() -> None:
    assert [(each.text, each.state) for each in found("turns", "{a}\n{b}\n", "{b}\n{c}\n")] == [
        ("{a}", "only-ours"),
        ("{c}", "only-theirs"),
    ]
