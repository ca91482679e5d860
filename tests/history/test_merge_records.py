"""Merging two versions of a file of memories."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import given

from tests.history.merge_cases import DEFAULTS, files, said, version
from vault.history.merge_records import merge_records, with_lost
from vault.history.merged import CannotMerge, Merged

A = '{"id":"m1","content":"家在阳光小区"}\n'
B = '{ "id" : "m2", "content" : "养了年糕", "x-mine": [1,  2] }\n'
C = '{"id":"m3","content":"对花生过敏"}\n'


def merge(ours: str, theirs: str, base: str | None = None) -> Merged:
    data = [each.encode() if each is not None else None for each in (ours, theirs, base)]
    there = merge_records(data[0] or b"", data[1] or b"", data[2], defaults=DEFAULTS)
    back = merge_records(data[1] or b"", data[0] or b"", data[2], defaults=DEFAULTS)
    assert there.data == back.data
    return there


def both(one: bytes, other: bytes) -> bytes:
    return merge_records(one, other, defaults=DEFAULTS).data


@given(files(), files(), files())
def test_order_and_grouping_do_not_matter(a: bytes, b: bytes, c: bytes) -> None:
    results = [
        said(outcome)
        for one, two, three in permutations((a, b, c))
        for outcome in (both(both(one, two), three), both(one, both(two, three)))
    ]
    assert all(each == results[0] for each in results)


@given(files(), files())
def test_both_directions_give_the_same_bytes(a: bytes, b: bytes) -> None:
    assert both(a, b) == both(b, a)


@given(files(), files())
def test_merging_again_changes_nothing(a: bytes, b: bytes) -> None:
    assert both(a, a) == a
    once = both(a, b)
    assert said(both(once, a)) == said(once) == said(both(once, b))


@given(files(), files(), files())
def test_with_an_ancestor_both_directions_give_the_same_bytes(a: bytes, b: bytes, base: bytes) -> None:
    there = merge_records(a, b, base, defaults=DEFAULTS)
    assert merge_records(b, a, base, defaults=DEFAULTS).data == there.data


@given(files(), files())
def test_what_only_one_side_changed_is_as_on_that_side(a: bytes, base: bytes) -> None:
    assert merge_records(a, base, base, defaults=DEFAULTS).data == a
    assert merge_records(base, a, base, defaults=DEFAULTS).data == a


def test_lines_that_were_added_on_both_sides_stand_in_order() -> None:
    one = '{"id":"n1","content":"1","created_at":"2026-01-03"}\n'
    other = '{"id":"n2","content":"2","created_at":"2026-01-02"}\n'
    assert merge(A + B + one, A + B + other, A + B).data.decode() == A + B + other + one
    assert merge(A + B + one, A + B + other).data.decode() == A + B + other + one


def test_a_deletion_on_one_side_counts_unless_the_other_one_changed_the_memory() -> None:
    assert merge(A + C, A + B + C.replace("花生", "虾"), A + B + C).data.decode() == A + C.replace(
        "花生", "虾"
    )
    changed = B.replace("养了年糕", "养了两只猫")
    assert merge(A + C.replace("花生", "虾"), A + changed + C, A + B + C).data.decode() == (
        A + changed + C.replace("花生", "虾")
    )


def test_without_an_ancestor_nothing_is_taken_for_deleted() -> None:
    assert merge(A + C, A + B).data.decode() == A + B + C


def test_lines_nobody_touched_stay_byte_for_byte() -> None:
    odd = f"\ufeff\n{B}\n\n// meine Notiz\n{{broken\n"
    base = odd + A
    ours, theirs = odd + A.replace("阳光", "湖滨"), odd + A + C
    assert merge(ours, theirs, base).data.decode() == odd + A.replace("阳光", "湖滨") + C


def test_line_ends_and_a_missing_last_one() -> None:
    base = (A + B).replace("\n", "\r\n")
    ours = base + C.rstrip("\n")
    theirs = base + '{"id":"m0","content":"x"}'
    merged = merge(ours, theirs, base).data.decode()
    assert merged == base + '{"id":"m0","content":"x"}\r\n' + C.replace("\n", "\r\n")


def test_who_alone_put_lines_into_another_order_is_followed() -> None:
    theirs = A + B + C + '{"id":"m4","content":"d"}\n'
    assert merge(C + A + B, theirs, A + B + C).data.decode().startswith(C + A + B)


def test_contradicting_orders_end_the_same_everywhere() -> None:
    merged = merge(A + B + C + '{"id":"m4","content":"d"}\n', C + B + A + '{"id":"m5","content":"e"}\n')
    assert sorted(said(merged.data)) == ["m1", "m2", "m3", "m4", "m5"]


def test_a_memory_that_stands_twice_is_left_alone_where_nobody_touched_it() -> None:
    twice = A + A.replace("阳光", "湖滨")
    assert merge(twice + B, twice + C, twice).data.decode() == twice + B + C


def test_a_memory_that_stands_twice_and_was_changed_becomes_one() -> None:
    twice = A + A.replace("阳光", "湖滨")
    merged = merge(twice, A.replace("阳光", "西湖") + C)
    assert merged.data.decode().count('"m1"') == 1
    contents = {each.memory.content for each in merged.lost} | {
        line.split('"')[7] for line in merged.data.decode().splitlines()
    }
    assert {"家在阳光小区", "家在湖滨小区", "家在西湖小区"} <= contents


def test_what_is_in_the_archive_counts_as_over() -> None:
    live = A.replace("}", ', "status": "active", "updated_at": "2026-01-01"}')
    over = A.replace("}", ', "status": "superseded"}')
    merged = merge_records(live.encode(), over.encode(), defaults=DEFAULTS, archived=True)
    assert '"active"' in merged.data.decode()


@pytest.mark.parametrize("data", ["<<<<<<< HEAD\n" + A + "=======\n" + B + ">>>>>>> x\n", "a\0b\0c\0\n\0"])
def test_what_is_not_understood_is_not_merged(data: str) -> None:
    with pytest.raises(CannotMerge):
        merge_records(data.encode(), A.encode(), defaults=DEFAULTS)


def test_versions_that_lost_stand_at_the_end_in_the_order_of_their_ids() -> None:
    old, older = (version({"id": "m1", "content": content}) for content in ("家在城北", "家在城南"))
    data = (A + B.rstrip("\n")).encode()
    one = with_lost(with_lost(data, [old], defaults=DEFAULTS), [older], defaults=DEFAULTS)
    two = with_lost(with_lost(data, [older], defaults=DEFAULTS), [old], defaults=DEFAULTS)
    assert one == two
    assert one.startswith((A + B).encode())
    kept = [json.loads(each) for each in one.splitlines()[2:]]
    assert sorted(each["content"] for each in kept) == ["家在城北", "家在城南"]
    assert [each["id"] for each in kept] == sorted(each["id"] for each in kept)
    assert with_lost(one, [old, older], defaults=DEFAULTS) == one
    assert with_lost(data, (), defaults=DEFAULTS) == data
