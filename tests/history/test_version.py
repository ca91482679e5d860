"""Versions of one memory: which counts, and what comes of two."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.history.merge_cases import DEFAULTS, records, version
from vault.format.memory_line import parse_memories
from vault.history.version import (
    MergedVersion,
    Version,
    is_lost,
    lost_line,
    merge_all,
    merge_versions,
    version_of,
)

HOME = {"id": "m1", "content": "家在阳光小区", "created_at": "2026-01-01T00:00:00Z", "tags": ["家"]}


def merged(
    ours: dict[str, object], theirs: dict[str, object], base: dict[str, object] | None = None
) -> MergedVersion:
    there = merge_versions(version(ours), version(theirs), version(base) if base else None, defaults=DEFAULTS)
    back = merge_versions(version(theirs), version(ours), version(base) if base else None, defaults=DEFAULTS)
    assert there == back
    return there


def both(one: Version, other: Version) -> Version:
    return merge_versions(one, other, defaults=DEFAULTS).version


@given(records(), records(), records())
def test_without_an_ancestor_order_and_grouping_do_not_matter(
    a: dict[str, object], b: dict[str, object], c: dict[str, object]
) -> None:
    results = {
        repr(sorted(outcome.fields.items()))
        for one, two, three in permutations(map(version, (a, b, c)))
        for outcome in (both(both(one, two), three), both(one, both(two, three)))
    }
    assert len(results) == 1


@given(records(), records())
def test_merging_again_changes_nothing(a: dict[str, object], b: dict[str, object]) -> None:
    one, other = version(a), version(b)
    once = both(one, other)
    assert both(one, one) == one
    assert both(once, other).fields == both(once, one).fields == once.fields


@given(records(), records(), records())
def test_with_an_ancestor_both_directions_give_the_same(
    a: dict[str, object], b: dict[str, object], base: dict[str, object]
) -> None:
    merged(a, b, base)


@given(records(), records())
def test_what_a_memory_said_is_there_or_handed_back(a: dict[str, object], b: dict[str, object]) -> None:
    outcome = merge_versions(version(a), version(b), defaults=DEFAULTS)
    if outcome.version.rank[0]:
        return
    known = {each.memory.content for each in (outcome.version, *outcome.lost)}
    assert {a["content"], b["content"]} <= known


def test_what_one_side_changed_counts() -> None:
    ours = {**HOME, "importance": 0.9}
    theirs = {**HOME, "content": "家在西湖区", "updated_at": "2026-02-01T00:00:00Z"}
    outcome = merged(ours, theirs, HOME)
    assert outcome.version.memory.content == "家在西湖区"
    assert outcome.version.memory.importance == 0.9
    assert outcome.lost == ()


def test_of_two_changes_the_later_one_counts_and_the_other_is_handed_back() -> None:
    ours = {**HOME, "content": "家在滨江", "updated_at": "2026-02-01T00:00:00Z"}
    theirs = {**HOME, "content": "家在西湖区", "updated_at": "2026-02-02T00:00:00+08:00"}
    outcome = merged(ours, theirs, HOME)
    assert outcome.version.memory.content == "家在西湖区"
    (lost,) = outcome.lost
    assert lost.memory.content == "家在滨江"


def test_at_equal_times_the_value_that_comes_last_counts() -> None:
    ours = {**HOME, "content": "b", "value": "1"}
    theirs = {**HOME, "content": "a", "value": "2"}
    outcome = merged(ours, theirs)
    assert (outcome.version.memory.content, outcome.version.memory.value) == ("b", "2")
    assert len(outcome.lost) == 2


@pytest.mark.parametrize("status", ["superseded", "forgotten"])
def test_an_old_copy_does_not_bring_back_what_is_over(status: str) -> None:
    over = {**HOME, "status": status, "updated_at": "2026-02-01T00:00:00Z"}
    copy = {**HOME, "updated_at": "2026-03-01T00:00:00Z", "importance": 0.9}
    outcome = merged(over, copy)
    assert outcome.version.memory.status == status
    assert outcome.lost == ()


def test_of_an_erased_memory_nothing_is_kept() -> None:
    erased = {"id": "m1", "content": "[已擦除]", "status": "forgotten", "updated_at": "2026-01-02T00:00:00Z"}
    copy = {**HOME, "updated_at": "2026-03-01T00:00:00Z", "x-note": "阳光小区"}
    for base in (None, HOME):
        outcome = merged(erased, copy, base)
        assert "阳光小区" not in outcome.version.raw.decode()
        assert outcome.version.memory.tags == ()
        assert outcome.lost == ()


def test_sets_are_merged_as_sets() -> None:
    ours = {**HOME, "tags": ["家", "杭州"]}
    theirs = {**HOME, "tags": ["地址"]}
    assert set(merged(ours, theirs, HOME).version.memory.tags) == {"杭州", "地址"}
    assert set(merged(ours, theirs).version.memory.tags) == {"家", "杭州", "地址"}


def test_a_time_written_otherwise_is_no_change() -> None:
    ours = {**HOME, "created_at": "2026-01-01T08:00:00+08:00"}
    theirs = {**HOME, "content": "家在西湖区"}
    outcome = merged(ours, theirs, HOME)
    assert outcome.version.memory.content == "家在西湖区"
    assert outcome.lost == ()


def test_spacing_order_and_unknown_keys_of_the_line_that_counts_stay() -> None:
    raw = '{ "x-mine" : 1,  "content":"家在西湖区", "id":"m1", "updated_at":"2026-03-01"}'
    (located,) = parse_memories(raw.encode(), path="", defaults=DEFAULTS).memories
    outcome = merge_versions(version_of(raw.encode(), located.memory), version(HOME), defaults=DEFAULTS)
    assert outcome.version.raw.decode() == raw.replace('"2026-03-01"}', '"2026-03-01", "tags":["家"]}')


def test_a_line_that_was_given_an_id_is_known_again() -> None:
    bare = {key: value for key, value in HOME.items() if key != "id"}
    named = {**bare, "id": version(bare).id}
    assert named["id"].startswith("mem_")
    assert merged(bare, {**named, "importance": 0.9}).version.written["id"] == named["id"]


@given(st.lists(records(), min_size=1, max_size=4))
def test_many_versions_are_merged_in_any_order(several: list[dict[str, object]]) -> None:
    versions = [version(each) for each in several]
    there, back = (merge_all(each, defaults=DEFAULTS).version for each in (versions, versions[::-1]))
    assert there.fields == back.fields


def test_a_version_that_has_lost_is_a_memory_of_its_own() -> None:
    memory_id, line = lost_line(version({**HOME, "status": "active", "relations": []}))
    (located,) = parse_memories(line, path="", defaults=DEFAULTS).memories
    assert located.memory.id == memory_id != "m1"
    assert located.memory.status == "superseded"
    assert located.memory.superseded_by == ("m1",)
    assert located.memory.content == HOME["content"]
    assert lost_line(version({**HOME, "tags": ["x"], "importance": 0.1}))[0] == memory_id
    assert is_lost(version_of(line, located.memory))
    assert is_lost(version_of(line, located.memory, archived=True))
    assert not is_lost(version({**HOME, "status": "superseded", "superseded_by": ["m2"]}))
    edited = line.replace("阳光小区".encode(), "西湖区".encode())
    (located,) = parse_memories(edited, path="", defaults=DEFAULTS).memories
    assert not is_lost(version_of(edited, located.memory))
