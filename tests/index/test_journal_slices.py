"""Conversations are cut into overlapping windows of whole turns."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from vault.format.turn_line import LocatedTurn
from vault.index.journal_slices import MOST, TURNS, slice_journal
from vault.index.record import StoredRecord
from vault.model.turn import Turn

START = datetime(2026, 11, 20, 9, tzinfo=timezone.utc)


def turn(number: int, content: str, session: str = "s1", user: str = "u") -> LocatedTurn:
    role = "user" if number % 2 else "assistant"
    at = START + timedelta(minutes=number)
    return LocatedTurn(Turn(session, number, role, content, at, user_id=user), number)


def slices(turns: Sequence[LocatedTurn], language: str = "zh") -> tuple[StoredRecord, ...]:
    return slice_journal(turns, path="journal/a.jsonl", language=language)  # type: ignore[arg-type]


def test_a_short_session_is_one_slice_with_speakers() -> None:
    (one,) = slices([turn(1, "热水器又报 E4 了"), turn(2, "记下了，周三来修。")])
    assert one.text == "用户：热水器又报 E4 了\n助手：记下了，周三来修。"
    assert (one.type, one.line, one.session_id, one.user_id) == ("message", 1, "s1", "u")
    assert (one.created_at, one.updated_at) == (START + timedelta(minutes=1), START + timedelta(minutes=2))


def test_turns_without_a_text_are_in_no_slice() -> None:
    assert slices([turn(1, "[已擦除]"), turn(2, "[erased]")]) == ()
    (one,) = slices([turn(1, "[已擦除]"), turn(2, "记下了，周三来修。")])
    assert (one.text, one.message_ids) == ("助手：记下了，周三来修。", ("2",))


def test_a_slice_knows_its_messages() -> None:
    found = slices([turn(number, f"第{number}句") for number in range(1, 10)])
    assert [one.message_ids for one in found] == [
        ("1", "2", "3", "4", "5", "6"),
        ("6", "7", "8", "9"),
    ]
    assert {one.message_ids for one in slices([turn(3, "这是一句话。" * 400)])} == {("3",)}


def test_speakers_are_named_in_the_language_of_the_vault() -> None:
    (one,) = slices([turn(1, "Hello"), turn(2, "Hi")], language="en")
    assert one.text == "User: Hello\nAssistant: Hi"


def test_slices_have_six_turns_and_share_one() -> None:
    found = slices([turn(number, f"第{number}句") for number in range(1, 15)])
    assert [one.text.count("\n") + 1 for one in found] == [6, 6, 4]
    assert [one.line for one in found] == [1, 6, 11]
    for first, second in pairwise(found):
        assert first.text.splitlines()[-1] == second.text.splitlines()[0]


def test_long_turns_make_shorter_windows() -> None:
    found = slices([turn(number, "很长的话。" * 60) for number in range(1, 7)])
    assert len(found) == 3
    assert all(len(one.text) <= MOST for one in found)


def test_a_turn_longer_than_a_slice_is_cut_at_sentences() -> None:
    found = slices([turn(1, "这是一句话。" * 400)])
    assert len(found) > 2
    for one in found:
        assert one.text.startswith("用户：这是")
        assert one.text.endswith("。")
        assert len(one.text) <= MOST


def test_sessions_and_users_are_kept_apart() -> None:
    found = slices([
        turn(1, "甲一", "a"), turn(2, "乙一", "b"), turn(3, "甲二", "a"), turn(4, "丙", "a", user="other"),
    ])  # fmt: skip
    assert [one.text for one in found] == ["用户：甲一\n用户：甲二", "助手：乙一", "助手：丙"]
    assert [one.user_id for one in found] == ["u", "u", "other"]


def test_appending_changes_the_last_slice_only() -> None:
    turns = [turn(number, f"第{number}句") for number in range(1, 13)]
    before, after = slices(turns), slices([*turns, turn(13, "又一句")])
    assert before[:-1] == after[: len(before) - 1]
    assert [one.id for one in before] == [one.id for one in after[: len(before)]]


def test_ids_do_not_depend_on_the_place() -> None:
    turns = [turn(1, "一"), turn(2, "二")]
    moved = [LocatedTurn(each.turn, each.line + 7) for each in turns]
    (here,), (there,) = slices(turns), slice_journal(moved, path="journal/b.jsonl", language="zh")
    assert here.id == there.id


def test_nothing_said_gives_nothing() -> None:
    assert slices([]) == ()


CONTENTS = st.lists(
    st.text(st.sampled_from("我们去吃饭。，好 \n👨\u200d👩\u200d👧a"), min_size=1, max_size=40).map(
        lambda t: t * 8
    ),
    min_size=1,
    max_size=30,
)


@given(CONTENTS)
def test_every_turn_is_in_a_slice_in_order_and_within_bounds(contents: list[str]) -> None:
    turns = [turn(number, content) for number, content in enumerate(contents, 1)]
    found = slices(turns)
    joined = "\n".join(one.text for one in found)
    for each in turns:
        for line in each.turn.content.split():
            assert line in joined or len(each.turn.content) > MOST - 3
    assert all(len(one.text) <= MOST for one in found)
    assert [one.line for one in found] == sorted(one.line for one in found)
    assert len({one.id for one in found}) == len(found)


@given(st.integers(1, 60))
def test_windows_never_hold_more_than_six_turns(count: int) -> None:
    found = slices([turn(number, f"第{number}句") for number in range(1, count + 1)])
    assert all(one.text.count("\n") + 1 <= TURNS for one in found)
    assert found[-1].text.endswith(f"第{count}句")
