"""What git took out comes back once, and nothing that was erased does."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from tests.api.conftest import Place
from tests.api.under_git import put_under_git
from tests.history.repositories import Copy, line
from tests.stand_in_model import StandInModel
from vault.api.commit_message import Action
from vault.api.give_back import give_back
from vault.api.open import open_vault
from vault.files.lock import write_lock
from vault.history.commit import FileWrite
from vault.history.git import open_repository
from vault.model.tombstone import ERASED

NOW = datetime.now(timezone.utc)
GUITAR = {"id": "mem_guitar", "user_id": "lin", "content": "会弹吉他"}
ERASURE = {**GUITAR, "content": ERASED["zh"], "status": "forgotten"}


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    return put_under_git(place, monkeypatch)


def given_back(copy: Copy, model: StandInModel, *writes: FileWrite) -> tuple[str, ...]:
    waiting = [Action("remember", NOW, "laptop", writes)]
    with (
        open_vault(copy.root, model=model) as vault,
        write_lock(vault._resources.write_lock, 5.0) as lock,
    ):
        return give_back(vault._resources, open_repository(copy.root), waiting, lock)


def guitar(path: str) -> FileWrite:
    return FileWrite(path, None, line(GUITAR).encode())


def test_it_is_found_at_once(copy: Copy, model: StandInModel) -> None:
    assert given_back(copy, model, guitar("facts/new.jsonl")) == ()
    assert copy.read("facts/new.jsonl") == line(GUITAR)
    with open_vault(copy.root, model=model) as vault:
        assert [each.content for each in vault.recall("会弹吉他").hits][:1] == ["会弹吉他"]


def test_what_has_a_tombstone_stays_away_and_the_rest_comes(copy: Copy, model: StandInModel) -> None:
    copy.remember("archive/phone/2026-11.jsonl", ERASURE)
    swim = FileWrite("facts/swim.jsonl", None, line({"id": "mem_swim", "content": "会游泳"}).encode())
    given_back(copy, model, guitar("facts/new.jsonl"), swim)
    assert not (copy.root / "facts/new.jsonl").exists()
    assert "会游泳" in copy.read("facts/swim.jsonl")


def test_a_file_that_was_removed_goes_again(copy: Copy, model: StandInModel) -> None:
    copy.remember("facts/old.jsonl", GUITAR)
    copy.commit("old")
    given_back(copy, model, FileWrite("facts/old.jsonl", line(GUITAR).encode(), None))
    assert not (copy.root / "facts/old.jsonl").exists()


def test_what_could_not_come_back_is_told_until_it_is_settled(copy: Copy, model: StandInModel) -> None:
    copy.git("bisect", "start")
    with open_vault(copy.root, model=model) as vault:
        vault.pin("mem_tea")
    copy.git("reset", "--hard", "--quiet")
    copy.git("bisect", "reset")
    edited = copy.read("facts/all.jsonl").replace("龙井", "碧螺春")
    copy.write("facts/all.jsonl", edited)
    with open_vault(copy.root, model=model) as vault:
        vault._resources.commits.flush()
        assert copy.read("facts/all.jsonl") == edited
        assert "facts/all.jsonl" in told(vault.doctor())
        copy.git("checkout", "--", "facts/all.jsonl")
        assert "took out" not in told(vault.doctor())


def told(diagnosis: object) -> str:
    return "".join(each.message for each in diagnosis.findings if "took out" in each.message)  # type: ignore[attr-defined]
