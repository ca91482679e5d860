from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

from vault.model.memory import Memory, Source
from vault.model.turn import Turn
from vault.plugin_api.proposal_check import not_covered, sound_proposals
from vault.plugin_api.values import Conversation, Proposed

AT = datetime(2026, 11, 30, tzinfo=timezone.utc)
TURNS = (
    Turn("s", 1, "user", "我家住在Hangzhou 西湖边", AT, "lin"),
    Turn("s", 2, "assistant", "好的", AT, "lin"),
    Turn("other", 1, "user", "我养了猫", AT, "lin"),
)
TALK = Conversation(TURNS, frozenset({0, 2}), "lin")


def proposed(
    content: str = "用户住在西湖边", evidence: str = "住在ＨＡＮＧＺＨＯＵ西湖边", **fields: Any
) -> Proposed:
    source = fields.pop("source", Source(session_id="s", message_ids=("1",)))
    explicit = fields.pop("explicit", False)
    return Proposed(Memory("prov_x", content, source=source, **fields), evidence, explicit)


def test_a_quote_counts_whatever_its_width_case_and_blanks() -> None:
    (kept,) = sound_proposals([proposed()], TALK)
    assert kept.memory.content == "用户住在西湖边"


@pytest.mark.parametrize(
    "false",
    [
        proposed(evidence="我住在上海"),
        proposed(evidence=""),
        proposed(evidence="我养了猫"),
        proposed(source=Source(session_id="other", message_ids=("1",))),
        proposed(source=Source(session_id="s", message_ids=("9",))),
        proposed(source=Source()),
        proposed(source=None),
        proposed(content="  "),
        proposed(content="长" * 3000),
        proposed(type="note"),
        proposed(importance=7.0),
        proposed(importance="high"),
        proposed(tags="茶"),
        proposed(tags=(1,)),
        proposed(key=None),
        proposed(occurred_at="2026-11-30"),
        proposed(relations=("mem_1",)),
        proposed(source=Source(session_id="s", message_ids=(["1"],))),  # type: ignore[arg-type]
        proposed(confidence=float("nan")),
        "no proposal",
        Proposed("no memory", "我家"),  # type: ignore[arg-type]
    ],
)
def test_what_quotes_nothing_or_is_nothing_is_dropped(false: Any) -> None:
    assert sound_proposals([false], TALK) == ()


def test_it_belongs_to_the_user_of_the_conversation_whatever_it_says() -> None:
    (kept,) = sound_proposals([proposed(user_id="mei", namespace="x", status="forgotten")], TALK)
    memory = kept.memory
    assert (memory.user_id, memory.namespace, memory.status) == ("lin", "default", "active")
    assert memory.provisional
    assert memory.id.startswith("prov_")
    assert memory.id != "prov_x"


def test_wishes_that_others_passed_over_are_found() -> None:
    wish = proposed(evidence="我家住在Hangzhou", explicit=True)
    said = proposed(evidence="我家住在")
    assert not_covered([wish], []) == (wish,)
    assert not_covered([wish], [said]) == ()
    assert not_covered([wish], [proposed(evidence="我家住在hangzhou 西湖边")]) == ()
    assert not_covered([said], []) == ()
