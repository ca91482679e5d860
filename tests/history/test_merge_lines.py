"""Uniting two versions of a journal, and of a usage file."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.history.merge_cases import DEFAULTS
from vault.format.turn_line import format_turn, parse_turns
from vault.format.usage_line import parse_usage
from vault.history.merge_lines import merge_turns, merge_usage
from vault.history.merged import CannotMerge
from vault.model.turn import without_text


def turn(number: int, content: str, **more: object) -> str:
    line = {"session_id": "s1", "turn": number, "role": "user", "content": content, **more}
    return json.dumps(line, ensure_ascii=False) + "\n"


def turns(ours: str, theirs: str, base: str | None = None) -> str:
    old = base.encode() if base is not None else None
    there, back = (
        merge_turns(one.encode(), other.encode(), old, defaults=DEFAULTS).data
        for one, other in ((ours, theirs), (theirs, ours))
    )
    assert there == back
    return there.decode()


def usage(ours: str, theirs: str, base: str | None = None) -> dict[str, int]:
    old = base.encode() if base is not None else None
    there, back = (
        merge_usage(one.encode(), other.encode(), old).data for one, other in ((ours, theirs), (theirs, ours))
    )
    assert there == back
    return {memory: each.hits for memory, each in parse_usage(there, path="").usage.items()}


def hits(memory: str, count: int) -> str:
    return json.dumps({"id": memory, "hits": count}) + "\n"


def over(line: str) -> str:
    """What stays of a turn when its time is over."""
    (located,) = parse_turns(line.encode(), path="", defaults=DEFAULTS).turns
    return format_turn(without_text(located.turn, "[erased]")) + "\n"


WRITTEN = st.builds(turn, st.integers(0, 4), st.sampled_from(("好", "你好", "[erased]")))
JOURNALS = st.lists(WRITTEN | WRITTEN.map(over), max_size=4)


@given(JOURNALS, JOURNALS, JOURNALS)
def test_order_and_grouping_do_not_matter(a: list[str], b: list[str], c: list[str]) -> None:
    one, two, three = map("".join, (a, b, c))
    there, back = turns(turns(one, two), three), turns(one, turns(two, three))
    assert sorted(there.splitlines()) == sorted(back.splitlines())
    assert turns(there, one) == there or sorted(turns(there, one).splitlines()) == sorted(there.splitlines())


def test_a_turn_that_both_have_stands_once_and_new_ones_stand_by_their_time() -> None:
    first = turn(1, "我搬家了", at="2026-01-01T08:00:00Z")
    one, other = turn(2, "b", at="2026-01-01T09:00:00Z"), turn(3, "a", at="2026-01-01T08:30:00Z")
    assert turns(first + one, first + other) == first + other + one


def test_what_somebody_took_out_stays_out() -> None:
    first, secret, new = turn(1, "a"), turn(2, "secret"), turn(3, "c")
    assert turns(first, first + secret + new, first + secret) == first + new


def test_an_erased_turn_stays_erased() -> None:
    erased = turn(1, "[已擦除]")
    assert turns(turn(1, "我住在阳光小区") + turn(2, "b"), erased) == erased + turn(2, "b")


def test_what_has_no_text_any_more_gets_none_back() -> None:
    said, other = turn(1, "我住在阳光小区"), turn(1, "今天好冷")
    assert turns(said + other, over(said)) == over(said) + other, "another message with the same number stays"
    assert turns(over(said), turn(1, "[erased]")) == turn(1, "[erased]")


def test_broken_lines_stay() -> None:
    assert turns("{broken\n" + turn(1, "a"), turn(1, "a") + turn(2, "b")) == (
        "{broken\n" + turn(1, "a") + turn(2, "b")
    )


def test_counts_since_the_ancestor_add_up() -> None:
    base = hits("m1", 3)
    assert usage(base + hits("m1", 2) + hits("m2", 1), hits("m1", 4) + hits("m2", 2), base) == {
        "m1": 6,
        "m2": 3,
    }


def test_without_an_ancestor_no_hit_is_counted_twice() -> None:
    assert usage(hits("m1", 3) + hits("m1", 2), hits("m1", 5) + hits("m2", 1)) == {"m1": 5, "m2": 1}


@given(*[st.lists(st.builds(hits, st.sampled_from(("m1", "m2")), st.integers(1, 5)), max_size=4)] * 3)
def test_grouping_of_counts_does_not_matter(a: list[str], b: list[str], c: list[str]) -> None:
    one, two, three = ("".join(each).encode() for each in (a, b, c))
    there = merge_usage(merge_usage(one, two).data, three).data
    back = merge_usage(one, merge_usage(two, three).data).data
    assert parse_usage(there, path="").usage == parse_usage(back, path="").usage


def test_lines_of_other_programs_stay_and_are_not_counted_twice() -> None:
    foreign = '{"id": "m1", "hits": 2, "x-mine": 1}\n'
    there = merge_usage((foreign + hits("m1", 1)).encode(), (foreign + hits("m1", 3)).encode()).data
    assert there.decode() == foreign + hits("m1", 3)


@pytest.mark.parametrize("merge", [lambda a, b: merge_turns(a, b, defaults=DEFAULTS), merge_usage])
def test_conflict_markers_are_not_merged(merge: object) -> None:
    with pytest.raises(CannotMerge):
        merge(b"<<<<<<< HEAD\n", b"{}\n")  # type: ignore[operator]
