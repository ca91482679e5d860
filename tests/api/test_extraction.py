from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import Place, make_place
from tests.stand_in_model import StandInModel
from vault.api import extraction
from vault.api.extraction import Extracted, extract_pending, extraction_lock
from vault.api.journalling import journal
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import LockTimeout, WriteFailed
from vault.files.lock import write_lock
from vault.index.contents import memory_of
from vault.lifecycle.extract import in_context
from vault.lifecycle.extract.candidate import Candidate
from vault.model.memory import Source
from vault.model.turn import Turn

AT = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)
SOON = AT + timedelta(minutes=1)
LATER = AT + timedelta(hours=1)


@pytest.fixture
def vault(place: Place, monkeypatch: pytest.MonkeyPatch, model: StandInModel) -> Iterator[Vault]:
    monkeypatch.setenv("MEMVAULT_DEVICE", "pi")
    with open_vault(place.root, model=model) as opened:
        yield opened


def say(vault: Vault, *said: str, first: int = 1, session: str = "s", user: str = "lin") -> list[Turn]:
    """Journals a conversation, a message every five seconds; what begins with `A:` is the assistant's."""
    turns = [
        Turn(
            session,
            number,
            "assistant" if text.startswith("A:") else "user",
            text.removeprefix("A:"),
            AT + timedelta(seconds=5 * number),
            user,
        )
        for number, text in enumerate(said, first)
    ]
    journal(vault._resources, turns, now=AT)
    return turns


def run(vault: Vault, now: datetime = SOON, **options: Any) -> Extracted:
    return extract_pending(vault._resources, now=now, **{"told_to": None, **options})


def learned(vault: Vault, user: str = "lin") -> list[str]:
    """What is remembered beyond the small vault's own memories, oldest first."""
    listed = vault.list(user=user, limit=1000, now=LATER)
    found = [each for each in listed if each.session_id and each.type != "message"]
    return [each.text for each in reversed(found)]


def test_what_was_said_is_remembered(vault: Vault) -> None:
    say(vault, "我叫阿杰", "A:你好，阿杰", "下周二体检", "今天天气怎么样？")
    done = run(vault)
    assert (done.turns, done.failed) == (4, 0)
    assert [each.content for each in done.remembered] == ["用户叫阿杰", "用户下周二（2026-12-01）体检"]
    assert {each.action for each in done.remembered} == {"added"}
    assert learned(vault) == ["用户叫阿杰", "用户下周二（2026-12-01）体检"]


def test_it_says_where_it_came_from(vault: Vault) -> None:
    turns = [Turn("s", 7, "user", "我不吃香菜", AT, "lin", "claw", "telegram")]
    journal(vault._resources, turns, now=AT)
    (made,) = run(vault).remembered
    (record,) = vault.show(made.id)
    assert (record.source_kind, record.session_id, record.created_at) == ("agent", "s", AT)
    assert memory_of(record).source == Source("agent", "s", ("7",), "claw", "pi", "telegram")


def test_a_second_run_has_nothing_to_do(vault: Vault) -> None:
    say(vault, "我叫阿杰")
    run(vault)
    assert run(vault) == Extracted(next_window=AT + timedelta(seconds=125))
    assert learned(vault) == ["用户叫阿杰"]


def test_pieces_of_one_thing_become_one_memory_whenever_they_are_extracted(vault: Vault) -> None:
    say(vault, "我养了一只猫")
    assert [each.action for each in run(vault).remembered] == ["added"]
    say(vault, "叫年糕", first=2)
    (joined,) = run(vault).remembered
    assert joined.content == "用户养了一只猫，叫年糕"
    assert learned(vault) == ["用户养了一只猫，叫年糕"]


def test_an_end_counts_only_for_what_is_known(vault: Vault) -> None:
    say(vault, "团子去世了", session="before")
    assert run(vault).remembered == ()
    say(vault, "我养了一只猫，叫团子", session="cat")
    run(vault)
    say(vault, "团子去世了", session="after")
    (ended,) = run(vault).remembered
    assert (ended.action, len(ended.replaced)) == ("superseded", 1)


def test_a_question_is_answered_in_a_later_run(vault: Vault) -> None:
    say(vault, "A:你住在杭州，对吗？")
    assert run(vault).remembered == ()
    say(vault, "对", first=2)
    assert [each.content for each in run(vault).remembered] == ["用户住在杭州"]


def test_sessions_and_users_are_not_mixed(vault: Vault) -> None:
    say(vault, "A:怎么称呼你呢？", session="one")
    say(vault, "小陈", session="two")
    say(vault, "我喜欢爬山", session="three", user="mei")
    done = run(vault)
    assert [each.content for each in done.remembered] == ["用户喜欢爬山"]
    assert (learned(vault), learned(vault, "mei")) == ([], ["用户喜欢爬山"])


def test_more_turns_than_are_taken_at_once(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extraction, "TURNS_AT_ONCE", 3)
    say(vault, *(f"我喜欢吃{food}" for food in ("苹果", "西瓜", "草莓", "葡萄", "香蕉", "芒果", "樱桃")))
    done = run(vault)
    assert (done.turns, len(done.remembered)) == (7, 7)


def test_what_is_left_when_it_is_stopped_is_done_the_next_time(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extraction, "TURNS_AT_ONCE", 1)
    say(vault, "我叫阿杰", "我不吃香菜", "我喜欢爬山")
    asked = iter((False, True))
    assert run(vault, stop=lambda: next(asked, True)).turns == 1
    assert run(vault).turns == 2
    assert len(learned(vault)) == 3


def test_one_process_at_a_time(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    say(vault, "我叫阿杰")
    with write_lock(extraction_lock(vault._resources)):
        assert run(vault, wait=False) == Extracted()
        monkeypatch.setattr(extraction, "LOCK_SECONDS", 0.01)
        with pytest.raises(LockTimeout):
            run(vault)
    assert run(vault, wait=False).turns == 1


def test_who_comes_while_another_is_at_it_leaves_the_work_to_that_one(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one journals and goes just before the first one gives its lock back."""
    say(vault, "我叫阿杰")
    drain = extraction._Run.drain

    def and_then_somebody_comes(this: extraction._Run) -> None:
        drain(this)
        if len(learned(vault)) == 1:
            say(vault, "我不吃香菜", session="other")
            assert run(vault, wait=False) == Extracted()

    monkeypatch.setattr(extraction._Run, "drain", and_then_somebody_comes)
    assert run(vault).turns == 2
    assert sorted(learned(vault)) == ["用户不吃香菜", "用户叫阿杰"]


def test_a_message_that_the_rules_cannot_read_hides_no_other(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = in_context.extract_in_context

    def faulty(earlier: Any, new: Any, **options: Any) -> tuple[Candidate, ...]:
        if any("毒" in turn.content for turn in new):
            raise RecursionError
        return rules(earlier, new, **options)

    monkeypatch.setattr(in_context, "extract_in_context", faulty)
    say(vault, "我叫阿杰", "毒", "我不吃香菜")
    done = run(vault)
    assert (done.turns, done.failed) == (3, 1)
    assert learned(vault) == ["用户叫阿杰", "用户不吃香菜"]


def test_turns_of_nobody_stop_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "pi")
    family = make_place(tmp_path / "family", settings="")
    nobody = {
        "session_id": "x",
        "turn": 1,
        "role": "user",
        "content": "我不吃辣",
        "at": "2026-11-28T10:00:00Z",
    }
    family.remember("journal/pi/2026/2026-11-28.jsonl", nobody)
    with open_vault(family.root, use_model=False) as vault:
        say(vault, "我喜欢爬山", user="mei")
        done = run(vault)
        assert (done.turns, done.failed) == (2, 1)
        assert [each.content for each in done.remembered] == ["用户喜欢爬山"]


@pytest.mark.parametrize(
    "fault",
    [WriteFailed(Path("x"), "no space left on device"), OSError("gone"), sqlite3.OperationalError("locked")],
    ids=lambda fault: type(fault).__name__,
)
def test_what_the_machine_stopped_is_still_to_be(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    say(vault, "我叫阿杰")

    def stopped(*_: Any, **__: Any) -> None:
        raise fault

    with monkeypatch.context() as patched:
        patched.setattr(extraction, "remember", stopped)
        with pytest.raises(type(fault)):
            run(vault)
    assert run(vault).turns == 1
    assert learned(vault) == ["用户叫阿杰"]


def test_a_memory_that_the_gate_cannot_take_stops_no_other(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    say(vault, "我叫阿杰", "我不吃香菜", "我喜欢爬山")
    gate = extraction.remember

    def faulty(resources: Any, memories: Any, **options: Any) -> Any:
        if any("香菜" in memory.content for memory in memories):
            raise ValueError
        return gate(resources, memories, **options)

    monkeypatch.setattr(extraction, "remember", faulty)
    done = run(vault)
    assert (done.turns, done.failed) == (3, 1)
    assert learned(vault) == ["用户叫阿杰", "用户喜欢爬山"]


def lose_ledger(vault: Vault) -> None:
    for path in extraction_lock(vault._resources).parent.glob("*.sqlite*"):
        path.unlink()


CHAT = ("我叫阿杰", "A:你好", "我养了一只猫", "叫年糕", "我最近压力很大", "我还没想好租哪里")


def test_a_conversation_that_is_over_is_summed_up_once(vault: Vault) -> None:
    say(vault, *CHAT)
    assert run(vault).summaries == ()
    done = run(vault, now=LATER)
    (summary,) = done.summaries
    assert summary.content == (
        "用户事实：用户叫阿杰；用户养了一只猫，叫年糕。未决问题：用户还没想好租哪里。情绪与偏好：用户最近压力很大。"
    )
    (record,) = vault.show(summary.id)
    assert (record.type, record.source_kind, record.session_id) == ("summary", "summary", "s")
    source = memory_of(record).source
    assert source is not None
    assert source.message_ids == ("1", "2", "3", "4", "5", "6")
    assert (done.next_window, run(vault, now=LATER)) == (None, Extracted())


def test_the_end_of_a_window_is_foretold(vault: Vault) -> None:
    turns = say(vault, *CHAT)
    assert turns[-1].at is not None
    assert run(vault).next_window == turns[-1].at + timedelta(seconds=120)


def test_small_talk_gives_no_summary(vault: Vault) -> None:
    say(vault, "你好", "A:你好", "今天天气怎么样？", "A:晴")
    assert run(vault, now=LATER) == Extracted(turns=4)


def test_a_summary_that_was_begun_is_finished_as_it_was_begun(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the choice of a window and its summary; meanwhile the conversation goes on."""
    say(vault, *CHAT)

    def killed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(extraction, "summary_of", killed)
        with pytest.raises(KeyboardInterrupt):
            run(vault, now=LATER)
    say(vault, "我喜欢爬山", first=7)
    (summary, *others) = run(vault, now=LATER).summaries
    assert "爬山" not in summary.content
    assert others == []


def test_the_same_summary_made_again_is_no_second_one(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between the summary and the note that it is made."""
    say(vault, *CHAT)
    advance = extraction.TurnLedger.advance

    def killed(ledger: Any, turns: Any, stage: extraction.Stage) -> None:
        if stage is extraction.Stage.DONE:
            raise KeyboardInterrupt
        advance(ledger, turns, stage)

    with monkeypatch.context() as patched:
        patched.setattr(extraction.TurnLedger, "advance", killed)
        with pytest.raises(KeyboardInterrupt):
            run(vault, now=LATER)
    before = learned(vault)
    assert [each.action for each in run(vault, now=LATER).summaries] == ["unchanged"]
    assert learned(vault) == before


def test_a_lost_ledger_brings_nothing_twice(vault: Vault) -> None:
    say(vault, *CHAT)
    run(vault, now=LATER)
    before = learned(vault)
    lose_ledger(vault)
    again = run(vault, now=LATER + timedelta(days=3))
    assert again.turns == len(CHAT)
    assert {each.action for each in (*again.remembered, *again.summaries)} == {"unchanged"}
    assert learned(vault) == before


def test_what_was_forgotten_does_not_come_back(vault: Vault) -> None:
    say(vault, "我叫阿杰", "我不吃香菜")
    (name, _) = run(vault).remembered
    vault.feedback(name.id, verdict="wrong")
    lose_ledger(vault)
    run(vault)
    assert learned(vault) == ["用户不吃香菜"]
