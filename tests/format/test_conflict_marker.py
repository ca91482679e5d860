from __future__ import annotations

from vault.format.conflict_marker import Conflicts, find_conflicts
from vault.format.decode import split_lines


def conflicts(text: str, *, only_whole: bool = False) -> Conflicts:
    return find_conflicts(split_lines(text.encode()), only_whole=only_whole)


def test_both_sides_stay_and_markers_do_not() -> None:
    text = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> theirs\nd\n"
    assert conflicts(text) == Conflicts((2,), frozenset({2, 4, 6}), frozenset())


def test_the_common_ancestor_belongs_to_neither_side() -> None:
    text = "<<<<<<< HEAD\r\na\r\n||||||| 1234567\r\nb\r\nc\r\n=======\r\nd\r\n>>>>>>> x"
    assert conflicts(text) == Conflicts((1,), frozenset({1, 3, 6, 8}), frozenset({4, 5}))


def test_two_conflicts() -> None:
    text = "<<<<<<< a\n=======\nx\n>>>>>>> b\n" * 2
    assert conflicts(text).openings == (1, 5)


def test_a_half_removed_conflict_still_counts_in_jsonl() -> None:
    found = conflicts("a\n=======\nb\n>>>>>>> x\n")
    assert found == Conflicts((2, 4), frozenset({2, 4}), whole=False)


def test_but_in_markdown_only_a_whole_one_counts() -> None:
    assert conflicts("Title\n=======\n>>>>>>> x\n", only_whole=True) == Conflicts()
    assert conflicts("<<<<<<< a\n=======\n>>>>>>> b\n", only_whole=True).openings == (1,)


def test_what_only_resembles_a_marker() -> None:
    assert conflicts(" <<<<<<< a\n<<<<<<<<\n========\n>>>>>>>x\n") == Conflicts()


def test_a_conflict_within_another_one_is_part_of_it() -> None:
    text = "<<<<<<< a\n<<<<<<< b\n1\n=======\n2\n>>>>>>> b\n=======\n3\n>>>>>>> a\n"
    for only_whole in (True, False):
        found = conflicts(text, only_whole=only_whole)
        assert (found.openings, found.markers) == ((1,), frozenset({1, 2, 4, 6, 7, 9}))
        assert found.whole


def test_a_conflict_within_the_ancestor_belongs_to_neither_side() -> None:
    text = "<<<<<<< a\n1\n||||||| o\n<<<<<<< x\n0\n=======\n00\n>>>>>>> y\n=======\n2\n>>>>>>> b\n"
    found = conflicts(text)
    assert found.openings == (1,)
    assert {5, 7} <= found.base


def test_an_opening_without_its_parts_does_not_hide_the_conflict_around_it() -> None:
    text = "<<<<<<< a\n1\n=======\n<<<<<<< quoted\n2\n>>>>>>> b\n"
    found = conflicts(text, only_whole=True)
    assert (found.openings, found.markers) == ((1,), frozenset({1, 3, 6}))
    assert not conflicts(text).whole


def test_an_underlined_heading_in_a_side_leaves_a_doubt() -> None:
    text = "<<<<<<< a\nTitle\n=======\nx\n=======\ny\n>>>>>>> b\n"
    found = conflicts(text, only_whole=True)
    assert (found.openings, found.doubtful, found.markers) == ((1,), (1,), frozenset({1, 7}))
    assert conflicts("Title\n=======\n" * 3, only_whole=True) == Conflicts()
