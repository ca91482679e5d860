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
    assert conflicts("a\n=======\nb\n>>>>>>> x\n") == Conflicts((2, 4), frozenset({2, 4}), frozenset())


def test_but_in_markdown_only_a_whole_one_counts() -> None:
    assert conflicts("Title\n=======\n>>>>>>> x\n", only_whole=True) == Conflicts()
    assert conflicts("<<<<<<< a\n=======\n>>>>>>> b\n", only_whole=True).openings == (1,)


def test_what_only_resembles_a_marker() -> None:
    assert conflicts(" <<<<<<< a\n<<<<<<<<\n========\n>>>>>>>x\n") == Conflicts()
