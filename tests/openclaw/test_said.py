from __future__ import annotations

from datetime import datetime, timezone

from vault.model.turn import Turn
from vault.openclaw.said import Unsaid, turns_of


def message(role: str, content: object, **more: object) -> dict[str, object]:
    return {"type": "message", "message": {"role": role, "content": content, **more}}


def sent_by(sender: str, *, owner: bool = False) -> dict[str, object]:
    return {"senderId": sender, "senderIsOwner": owner, "transport": {"channel": "telegram"}}


def test_an_answer_goes_on_after_a_tool_was_called() -> None:
    entries = [
        {"type": "session", "id": "s1"},
        message("user", [{"type": "text", "text": "我养了一只猫"}], timestamp=1_767_871_200_000),
        message("assistant", [{"type": "text", "text": "我查一下"}, {"type": "toolCall", "name": "x"}]),
        message("toolResult", "SECRET"),
        message("assistant", [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "好的"}]),
        {"type": "compaction", "summary": "…"},
        message("user", "再见"),
        message("assistant", "NO_REPLY"),
    ]
    turns = list(turns_of(entries, "x", "main"))
    assert all(isinstance(each, Turn) for each in turns)
    said = [(each.session_id, each.role, each.content) for each in turns if isinstance(each, Turn)]
    assert said == [
        ("s1", "user", "我养了一只猫"),
        ("s1", "assistant", "我查一下\n好的"),
        ("s1", "user", "再见"),
    ]
    assert isinstance(turns[0], Turn)
    assert turns[0].at == datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc)
    assert len({each.turn for each in turns if isinstance(each, Turn)}) == 3


def test_what_is_no_turn_and_why() -> None:
    entries = [
        message("user", "System: heartbeat"),
        message("assistant", "All is well."),
        message("user", "from another session", provenance={"kind": "inter_session"}),
        message("user", [{"type": "image"}]),
        Unsaid("unreadable"),
        Unsaid("compressed"),
        "text",
        message("user", "在吗", provenance={"kind": "external_user"}),
        None,
        7,
        {"type": "message", "message": None},
    ]
    found = list(turns_of(entries, "s", "main"))
    reasons = [each.reason for each in found if isinstance(each, Unsaid)]
    assert reasons == ["machine", "machine", "empty", "unreadable", "compressed"]
    assert [each.content for each in found if isinstance(each, Turn)] == ["在吗"]


def test_only_the_owner_is_meant_unless_somebody_is_named() -> None:
    entries = [
        message("user", "我自己说的"),
        message("user", "主人说的", __openclaw=sent_by("1", owner=True)),
        message("user", "别人说的", __openclaw=sent_by("111")),
        message("assistant", "回答别人的"),
    ]
    found = list(turns_of(entries, "s", "main"))
    assert [each.content for each in found if isinstance(each, Turn)] == ["我自己说的", "主人说的"]
    assert [each for each in found if isinstance(each, Unsaid)] == [Unsaid("somebody-else", "111")]
    named = [each for each in turns_of(entries, "s", "main", ("111",)) if isinstance(each, Turn)]
    assert [(each.content, each.channel) for each in named] == [("别人说的", "telegram"), ("回答别人的", "")]
