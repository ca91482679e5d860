"""A thing that was said, learned, recalled, put into the profile and saved in git is erased, and stays away."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Isolated
from tests.journeys.conftest import command, until

SAID = "我准备下个月迁居到杭州滨江区"
TURNS = (
    {
        "session_id": "s1",
        "turn": 1,
        "role": "user",
        "content": f"记住：{SAID}，先别告诉我妈",
        "at": "2026-11-29T02:00:00Z",
    },
    {"session_id": "s1", "turn": 2, "role": "assistant", "content": "好的，迁居到杭州滨江区，我记住了。"},
    {
        "session_id": "s1",
        "turn": 3,
        "role": "user",
        "content": "我喜欢喝手冲咖啡",
        "at": "2026-11-29T02:01:00Z",
    },
)
TRACES = ("滨江", "迁居", "别告诉")


def run(root: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(root, *arguments),
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )


def answer(root: Path, *arguments: str, stdin: str = "") -> dict[str, Any]:
    done = run(root, "--json", *arguments, stdin=stdin)
    assert done.stdout, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert "error" not in found, found
    return found


def git(root: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "commit.gpgsign=false")
    done = subprocess.run(
        ["git", "-C", str(root), *identity, *arguments], check=True, capture_output=True, encoding="utf-8"
    )
    return done.stdout.strip()


def held(*folders: Path) -> list[str]:
    """Files with a trace in them: as it is, escaped or in UTF-16; git's packed objects and models aside."""
    forms = [
        form
        for text in TRACES
        for form in (text.encode(), json.dumps(text)[1:-1].encode(), text.encode("utf-16-le"))
    ]
    found = []
    for folder in folders:
        for path in folder.rglob("*"):
            apart = {".git", "models"} & set(path.relative_to(folder).parts)
            if not apart and path.is_file() and any(form in path.read_bytes() for form in forms):
                found.append(str(path))
    return found


@pytest.mark.timeout(300)
def test_what_was_erased_is_in_no_byte_and_a_replay_does_not_bring_it_back(
    tmp_path: Path, with_model: Path, isolated: Isolated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-30T04:00:00Z")
    monkeypatch.setenv("MEMVAULT_DEVICE", "pi")
    root = tmp_path / "vault"
    made = subprocess.run(
        [sys.executable, "-m", "vault", "--user", "lin", "init", str(root), "--git", "--timezone", "Asia/Shanghai"],
        capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    lines = "".join(json.dumps(turn, ensure_ascii=False) + "\n" for turn in TURNS)
    answer(root, "capture", "--now", stdin=lines)
    run(root, "reflect", "--day", "2026-11-29")
    learned = [each for each in answer(root, "list")["memories"] if "滨江" in each["content"]]
    ids = [each["id"] for each in learned if each["type"] not in ("note", "message")]
    assert ids, learned
    assert answer(root, "recall", "我打算搬到哪里")["hits"]
    git(root, "add", "-A")
    git(root, "commit", "-qm", "learned")
    saved = git(root, "rev-parse", "HEAD")
    everywhere = (root, isolated.cache, isolated.state, isolated.config)
    assert len(held(*everywhere)) >= 3, "else this proves nothing"

    watch = subprocess.Popen(command(root, "watch"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: answer(root, "status")["watcher"]["alive"], "the watcher is alive")
        done = run(root, "--json", "forget", ids[0], "--erase", "--yes")
        report = json.loads(done.stdout)
        assert done.returncode == 1, done.stderr
        assert (report["left"], report["failed"], report["faults"], report["unread"]) == ([], [], [], [])
        assert [each["id"] for each in report["git"]["commits"]] == [saved]
        until(lambda: held(*everywhere) == [], f"nothing is held: {held(*everywhere)}")
    finally:
        watch.terminate()
        watch.wait(timeout=30)

    assert not [hit for hit in answer(root, "recall", "我打算搬到哪里")["hits"] if "滨江" in hit["content"]]
    assert [hit["content"] for hit in answer(root, "recall", "喜欢喝什么")["hits"]]
    captured = answer(root, "capture", "--now", stdin=lines)
    assert captured["journalled"] == 0
    run(root, "reflect", "--day", "2026-11-29")
    assert held(*everywhere) == []
    assert answer(root, "check")["problems"] == []
    assert os.environ["MEMVAULT_CACHE"] == str(isolated.cache)
