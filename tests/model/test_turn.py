from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

from vault.model.tombstone import ERASED
from vault.model.turn import Turn, place_digest, session_digest, turn_digest

TURN = Turn("s1", 3, "user", "我养了一只猫", datetime(2026, 11, 29, tzinfo=timezone.utc), "lin")


def test_a_turn_is_known_again_whenever_it_is_said_to_have_been() -> None:
    assert turn_digest(TURN) == turn_digest(replace(TURN, at=None, agent_id="a", channel="c"))


def test_another_turn_is_another_one() -> None:
    others = (
        replace(TURN, session_id="s2"),
        replace(TURN, turn=4),
        replace(TURN, role="assistant"),
        replace(TURN, content="我养了一只狗"),
        replace(TURN, user_id="mei"),
    )
    assert len({turn_digest(turn) for turn in (TURN, *others)}) == len(others) + 1


def test_a_session_is_a_users() -> None:
    assert session_digest(TURN) == session_digest(replace(TURN, turn=9, content="嗯", role="assistant"))
    assert session_digest(TURN) != session_digest(replace(TURN, user_id="mei"))


def test_an_erased_turn_is_known_by_its_place() -> None:
    for erasure in ERASED.values():
        assert turn_digest(replace(TURN, content=erasure)) == place_digest(TURN)
    assert turn_digest(TURN) != place_digest(TURN)
