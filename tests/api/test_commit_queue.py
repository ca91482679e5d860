from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

from tests.history.repositories import start
from vault.api.commit_message import Action, by_conversation
from vault.api.commit_queue import read_queue, write_queue
from vault.history.commit import FileWrite
from vault.history.git import open_repository

NOW = datetime(2026, 11, 30, 12, 0, 0, 250_000, tzinfo=timezone.utc)
ACTION = Action(
    "capture",
    NOW,
    "laptop",
    (FileWrite("facts/年糕.jsonl", None, "猫\n".encode()), FileWrite("facts/b.jsonl", b"x\r\n", None)),
    waits=True,
    reasons={"mem_a": "same-slot"},
)


def test_what_waits_is_read_as_it_was_written(tmp_path: Path) -> None:
    repository = open_repository(start(tmp_path / "vault").root)
    file = tmp_path / "state/queue.jsonl"
    assert read_queue(file, repository) == []
    write_queue(file, [ACTION, ACTION], repository)
    assert read_queue(file, repository) == [ACTION, ACTION]
    assert "猫" not in file.read_text(encoding="utf-8")
    write_queue(file, [], repository)
    assert not file.exists()


def test_what_cannot_be_read_any_more_is_passed_over(tmp_path: Path) -> None:
    repository = open_repository(start(tmp_path / "vault").root)
    file = tmp_path / "queue.jsonl"
    write_queue(file, [ACTION], repository)
    text = file.read_text(encoding="utf-8")
    blob = repository.git.run("hash-object", "--stdin", data="猫\n".encode()).decode().strip()
    file.write_text("{broken\n[]\n" + text.replace(blob, "0" * 40) + text, encoding="utf-8")
    assert read_queue(file, repository) == [ACTION]


def test_conversations_are_committed_together_and_other_actions_alone() -> None:
    other = Action("forget", NOW, "laptop", ())
    groups = list(by_conversation([ACTION, ACTION, other, other, ACTION]))
    assert [len(each) for each in groups] == [2, 1, 1, 1]
