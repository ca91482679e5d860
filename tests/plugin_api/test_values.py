from __future__ import annotations

from vault.model.turn import Turn
from vault.plugin_api.values import Conversation, Recalled


def test_which_turns_are_new() -> None:
    turns = (Turn("s", 1, "user", "a", None), Turn("s", 2, "user", "b", None))
    talk = Conversation(turns, frozenset({1}), "lin")
    assert talk.is_new("s", 2)
    assert not talk.is_new("s", 1)
    assert not talk.is_new("t", 2)
    assert talk.now.tzinfo is not None


def test_a_hit_is_told_from_others_by_its_place() -> None:
    first, second = (Recalled("note_1", "note", "x", 0.5, 1.0, path="notes/a.md", line=n) for n in (1, 9))
    assert first.place != second.place
