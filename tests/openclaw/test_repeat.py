"""Memories that are told once a session while they are unchanged: the real gateway, set to `repeat: "session"`."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.openclaw.conftest import Scene, running_scene
from tests.openclaw.gateway import until
from tests.openclaw.installation import Installation

pytestmark = pytest.mark.timeout(300)
DINNER = "推荐今天的晚饭"


@pytest.fixture(scope="module")
def told_once(
    installation: Installation, models_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("told-once")
    with running_scene(installation, models_dir, folder, repeat="session") as scene:
        yield scene


def test_a_memory_is_told_once_a_session_while_it_is_unchanged(told_once: Scene) -> None:
    assert told_once.turn("我住在阳光小区，完全不能吃香菜。", "a").block == ""
    until(lambda: told_once.person.facts("香菜"), "the fact was extracted")
    sessions = (f"early-{number}" for number in itertools.count())
    until(lambda: "香菜" in told_once.turn(DINNER, next(sessions)).block, "what was written is indexed")

    assert "完全不能吃香菜" in told_once.turn(DINNER, "b").block
    assert told_once.turn("今天天气怎么样", "b").block == ""
    again = told_once.turn(DINNER, "b")
    assert again.block == ""
    assert "香菜" not in json.dumps(again.body["messages"], ensure_ascii=False), "nor anywhere else"
    assert told_once.status()["recall"]["said"] >= 1, "which the state tells"
    assert "完全不能吃香菜" in told_once.turn(DINNER, "c").block, "another session has been told nothing"


def test_what_was_edited_is_told_again(told_once: Scene) -> None:
    path = next(
        each for each in told_once.person.root.glob("facts/**/*.jsonl") if "香菜" in each.read_text("utf-8")
    )
    path.write_text(
        path.read_text("utf-8").replace("完全不能吃香菜", "完全不能吃香菜和芹菜"), encoding="utf-8"
    )
    until(lambda: "芹菜" in told_once.turn(DINNER, "b").block, "the new text")
    assert told_once.turn(DINNER, "b").block == ""


def test_a_session_that_begins_anew_is_told_again(told_once: Scene) -> None:
    told_once.gateway.call("sessions.reset", key="agent:main:b")
    assert "芹菜" in told_once.turn(DINNER, "b").block
