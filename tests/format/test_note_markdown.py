"""Notes, as Obsidian and other editors write them."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.decode import BOM
from vault.format.defaults import Defaults
from vault.format.note_markdown import MAX_NOTE_BYTES, ParsedNote, note_id, parse_note
from vault.model.note import Note

DEFAULTS = Defaults(user_id="lin", timezone=ZoneInfo("Asia/Shanghai"), users=("lin", "wu"))


def parse(text: str | bytes, path: str = "notes/a.md", defaults: Defaults = DEFAULTS) -> ParsedNote:
    data = text if isinstance(text, bytes) else text.encode()
    return parse_note(data, path=path, defaults=defaults)


def note(text: str | bytes, path: str = "notes/a.md", defaults: Defaults = DEFAULTS) -> Note:
    parsed = parse(text, path, defaults)
    assert not parsed.problems
    assert parsed.note is not None
    return parsed.note


def found(parsed: ParsedNote) -> list[tuple[int, int, str, str]]:
    return [(each.line, each.column, each.code, each.severity) for each in parsed.problems]


def test_every_key_of_the_front_matter() -> None:
    text = """---
id: note_1
title: 大理行程
aliases: [洱海, 双廊]
user_id: wu
namespace: travel
type: profile
tags: [旅行, "#大理"]
created_at: 2026-01-08
updated_at: 2026-01-08T20:00:00+08:00
pinned: yes
rating: 5
---
# 第一天

古城
"""
    assert note(text) == Note(
        id="note_1",
        path="notes/a.md",
        title="大理行程",
        user_id="wu",
        namespace="travel",
        tags=("旅行", "大理"),
        created_at=datetime(2026, 1, 7, 16, tzinfo=timezone.utc),
        updated_at=datetime(2026, 1, 8, 12, tzinfo=timezone.utc),
        pinned=True,
        is_profile=True,
        sections=note(text).sections,
        extra={"rating": "5", "aliases": ("洱海", "双廊")},
    )
    (section,) = note(text).sections
    assert (section.headings, section.text, section.line) == (("第一天",), "古城", 14)
    assert text.encode()[section.start : section.end].decode() == "# 第一天\n\n古城\n"


@pytest.mark.parametrize(
    ("keys", "day"),
    [
        ("created: 2026-01-08", 8),
        ("date: 2026-01-08", 8),
        ("date: '[[2026-01-08]]'", 8),
        ("date: 2026-01-01\ncreated: 2026-01-08", 8),
        ("created: <% tp.date.now() %>\ndate: 2026-01-08", 8),
    ],
)
def test_names_of_the_day_of_creation(keys: str, day: int) -> None:
    assert note(f"---\n{keys}\n---\nx").created_at == datetime(2026, 1, day - 1, 16, tzinfo=timezone.utc)


def test_names_of_the_last_change() -> None:
    assert note("---\nmodified: 2026-01-08\n---\n").updated_at == datetime(
        2026, 1, 7, 16, tzinfo=timezone.utc
    )


def test_a_daily_note_is_of_its_day() -> None:
    assert note("x", "notes/2026-01-08 周会.md").created_at == datetime(2026, 1, 7, 16, tzinfo=timezone.utc)
    assert note("x", "notes/2026-13-08.md").created_at is None
    assert note("x", "notes/2026-01-081.md").created_at is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: no\n---\n# Heading", "no"),
        ("---\ntitle: 2026-01-08\n---\n", "2026-01-08"),
        ("---\ntitle: 12:30\n---\n", "12:30"),
        ("---\ntitle: 会议: 周会\n---\n", "会议: 周会"),
        ("---\ntitle:\n---\n# Heading\n", "Heading"),
        ("intro\n\n# Heading\n\n# Other", "Heading"),
        ("## Only a second level", "a"),
        ("Heading\n=======\n", "Heading"),
        ("", "a"),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert note(text).title == title


@pytest.mark.parametrize(
    ("path", "user", "is_profile"),
    [
        ("notes/a.md", "lin", False),
        ("notes/work/a.md", "lin", False),
        ("notes/wu/a.md", "wu", False),
        ("notes/wu/deep/down/a.md", "wu", False),
        ("notes/profile.md", "lin", True),
        ("notes/Profile.md", "lin", True),
        ("notes/wu/profile.md", "wu", True),
        ("Notes/wu/profile.md", "wu", True),
        ("notes/someone/profile.md", "someone", True),
        ("notes/work/deep/profile.md", "lin", False),
        ("notes/wu/deep/profile.md", "wu", False),
    ],
)
def test_whose_a_note_is_by_its_place(path: str, user: str, is_profile: bool) -> None:
    found_note = note("x", path)
    assert (found_note.user_id, found_note.is_profile) == (user, is_profile)


def test_in_an_adopted_folder_only_listed_people_have_folders() -> None:
    adopted = Defaults(user_id="lin", users=("wu",), note_folders=(".",))
    assert note("x", "profile.md", adopted).is_profile
    assert note("x", "wu/profile.md", adopted).user_id == "wu"
    assert note("x", "book/profile.md", adopted).user_id == "lin"
    assert not note("x", "book/profile.md", adopted).is_profile


def test_front_matter_says_better_whose_a_note_is() -> None:
    assert note("---\nuser_id: lin\n---\nx", "notes/wu/a.md").user_id == "lin"


def test_a_note_whose_user_cannot_be_read_is_nobodys() -> None:
    parsed = parse("---\nuser_id: [lin, wu]\n---\nx")
    assert parsed.note is None
    assert found(parsed) == [(2, 10, "wrong-type", "error")]


def test_the_id_follows_the_path_however_it_is_written() -> None:
    path = "notes/Café 年糕.md"
    assert note("x", path).id == note_id(unicodedata.normalize("NFD", path).upper())
    assert note("x", path).id != note("x", "notes/other.md").id


def test_an_obsidian_note() -> None:
    text = """---
cssclasses:
  - wide
tags:
  - project/alpha
aliases: Alpha
up: [[Home]]
created: {{date}}
publish: false
---
> [!note] Callout
> # not a heading

Links to [[Beta|the other]] and ![[image.png]]. #inline-tag ^block-id

%% a comment %%

```dataview
# not a heading
```
## Tasks
- [ ] open <% tp.cursor() %>
"""
    parsed = note(text)
    assert parsed.tags == ("project/alpha",)
    assert parsed.extra["aliases"] == ("Alpha",)
    assert parsed.extra["publish"] == "false"
    assert parsed.created_at is None
    assert [section.headings for section in parsed.sections] == [(), ("Tasks",)]


def test_byte_order_mark_and_crlf() -> None:
    data = BOM + "---\r\ntitle: x\r\n---\r\n前言\r\n# 猫\r\n年糕\r\n".encode()
    parsed = note(data)
    assert parsed.title == "x"
    assert [(section.headings, section.text) for section in parsed.sections] == [
        ((), "前言"),
        (("猫",), "年糕"),
    ]
    assert (
        b"".join(data[section.start : section.end] for section in parsed.sections)
        == data[data.index("前".encode()) :]
    )


def test_an_empty_note() -> None:
    assert note(b"").sections == ()
    assert note("---\ntitle: x\n---").sections == ()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("今天".encode("utf-16"), "utf16"),
        (bytes(5000), "not-text"),
        ("今天去了医院，一切都好。\n明天再去。\n".encode("gbk"), "not-utf8"),
        (b"x" * (MAX_NOTE_BYTES + 1), "note-too-long"),
    ],
)
def test_files_that_are_no_notes(data: bytes, code: str) -> None:
    parsed = parse(data)
    assert parsed.note is None
    assert not parsed.usable
    assert found(parsed) == [(0, 0, code, "error")]


def test_single_bad_bytes_do_not_hide_a_note() -> None:
    parsed = parse("good\n猫".encode() + b"\xff\n# H\nx\0y\n")
    assert parsed.note is not None
    assert [section.text for section in parsed.note.sections] == ["good\n猫\ufffd", "x\ufffdy"]
    assert found(parsed) == [(2, 2, "not-utf8", "warning"), (4, 2, "nul-byte", "warning")]


def test_both_sides_of_a_conflict_are_read() -> None:
    text = "# A\n<<<<<<< HEAD\nours\n||||||| base\nold\n=======\ntheirs\n>>>>>>> phone\nend\n"
    parsed = parse(text)
    assert parsed.note is not None
    assert [section.headings for section in parsed.note.sections] == [("A",)]
    assert [line for line in parsed.note.sections[0].text.split("\n") if line] == ["ours", "theirs", "end"]
    assert found(parsed) == [(2, 1, "conflict-marker", "error")]
    assert not parsed.usable


def test_an_underline_of_seven_signs_is_no_conflict() -> None:
    assert note("Heading\n=======\ntext\n").sections[0].headings == ("Heading",)


def test_broken_front_matter_costs_no_text() -> None:
    parsed = parse("---\ntitle: x\ntags: [a\n---\nbody\n")
    assert parsed.note is not None
    assert parsed.note.title == "x"
    assert [section.text for section in parsed.note.sections] == ["body"]
    assert found(parsed) == [(4, 1, "broken-front-matter", "warning")]
    assert parsed.usable


PIECES = st.sampled_from(
    [
        "---",
        "title: x",
        "a: &a [b]",
        "c: [*a, *a]",
        "",
        "# H",
        "text",
        "```",
        "=======",
        "<<<<<<< a",
        ">>>>>>> b",
        "\t- x",
        "猫",
        "\ufeff",
        "x\u2028y\x85z\rw",
        "d: e: [f",
    ]
)


def test_line_separators_inside_a_line_do_not_shift_the_places_of_faults() -> None:
    parsed = parse("---\ntitle: a\u2028b\x85c\u2029d\re\ntags: [x\n---\nbody\n")
    assert found(parsed) == [(4, 1, "broken-front-matter", "warning")]


@given(st.lists(PIECES, max_size=10), st.binary(max_size=3))
def test_no_text_makes_it_raise_and_sections_are_the_end_of_the_file(lines: list[str], tail: bytes) -> None:
    data = "\n".join(lines).encode() + tail
    parsed = parse(data)
    if parsed.note is not None:
        body = b"".join(data[section.start : section.end] for section in parsed.note.sections)
        assert data.endswith(body)


def test_a_marker_without_the_other_one_is_a_problem() -> None:
    parsed = parse_note(b"# A\n\n<!-- memvault:begin -->\n- b\n", path="notes/a.md", defaults=Defaults())
    (problem,) = parsed.problems
    assert (problem.code, problem.line, problem.severity) == ("broken-marker", 3, "warning")
    assert parsed.note is not None
    assert parsed.usable
