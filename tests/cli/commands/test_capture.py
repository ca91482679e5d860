from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.api.conftest import Place
from vault.api import capture as capturing
from vault.api.resources import Resources

TALK = (
    {"session_id": "s", "turn": 1, "role": "user", "content": "我叫阿杰", "at": "2026-11-30T11:00:00+08:00"},
    {"session_id": "s", "turn": 2, "role": "assistant", "content": "你好"},
    {
        "session_id": "s",
        "turn": 3,
        "role": "user",
        "content": "我不吃香菜",
        "at": "2026-11-30T11:00:09+08:00",
    },
)


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch, place: Place) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-30T12:00:00+08:00")
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    monkeypatch.setenv("MEMVAULT_DIR", str(place.root))


@pytest.fixture
def capture(cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Run `memvault capture` with lines on stdin; the process in the background is only noted."""
    started: list[Resources] = []
    monkeypatch.setattr(capturing, "extract_detached", started.append)

    def invoke(*options: str, lines: tuple[Any, ...] = TALK) -> Any:
        texts = (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
        data = io.BytesIO("\n".join(texts).encode())
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=data, isatty=lambda: False))
        ran = cli("capture", *options)
        return SimpleNamespace(code=ran.code, out=ran.out, err=ran.err, started=len(started), ran=ran)

    return invoke


def test_a_conversation_is_journalled_and_left_to_the_background(capture: Any, place: Place) -> None:
    done = capture("--json")
    assert (done.code, done.started) == (0, 1)
    assert done.ran.document == {
        "journalled": 3,
        "known": 0,
        "skipped": 0,
        "places": [{"path": "journal/mac/2026/2026-11-30.jsonl", "line": 1, "count": 3}],
        "pending": 3,
        "problems": [],
    }
    assert not list(place.root.glob("facts/auto/**/*.jsonl"))


def test_now_waits_and_prints_what_it_gave(capture: Any) -> None:
    extracted = capture("--now", "--json").ran.document["extracted"]
    assert (extracted["turns"], extracted["failed"]) == (3, 0)
    assert [(each["action"], each["content"]) for each in extracted["remembered"]] == [
        ("added", "用户叫阿杰"),
        ("added", "用户不吃香菜"),
    ]
    assert [each["content"] for each in extracted["summaries"]] == [
        "用户事实：用户叫阿杰。情绪与偏好：用户不吃香菜。"
    ]


def test_for_people(capture: Any) -> None:
    first = capture()
    assert first.out.splitlines() == ["已写入对话 3 条；早已有的 0 条，没有内容的 0 条"]
    assert "memvault capture --pending" in first.err
    again = capture("--now")
    assert again.out.splitlines()[:3] == [
        "已写入对话 0 条；早已有的 3 条，没有内容的 0 条",
        "从 3 条对话中提取了 2 条记忆",
        next(line for line in again.out.splitlines() if "用户叫阿杰" in line),
    ]


def test_pending_reads_nothing_and_does_what_waits(capture: Any) -> None:
    capture()
    done = capture("--pending", "--json", lines=("not read",))
    assert done.code == 0
    assert done.ran.document["extracted"]["turns"] == 3
    assert capture("--pending", "--json").ran.document["extracted"]["turns"] == 0


def test_bad_lines_are_named_and_the_others_kept(capture: Any) -> None:
    done = capture("--json", lines=("{", TALK[0]))
    assert done.code == 1
    assert done.ran.document["journalled"] == 1
    assert [each["code"] for each in done.ran.document["problems"]] == ["broken-json"]
    assert "stdin:1:" in capture(lines=("{",)).err


def test_the_session_of_turns_without_one(capture: Any, place: Place) -> None:
    capture("--session", "today", lines=('{"role": "user", "content": "你好"}',))
    (path,) = place.root.glob("journal/mac/**/*.jsonl")
    assert json.loads(path.read_text(encoding="utf-8"))["session_id"] == "today"


def test_a_user_is_named_or_the_vaults(capture: Any, place: Place) -> None:
    capture("--user", "mei")
    (path,) = place.root.glob("journal/mac/**/*.jsonl")
    assert '"user_id": "mei"' in path.read_text(encoding="utf-8")
    done = capture("--user", "stranger", "--json")
    assert (done.code, done.ran.document["error"]["code"]) == (2, "unknown-user")
