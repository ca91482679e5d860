"""Conversations that are shortened, begun anew and kept by the real gateway: nothing of them is lost."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.openclaw.conftest import OWNER, Person, Scene, make_person
from tests.openclaw.gateway import until

pytestmark = pytest.mark.timeout(300)

LONG = "那天的路很长，一路上说的都是天气和风景。" * 150
"""Longer than what a database keeps unpacked, and soon longer than what a model takes."""
THINGS = ("相册", "帐篷", "鱼竿", "棋盘", "望远镜")


def summaries(person: Person, word: str) -> list[dict[str, Any]]:
    found = person.lines("facts/**/*.jsonl")
    return [each for each in found if each.get("type") == "summary" and word in each["content"]]


def seen(scene: Scene, hook: str) -> str:
    when: str = scene.status()["hooks"].get(hook, "")
    return when


def command(scene: Scene, text: str) -> str:
    """What the gateway itself answers to its owner."""
    told = len(scene.telegram.answers(OWNER))
    scene.telegram.write(OWNER, text)
    until(lambda: len(scene.telegram.answers(OWNER)) > told, "an answer")
    return scene.telegram.answers(OWNER)[-1]


def test_a_conversation_that_grew_too_long_is_compacted_and_nothing_is_lost(scene: Scene) -> None:
    """The model refuses it as too long: the gateway sums it up and goes on, in the middle of a turn."""
    scene.turn("我住在青松小区，我对虾过敏。", "long", agent="bob")
    for thing in THINGS:
        scene.turn(f"{thing}放在储藏室里。{LONG}", "long", agent="bob")
    before = seen(scene, "before_compaction")
    number = len(scene.model.requests)
    scene.model.window = 3 * len(LONG)
    try:
        scene.gateway.say("我的自行车停在地下二层。", "long", agent="bob")
    finally:
        scene.model.window = 0
    sent = scene.model.since(number)
    assert not sent[1].tools, "the gateway had the conversation summed up"
    assert len(sent[-1].body["messages"]) < len(sent[0].body["messages"])
    assert not any("虾" in each for each in sent[-1].users), "what was said is gone from the conversation"
    assert seen(scene, "before_compaction") > before

    until(lambda: scene.person.journal("自行车"), "captured")
    said = ["虾过敏", *(f"{thing}放在储藏室" for thing in THINGS), "自行车停在"]
    assert [len(scene.person.journal(words)) for words in said] == [1] * len(said), "each once"
    until(lambda: summaries(scene.person, "青松小区"), "a summary of the session")
    dinner = scene.turn("推荐今天的晚饭", "long", agent="bob")
    assert "虾过敏" in dinner.block, "what the conversation no longer says is recalled"
    assert dinner.block.count("虾过敏") == 1


def test_a_conversation_is_compacted_when_somebody_asks_for_it(scene: Scene) -> None:
    scene.message(OWNER, "我住在松鹤路七号，我对螃蟹过敏。")
    scene.message(OWNER, f"钥匙在抽屉里。{LONG}")
    scene.message(OWNER, f"备胎在后备箱里。{LONG}")
    before = seen(scene, "before_compaction")
    assert "Compacted" in command(scene, "/compact")
    assert seen(scene, "before_compaction") > before
    until(lambda: summaries(scene.person, "松鹤路"), "a summary of the session")
    request = scene.message(OWNER, "我住在哪里")
    assert not any("松鹤路" in each for each in request.users)
    assert "松鹤路" in request.block


@pytest.mark.parametrize(("text", "word"), [("/new", "白桦"), ("/reset", "银杏")])
def test_a_session_that_is_begun_anew_goes_on_being_captured(scene: Scene, text: str, word: str) -> None:
    """The gateway keeps the session's id, and counts its messages from the beginning again."""
    scene.message(OWNER, f"我搬到了{word}路八号，我对{word}的花粉过敏。")
    before = seen(scene, "before_reset")
    command(scene, text)
    assert seen(scene, "before_reset") > before
    assert seen(scene, "session_end")
    until(lambda: summaries(scene.person, f"{word}路"), "a summary of the session")

    first = scene.message(OWNER, f"我对{word}的什么过敏")
    assert len(first.users) <= 2, "the conversation is a new one"
    assert "花粉" in first.block
    asked = len(scene.person.journal(f"我对{word}的什么过敏"))
    command(scene, text)
    scene.message(OWNER, f"我对{word}的什么过敏")
    until(
        lambda: len(scene.person.journal(f"我对{word}的什么过敏")) == asked + 1,
        "the same words at the same place of the next conversation are captured, too",
    )
    keys = Counter((each["session_id"], each["turn"], each["role"]) for each in scene.person.journal(""))
    assert max(keys.values()) == 1, "every message has a place of its own"


def test_its_conversations_are_imported(
    scene: Scene, models_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Into another vault, while the gateway runs; then into the one that has them already."""
    scene.turn("我的雨伞放在玄关。", "imported")
    until(lambda: scene.person.journal("玄关"), "captured")
    node = scene.host.installation.node.parent
    (tmp_path / "workspace").mkdir()

    def imported(person: Person, *words: str) -> dict[str, Any]:
        path = f"{node}{os.pathsep}{person.variables['PATH']}"
        person = Person(person.folder, person.root, {**person.variables, "PATH": path})
        sessions = ("--sessions", str(scene.host.state))
        done = person.run("--json", "openclaw", "import", str(tmp_path / "workspace"), *sessions, *words)
        assert done.returncode == 0, done.stderr
        told: dict[str, Any] = json.loads(done.stdout)["conversations"]
        assert told["read"] == told["kept"] + told["known"] + sum(told["skipped"].values())
        return told

    other = make_person(tmp_path, models_dir)
    trial = imported(other, "--dry-run")
    assert trial["kept"] > 0
    assert not other.lines("journal/**/*.jsonl")
    told = imported(other)
    assert (told["read"], told["kept"]) == (trial["read"], trial["kept"])
    assert other.facts("虾过敏")
    assert other.facts("自行车")
    assert len(other.journal("望远镜放在储藏室")) == 1, "long ones are unpacked"
    assert imported(other)["kept"] == 0
    assert imported(scene.person, "--dry-run")["kept"] == 0, "what was captured is known"
