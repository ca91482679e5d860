"""English words meet in one key."""

from __future__ import annotations

import pytest

from vault.index.stem import stem


@pytest.mark.parametrize(
    ("words"),
    [
        ("hike", "hikes", "hiked", "hiking"),
        ("run", "runs", "running"),
        ("plan", "plans", "planned", "planning"),
        ("memory", "memories"),
        ("box", "boxes"),
        ("watch", "watches", "watched", "watching"),
        ("agree", "agrees", "agreed", "agreeing"),
        ("call", "calls", "called", "calling"),
        ("cat", "cats"),
        ("study", "studies", "studied", "studying"),
    ],
)
def test_forms_of_a_word_share_a_key(words: tuple[str, ...]) -> None:
    assert len({stem(word) for word in words}) == 1


@pytest.mark.parametrize("word", ["bus", "this", "glass", "ring", "bed", "red", "2026s", "café", "猫", "as"])
def test_what_is_no_ending_stays(word: str) -> None:
    assert stem(word) == word


@pytest.mark.parametrize(
    ("one", "other"), [("sing", "sin"), ("string", "str"), ("bleed", "blee"), ("need", "ne"), ("feed", "fed")]
)
def test_different_words_stay_different(one: str, other: str) -> None:
    assert stem(one) != stem(other)
