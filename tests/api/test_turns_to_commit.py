"""Conversations in the commits of the program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from tests.api.under_git import put_under_git
from tests.conftest import Isolated
from tests.history.repositories import Copy
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.turns_to_commit import TurnsToCommit
from vault.api.vault import Vault
from vault.format.defaults import Defaults
from vault.model.turn import Turn

JOURNAL = "journal/laptop/2026/2026-11-30.jsonl"
BEGIN = NOW - timedelta(minutes=20)


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    return put_under_git(place, monkeypatch)


@pytest.fixture
def opened(copy: Copy, model: StandInModel) -> Iterator[Vault]:
    with open_vault(copy.root, model=model) as vault:
        yield vault


def say(vault: Vault, *texts: str, session: str = "s-1", begin: datetime = BEGIN) -> None:
    for number, text in enumerate(texts):
        at = begin + timedelta(seconds=20 * number)
        turn = Turn(session_id=session, turn=number, role="user", content=text, at=at)
        vault.capture([turn], extract="now", now=at)


def subjects(copy: Copy) -> list[str]:
    return copy.git("log", "--reverse", "--format=%s").splitlines()[1:]


def test_a_conversation_is_one_commit_with_what_it_gave(copy: Copy, opened: Vault) -> None:
    say(opened, "我养了一只叫年糕的猫", "今天天气怎么样", "我对花生过敏")
    assert subjects(copy) == []
    opened.extract_pending(now=NOW)
    (subject,) = subjects(copy)
    assert subject.startswith("capture: 记住 ")
    assert "对话 +3 条" in subject
    assert copy.git("status", "--porcelain") == ""
    assert copy.git("show", f"HEAD:{JOURNAL}") == copy.read(JOURNAL)
    assert "Memvault-Session: s-1\n" in copy.git("log", "-1", "--format=%B")


def test_small_talk_is_a_commit_of_its_own_when_it_is_over(copy: Copy, opened: Vault) -> None:
    say(opened, "今天天气怎么样", "谢谢")
    opened.extract_pending(now=NOW)
    assert subjects(copy) == ["capture: 对话 +2 条"]
    message = copy.git("log", "-1", "--format=%B")
    assert "Memvault-Session: s-1" in message
    assert "天气" not in message
    assert copy.git("status", "--porcelain") == ""


def test_an_action_meanwhile_does_not_take_it_along(copy: Copy, opened: Vault) -> None:
    say(opened, "今天天气怎么样")
    opened.pin("mem_cat", now=BEGIN)
    assert [each.split(":")[0] for each in subjects(copy)] == ["pin"]
    opened.extract_pending(now=NOW)
    assert [each.split(":")[0] for each in subjects(copy)] == ["pin", "capture"]


def test_what_the_person_did_in_the_journal_stays_theirs(copy: Copy, opened: Vault) -> None:
    copy.write(
        JOURNAL, json.dumps({"session_id": "s-0", "turn": 1, "role": "user", "content": "手写"}) + "\n"
    )
    say(opened, "今天天气怎么样", "谢谢你")
    text = copy.read(JOURNAL).replace("谢谢你", "非常感谢")
    copy.write(JOURNAL, text)
    opened.extract_pending(now=NOW)
    committed = copy.git("show", f"HEAD:{JOURNAL}")
    assert "天气" in committed
    assert "手写" not in committed
    assert "感谢" not in committed
    assert copy.read(JOURNAL) == text


def test_a_process_that_ends_leaves_a_conversation_that_goes_on(copy: Copy, model: StandInModel) -> None:
    for number, text in enumerate(("今天天气怎么样", "那明天呢")):
        with open_vault(copy.root, model=model) as vault:
            at = BEGIN + timedelta(seconds=30 * number)
            turn = Turn(session_id="s-1", turn=number, role="user", content=text, at=at)
            vault.capture([turn], extract="now", now=at)
        assert subjects(copy) == []
    with open_vault(copy.root, model=model) as vault:
        vault.extract_pending(now=NOW)
    assert subjects(copy) == ["capture: 对话 +2 条"]


def test_during_a_rebase_it_waits(copy: Copy, opened: Vault) -> None:
    copy.git("bisect", "start")
    say(opened, "我对花生过敏", "谢谢")
    opened.extract_pending(now=NOW)
    assert subjects(copy) == []
    copy.git("bisect", "reset")
    opened.extract_pending(now=NOW)
    assert len(subjects(copy)) == 1
    assert copy.git("status", "--porcelain") == ""


def test_who_keeps_conversations_out_of_git_has_them_left_out(
    copy: Copy, opened: Vault, isolated: Isolated
) -> None:
    copy.write(".gitignore", "/usage/\n/journal/\n")
    copy.commit("not in git")
    say(opened, "今天天气怎么样", "我对花生过敏")
    opened.extract_pending(now=NOW)
    assert "对话" not in subjects(copy)[-1]
    assert copy.git("ls-files", "journal") == ""
    assert not list(isolated.state.glob("history/*.turns"))


def test_what_was_erased_before_it_was_committed_never_is(copy: Copy, opened: Vault) -> None:
    say(opened, "我对花生过敏", "今天天气怎么样")
    found = [each.id for each in opened.list(now=BEGIN) if "花生" in each.text and each.type != "message"]
    opened.erase(*found, now=NOW)
    opened.extract_pending(now=NOW)
    assert "花生" not in copy.git("log", "-p", "--all")
    assert "天气" in copy.git("show", f"HEAD:{JOURNAL}")


def test_an_erased_turn_keeps_its_place_in_git(copy: Copy, opened: Vault) -> None:
    say(opened, "我对花生过敏", "今天天气怎么样")
    opened.extract_pending(now=NOW)
    found = [each.id for each in opened.list(now=NOW) if "花生" in each.text and each.type != "message"]
    opened.erase(*found, now=NOW)
    assert copy.git("show", f"HEAD:{JOURNAL}") == copy.read(JOURNAL)
    assert "花生" not in copy.read(JOURNAL)
    assert copy.git("status", "--porcelain") == ""


def test_without_a_repository_no_list_grows(
    place: Place, model: StandInModel, monkeypatch: pytest.MonkeyPatch, isolated: Isolated
) -> None:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    with open_vault(place.root, model=model) as vault:
        say(vault, "今天天气怎么样")
        vault.extract_pending(now=NOW)
    assert not list(isolated.state.glob("history/*.turns"))


def test_the_list_names_no_text_and_passes_over_what_is_broken(tmp_path: Path) -> None:
    turns = TurnsToCommit(tmp_path / "state" / "list", tmp_path)
    assert not turns
    line = json.dumps(
        {"session_id": "s", "turn": 1, "role": "user", "content": "会弹吉他"}, ensure_ascii=False
    )
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal/a.jsonl").write_text(line + "\n" + line.replace("会", "不会") + "\n", "utf-8")
    turns.add({"journal/a.jsonl": [line]}, device="mac", now=NOW)
    text = (tmp_path / "state/list").read_text("utf-8")
    assert "吉他" not in text
    (tmp_path / "state/list").write_text("{}\nbroken\n" + text, "utf-8")
    action = turns.action(Defaults())
    assert action is not None
    assert (action.device, action.at, action.sessions) == ("mac", NOW, ("s",))
    assert [each.after for each in action.writes] == [line.encode() + b"\n"]
    turns.clear()
    assert turns.action(Defaults()) is None
