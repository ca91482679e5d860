from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from vault.api.reflection_state import ReflectionState, load_state, origin_of, save_state, state_path
from vault.files.scan import FileSeen
from vault.model.memory import Memory, Source

DAY = date(2026, 11, 29)


def seen(path: str, size: int = 3) -> FileSeen:
    return FileSeen(path, "turns", size, 7, (0, 0))


def test_it_comes_back_as_it_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "reflect/v.json"
    state = ReflectionState()
    state.finish("林", DAY)
    state.propose("林", DAY, ["a", "b"])
    state.settle(seen("journal/a.jsonl"))
    save_state(path, state)
    assert load_state(path) == state
    assert [each.name for each in path.parent.iterdir()] == ["v.json"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", '{"done": {"lin": "gestern"}, "proposed": {}, "settled": {}}', '{"done": 1}'],
)
def test_what_cannot_be_read_counts_as_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "v.json"
    assert load_state(path) == ReflectionState()
    path.write_text(text, "utf-8")
    assert load_state(path) == ReflectionState()


def test_where_it_cannot_be_saved_it_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "reflect").write_text("in the way", "utf-8")
    save_state(tmp_path / "reflect/v.json", ReflectionState())


def test_days_are_done_up_to_the_latest() -> None:
    state = ReflectionState()
    state.finish("lin", DAY)
    state.finish("lin", DAY - timedelta(days=3))
    assert state.done == {"lin": DAY}


def test_only_the_last_days_are_kept(tmp_path: Path) -> None:
    state = ReflectionState()
    for back in range(100):
        state.propose("lin", DAY - timedelta(days=back), ["a"])
    save_state(tmp_path / "v.json", state)
    kept = load_state(tmp_path / "v.json")
    assert kept.has_proposed("lin", DAY, "a")
    assert not kept.has_proposed("lin", DAY - timedelta(days=99), "a")
    assert not kept.has_proposed("mei", DAY, "a")


def test_a_file_that_changed_is_no_longer_settled() -> None:
    state = ReflectionState()
    for name in ("a", "b", "c"):
        state.settle(seen(name))
    assert state.is_settled(seen("a"))
    assert not state.is_settled(seen("a", size=4))
    state.forget_changed([seen("a"), seen("b", size=4)])
    assert list(state.settled) == ["a"]


def test_a_fact_is_told_by_its_place_and_not_by_its_words() -> None:
    fact = Memory("x", "用户对花生过敏", source=Source(session_id="s1", message_ids=("3",)))
    other_words = Memory("y", "用户对海鲜过敏", source=Source(session_id="s1", message_ids=("3",)))
    elsewhere = Memory("x", "用户对花生过敏", source=Source(session_id="s1", message_ids=("4",)))
    assert origin_of(fact) == origin_of(other_words)
    assert origin_of(fact) != origin_of(elsewhere)
    assert origin_of(Memory("x", "用户对花生过敏"))


def test_each_vault_and_place_has_its_own(tmp_path: Path) -> None:
    assert state_path("v", tmp_path / "a") != state_path("v", tmp_path / "b")
    assert state_path("v", tmp_path).parent.name == "reflect"
