"""What a commit of the program says."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any, get_args

import pytest

from tests.api.conftest import Place
from vault.api.commit_message import WHYS, Action, by_conversation, message_of
from vault.api.vault import Vault
from vault.lifecycle.decay import Fading
from vault.lifecycle.supersede import ConflictReason, PlanReason

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)


def action(name: str, **facts: Any) -> Action:
    return Action(name, NOW, facts.pop("device", "mac"), (), **facts)


def said(opened: Vault, actions: list[Action], after: dict[str, bytes], **before: bytes) -> list[str]:
    return message_of(opened._resources, actions, before, after).splitlines()


def test_subject_body_and_trailers(opened: Vault, place: Place) -> None:
    line = '{"id":"m1","content":"会弹吉他","source":{"kind":"agent","session_id":"s-1","agent_id":"openclaw"}}\n'
    text = said(
        opened,
        [
            action("capture", sessions=("s-0",), waits=True, reasons={"m1": "grown"}),
            action("capture", device="phone"),
        ],
        {"facts/a.jsonl": line.encode(), "journal/mac/2026/2026-11-30.jsonl": b"{}\n{}\n"},
    )
    assert text[0].startswith("capture: 记住 1 条，对话 +2 条")
    assert text[2] == "记住：会弹吉他  [m1] ← 说得更全"
    assert text[-4:] == [
        "Memvault-Action: capture",
        "Memvault-Session: s-0, s-1",
        "Memvault-Agent: openclaw",
        "Memvault-Device: mac, phone",
    ]


def test_a_long_one_is_cut(opened: Vault) -> None:
    lines = "".join(f'{{"id":"m{n}","content":"第 {n} 件事"}}\n' for n in range(500))
    text = said(opened, [action("import" * 50)], {"facts/a.jsonl": lines.encode()})
    assert len(text[0]) <= 120
    assert text[0].endswith("…")
    assert "… 300" in text
    assert len(text) < 210


def test_what_is_no_memory_is_named(opened: Vault) -> None:
    assert said(opened, [action("")], {"notes/photo.png": b"x"})[0] == "memvault: notes/photo.png"
    assert "新笔记：notes/a.md" in said(opened, [action("reflect")], {"notes/a.md": b"# a\n"})


@pytest.mark.parametrize(
    ("waits", "groups"),
    [
        ([], []),
        ([False, False], [1, 1]),
        ([True, True, True], [3]),
        ([True, False, True, True], [1, 1, 2]),
        ([False, True, True, False], [1, 2, 1]),
    ],
)
def test_a_conversation_is_one_commit_and_each_action_another(waits: list[bool], groups: list[int]) -> None:
    actions = [action(str(number), waits=each) for number, each in enumerate(waits)]
    found = list(by_conversation(actions))
    assert [len(each) for each in found] == groups
    assert [each for group in found for each in group] == actions


@pytest.mark.parametrize("why", [*get_args(PlanReason), *get_args(ConflictReason), *get_args(Fading)])
def test_every_reason_has_its_words(why: str) -> None:
    zh, en = WHYS[why]
    assert zh
    assert en != why
