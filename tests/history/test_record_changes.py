"""Two states of the files, and what happened between them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vault.format.defaults import Defaults
from vault.history.record_changes import Changes, changes_between

HOME = {"id": "mem_home", "content": "住在阳光小区"}


def file(*memories: dict[str, Any]) -> bytes:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in memories).encode()


def between(before: dict[str, bytes], after: dict[str, bytes]) -> Changes:
    return changes_between(before, after, defaults=Defaults("lin"))


def whats(before: dict[str, bytes], after: dict[str, bytes]) -> list[tuple[str, str]]:
    return [(each.what, each.id) for each in between(before, after).records]


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ({}, {"facts/a.jsonl": [HOME]}, "learned"),
        ({"facts/a.jsonl": [HOME]}, {}, "removed"),
        ({"facts/a.jsonl": [HOME]}, {"facts/a.jsonl": [{**HOME, "content": "住在西湖区"}]}, "changed"),
        ({"facts/a.jsonl": [HOME]}, {"facts/a.jsonl": [{**HOME, "colour": "red"}]}, "changed"),
        ({"facts/a.jsonl": [HOME]}, {"facts/b.jsonl": [HOME]}, "moved"),
        ({"facts/a.jsonl": [HOME]}, {"facts/a.jsonl": [{**HOME, "updated_at": "2026-01-01"}]}, "confirmed"),
        ({"facts/a.jsonl": [HOME]}, {"archive/a.jsonl": [{**HOME, "status": "forgotten"}]}, "forgotten"),
        ({"facts/a.jsonl": [HOME]}, {"archive/a.jsonl": [{**HOME, "status": "superseded"}]}, "superseded"),
        ({"facts/a.jsonl": [HOME]}, {"facts/a.jsonl": [{**HOME, "superseded_by": "mem_b"}]}, "superseded"),
        ({"archive/a.jsonl": [{**HOME, "status": "forgotten"}]}, {"facts/a.jsonl": [HOME]}, "restored"),
        ({"facts/a.jsonl": [HOME]}, {"facts/a.jsonl": [{**HOME, "status": "inactive"}]}, "rested"),
        ({"facts/a.jsonl": [{**HOME, "status": "inactive"}]}, {"facts/a.jsonl": [HOME]}, "woken"),
        (
            {"facts/a.jsonl": [HOME]},
            {"archive/a.jsonl": [{"id": "mem_home", "content": "[已擦除]", "status": "forgotten"}]},
            "erased",
        ),
        ({}, {"archive/a.jsonl": [{**HOME, "status": "superseded"}]}, "filed"),
        ({"facts/a.jsonl": [HOME]}, {"facts/a.jsonl": [HOME], "archive/a.jsonl": [HOME]}, "filed"),
    ],
)
def test_what_happened_to_a_memory(before: dict[str, Any], after: dict[str, Any], what: str) -> None:
    states = [{path: file(*lines) for path, lines in state.items()} for state in (before, after)]
    assert whats(*states) == [(what, "mem_home")]


def test_lines_that_only_changed_their_place_or_their_line_end_are_no_change() -> None:
    other = {"id": "mem_b", "content": "b"}
    assert not between({"facts/a.jsonl": file(HOME, other)}, {"facts/a.jsonl": file(other, HOME)})
    assert not between({"facts/a.jsonl": file(HOME)}, {"facts/a.jsonl": file(HOME).rstrip() + b"\r\n"})


def test_a_line_without_an_id_that_is_reworded_is_one_change() -> None:
    old, new = {"content": "每天早上喝一杯咖啡"}, {"content": "每天早上喝两杯咖啡"}
    (change,) = between({"facts/a.jsonl": file(old)}, {"facts/a.jsonl": file(new)}).records
    assert (change.what, change.fields) == ("changed", ("content",))
    assert change.before is not None
    assert change.before.memory.content == old["content"]


def test_a_line_without_an_id_that_says_something_else_is_another_memory() -> None:
    old, new = {"content": "每天早上喝一杯咖啡"}, {"content": "国庆去过泉州"}
    assert [what for what, _ in whats({"facts/a.jsonl": file(old)}, {"facts/a.jsonl": file(new)})] == [
        "learned",
        "removed",
    ]


def test_a_line_that_gets_its_id_stays_the_same_memory() -> None:
    from vault.model.identifier import permanent_id, provisional_id

    content = "每天早上喝一杯咖啡"
    named = {"id": permanent_id(provisional_id("lin", "default", content)), "content": content}
    (change,) = between({"facts/a.jsonl": file({"content": content})}, {"facts/a.jsonl": file(named)}).records
    assert change.what == "confirmed"


def test_both_sides_of_a_conflict_are_read() -> None:
    text = (
        b"<<<<<<< ours\n" + file(HOME) + b"=======\n" + file({"id": "mem_b", "content": "b"}) + b">>>>>>> x\n"
    )
    assert whats({}, {"facts/a.jsonl": text}) == [("learned", "mem_home"), ("learned", "mem_b")]


def test_notes_turns_and_settings() -> None:
    changes = between(
        {"notes/a.md": b"a", "notes/b.md": b"b", "journal/x/2026/2026-01-01.jsonl": b"{}\n"},
        {
            "notes/a.md": b"A",
            "notes/c.md": b"c",
            "journal/x/2026/2026-01-01.jsonl": b"{}\n{}\n{}\n",
            "vault.yaml": b"format: 1\n",
            "usage/x.jsonl": b"{}\n",
            "README": b"x",
        },
    )
    assert [(each.path, each.what) for each in changes.notes] == [
        ("notes/a.md", "changed"),
        ("notes/b.md", "removed"),
        ("notes/c.md", "added"),
    ]
    assert (changes.turns, changes.settings, changes.records) == (2, True, ())
