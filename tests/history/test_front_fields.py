"""Front matter merged key by key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.front_matter import read_front_matter
from vault.format.report import Report
from vault.history.front_fields import merge_front


def front(*lines: str) -> bytes:
    return ("---\n" + "".join(line + "\n" for line in lines) + "---\n").encode()


def merged(ours: bytes, theirs: bytes, base: bytes = b"") -> str:
    there, back = merge_front(ours, theirs, base), merge_front(theirs, ours, base)
    assert there == back
    return there.decode()


BASE = front("title: 旅行", "tags: [a]", "date: 2026-01-01")


def test_each_side_keeps_what_it_changed() -> None:
    ours = front("title: 云南旅行", "tags: [a]", "date: 2026-01-01")
    theirs = front("title: 旅行", "tags: [a]", "date: 2026-01-01", "mood: 开心")
    assert (
        merged(ours, theirs, BASE)
        == front("title: 云南旅行", "tags: [a]", "date: 2026-01-01", "mood: 开心").decode()
    )


def test_a_key_that_one_side_took_out_is_gone() -> None:
    assert "tags" not in merged(front("title: 旅行", "date: 2026-01-01"), BASE, BASE)


def test_of_two_values_the_last_one_counts_and_the_other_one_stays_as_a_comment() -> None:
    result = merged(front("date: 2026-02-01"), front("date: 2026-03-01"), front("date: 2026-01-01"))
    assert result == "---\ndate: 2026-03-01\n# memvault:version date: 2026-02-01\n---\n"
    lines = result.splitlines()
    assert read_front_matter(lines, Report("")).body == len(lines)
    # merged once more with a third one, all three are there; and again it changes nothing
    third = merged(result.encode(), front("date: 2026-04-01"))
    assert third.count("date:") == 3
    assert third.splitlines()[1] == "date: 2026-04-01"
    assert merged(third.encode(), result.encode()) == third


def test_values_of_several_lines_stay_together() -> None:
    ours = front("tags:", "  - a", "  - b", "title: x")
    theirs = front("tags:", "- c", "title: x")
    result = merged(ours, theirs)
    assert "tags:\n- c\n" in result or "tags:\n  - a\n  - b\n" in result
    assert result.count("# memvault:version ") in (2, 3)
    assert merged(ours, theirs, theirs) == ours.decode()


def test_line_ends_and_what_stands_above_the_first_key() -> None:
    ours = b"---\r\n# mine\r\ntitle: x\r\n---\r\n\r\n"
    assert merged(ours, front("title: x"), front("title: x")).count("# mine") == 1


_KEYS = st.sampled_from(
    ["title: a", "title: b", "date: 2026-01-01", "date: 2026-01-02", "# note", "x:", "  - 1"]
)
_FRONTS = st.lists(_KEYS, max_size=4).map(lambda lines: front("k: v", *lines))


@given(_FRONTS, _FRONTS)
def test_no_line_is_lost_without_an_ancestor(ours: bytes, theirs: bytes) -> None:
    result = merged(ours, theirs)
    for line in {*ours.decode().splitlines(), *theirs.decode().splitlines()}:
        assert line in result


@pytest.mark.parametrize("side", [BASE, front(), front("a: 1", "a: 2")])
def test_the_same_on_both_sides_stays(side: bytes) -> None:
    assert merged(side, side).encode() == side
