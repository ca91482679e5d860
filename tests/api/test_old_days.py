from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place, make_place
from tests.api.journals import OLD, TODAY, journal, noon, only_one
from tests.conftest import Isolated
from tests.stand_in_model import StandInModel
from vault.api.erase import erase
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import UnparsedFile
from vault.model.turn import Turn, turn_digest


def test_old_days_are_summed_up_and_stay(place: Place, opened: Vault) -> None:
    path = journal(place, OLD, "我对花生过敏", "A", "我在学吉他")
    before = path.read_bytes()
    (answer,) = only_one(opened.reflect(now=NOW)).summarised
    assert answer.action == "added"
    (summary,) = opened.list(types=["summary"], now=NOW)
    assert summary.text.startswith("2026-10-01 的 1 次对话，3 条消息")
    assert "用户对花生过敏" in summary.text
    assert (summary.source_kind, summary.session_id) == ("summary", "journal/2026-10-01")
    assert summary.occurred_at == noon(OLD) - timedelta(hours=12)
    assert path.read_bytes() == before


def test_a_day_is_summed_up_when_it_is_older_than_thirty_days(place: Place, opened: Vault) -> None:
    journal(place, TODAY - timedelta(days=30), "我在学吉他")
    journal(place, TODAY - timedelta(days=31), "我在学钢琴")
    (summary,) = only_one(opened.reflect(now=NOW)).summaries
    assert "钢琴" in summary.content


def test_more_of_an_old_day_makes_a_new_summary(place: Place, opened: Vault) -> None:
    journal(place, OLD, "我对花生过敏")
    opened.reflect(now=NOW)
    journal(place, OLD, "我不吃香菜", device="phone", session="s2")
    (answer,) = only_one(opened.reflect(now=NOW + timedelta(hours=1))).summarised
    assert answer.action == "added"
    (current,) = opened.list(types=["summary"], now=NOW)
    assert "香菜" in current.text
    every = opened.list(types=["summary"], everything=True, now=NOW)
    (older,) = [each for each in every if each.id != current.id]
    assert (older.archived, older.superseded_by) == (True, (current.id,))
    assert not opened.reflect(now=NOW + timedelta(hours=2)).changes_something


def test_a_summary_that_was_forgotten_stays_so(place: Place, opened: Vault) -> None:
    journal(place, OLD, "我对花生过敏")
    opened.reflect(now=NOW)
    (summary,) = opened.list(types=["summary"], now=NOW)
    opened.forget(summary.id, now=NOW)
    journal(place, OLD, "我不吃香菜", device="phone", session="s2")
    assert only_one(opened.reflect(now=NOW + timedelta(hours=1))).summaries == ()


def texts_in(path: Path) -> set[str]:
    return {json.loads(line)["content"] for line in path.read_text("utf-8").splitlines()}


RETENTION = "default_user: lin\nlifecycle: {journal_retention_days: 40}\n"


@pytest.fixture
def keeping(tmp_path: Path) -> Place:
    """A vault that keeps journals for 40 days."""
    return make_place(tmp_path / "keeping", RETENTION)


@pytest.fixture
def kept(keeping: Place, model: StandInModel) -> Any:
    with open_vault(keeping.root, model=model) as vault:
        yield vault


def test_raw_turns_go_when_their_time_is_over(keeping: Place, kept: Vault) -> None:
    stays = journal(keeping, TODAY - timedelta(days=40), "我不吃香菜")
    goes = journal(keeping, TODAY - timedelta(days=41), "我对花生过敏")
    report = kept.reflect(now=NOW)
    assert report.removed == (goes.relative_to(keeping.root).as_posix(),)
    assert report.failed == ()
    assert texts_in(goes) == {"[已擦除]"}
    assert texts_in(stays) == {"我不吃香菜"}
    assert len(kept.list(types=["summary"], now=NOW)) == 2
    slices = {each.path for each in kept.list(types=["message"], now=NOW)}
    assert slices == {stays.relative_to(keeping.root).as_posix()}
    assert not kept.reflect(now=NOW).changes_something


def test_nothing_goes_in_a_dry_run(keeping: Place, kept: Vault) -> None:
    kept.reflect(now=NOW)
    goes = journal(keeping, OLD, "我对花生过敏")
    assert kept.reflect(dry_run=True, now=NOW).removed == ()  # it has no summary yet
    kept_for_now = kept.reflect(now=noon(OLD) + timedelta(days=35))
    assert kept_for_now.removed == ()
    assert kept.reflect(dry_run=True, now=NOW).removed == (goes.relative_to(keeping.root).as_posix(),)
    assert goes.exists()


def test_a_file_of_two_people_goes_when_both_are_summed_up(keeping: Place, kept: Vault) -> None:
    goes = journal(keeping, OLD, "我对花生过敏", {"content": "我对芒果过敏", "user_id": "mei"})
    assert kept.reflect(now=NOW).removed == ()
    assert goes.exists()
    assert len(kept.reflect(all_users=True, now=NOW).removed) == 1
    assert texts_in(goes) == {"[已擦除]"}


def test_a_journal_that_cannot_be_read_as_a_whole_stays(keeping: Place, kept: Vault) -> None:
    path = journal(keeping, OLD, "我对花生过敏")
    path.write_bytes(path.read_bytes() + b"{broken\n")
    report = kept.reflect(now=NOW)
    assert report.removed == ()
    ((name, error),) = report.failed
    assert name == path.relative_to(keeping.root).as_posix()
    assert isinstance(error, UnparsedFile)
    assert path.exists()


def test_without_its_summary_on_disk_no_day_goes(keeping: Place, kept: Vault, monkeypatch: Any) -> None:
    path = journal(keeping, OLD, "我对花生过敏")
    monkeypatch.setattr(
        "vault.api.reflect.sum_up", lambda *_, **__: type("N", (), {"summaries": [], "remembered": []})
    )
    assert kept.reflect(now=NOW).removed == ()
    assert path.exists()


def test_a_day_of_small_talk_goes_too(keeping: Place, kept: Vault) -> None:
    path = journal(keeping, OLD, "你好", {"content": "你好！", "role": "assistant"})
    kept.reflect(now=NOW)
    assert texts_in(path) == {"[已擦除]"}
    (summary,) = kept.list(types=["summary"], now=NOW)
    assert summary.text == "2026-10-01 的 1 次对话，2 条消息。"


def test_a_shorter_retention_is_summed_up_in_time(tmp_path: Path, model: StandInModel) -> None:
    place = make_place(tmp_path / "short", "default_user: lin\nlifecycle: {journal_retention_days: 3}\n")
    goes = journal(place, TODAY - timedelta(days=4), "我对花生过敏")
    with open_vault(place.root, model=model) as vault:
        assert len(vault.reflect(now=NOW).removed) == 1
        assert len(vault.list(types=["summary"], now=NOW)) == 1
    assert texts_in(goes) == {"[已擦除]"}


def test_what_is_left_of_turns_that_are_gone_stays(keeping: Place, kept: Vault) -> None:
    goes = journal(keeping, OLD, "我对花生过敏")
    later = journal(keeping, TODAY, "你好", device="import", session="s3")
    turn = json.loads(journal(keeping, OLD, "我在学吉他", device="other", session="s2").read_text("utf-8"))
    (keeping.root / "journal/other/2026/2026-10-01.jsonl").unlink()
    both = later.read_text("utf-8") + json.dumps(turn) + "\n"
    later.unlink()
    keeping.write("journal/import/all.jsonl", both)
    report = kept.reflect(now=NOW)
    assert report.removed == (goes.relative_to(keeping.root).as_posix(),)
    (summary,) = kept.list(types=["summary"], now=NOW)
    assert "花生" in summary.text
    assert "吉他" in summary.text
    assert not kept.reflect(now=NOW + timedelta(hours=1)).changes_something
    journal(keeping, OLD, "我不吃香菜", device="phone", session="s4")
    again = kept.reflect(now=NOW + timedelta(hours=2))
    assert len(again.removed) == 1
    texts = [each.text for each in kept.list(types=["summary"], now=NOW)]
    assert len(texts) == 2
    assert any("花生" in text for text in texts)
    assert any("香菜" in text for text in texts)
    assert not kept.reflect(now=NOW + timedelta(hours=3)).changes_something


def test_a_summary_that_says_the_same_covers_more_turns(place: Place, opened: Vault) -> None:
    path = journal(place, OLD, "我对花生过敏", "今天天气怎么样")
    opened.reflect(now=NOW)
    path.write_text(path.read_text("utf-8").replace("\\u600e\\u4e48\\u6837", "\\u5982\\u4f55"), "utf-8")
    before = [each.text for each in opened.list(types=["summary"], now=NOW)]
    assert opened.reflect(now=NOW + timedelta(hours=1)).reflections[0].summarised[0].action == "unchanged"
    assert [each.text for each in opened.list(types=["summary"], now=NOW)] == before
    assert opened.reflect(now=NOW + timedelta(hours=2)).reflections[0].summaries == ()


TALK = [
    Turn("s", number, "assistant" if number % 2 else "user", text, noon(OLD) + timedelta(seconds=9 * number))
    for number, text in enumerate(["我叫阿杰", "你好，阿杰", "我最爱吃山竹", "好的", "我在学吉他", "加油"])
]


@pytest.fixture
def over(keeping: Place, kept: Vault) -> tuple[Place, Vault]:
    """A conversation that was learnt from, and the time of which is over."""
    done = kept.capture(TALK, extract="now", now=noon(OLD) + timedelta(hours=1))
    assert done.extracted is not None
    assert len(done.extracted.remembered) == 3
    assert len(kept.reflect(now=NOW).removed) == 1
    return keeping, kept


def everything(vault: Vault) -> list[tuple[str, str, str]]:
    return [(each.id, each.text, each.status) for each in vault.list(everything=True, now=NOW)]


def is_known(vault: Vault, turns: Sequence[Turn] = TALK) -> bool:
    """Whether playing a conversation again leaves everything as it is."""
    before = everything(vault)
    again = vault.capture(turns, extract="now", now=NOW + timedelta(hours=1))
    return (again.journalled, again.known) == (0, len(turns)) and everything(vault) == before


def test_of_a_turn_whose_time_is_over_no_word_is_left(over: tuple[Place, Vault]) -> None:
    place, _ = over
    (path,) = place.root.glob("journal/*/2026/2026-10-01.jsonl")
    assert not any(turn.content in path.read_text("utf-8") for turn in TALK)
    line = json.loads(path.read_text("utf-8").splitlines()[2])
    assert (line["session_id"], line["turn"], line["content"]) == ("s", 2, "[已擦除]")
    assert set(line) == {"session_id", "turn", "role", "content", "at", "user_id", "digest"}


def test_played_again_it_is_known_still(over: tuple[Place, Vault]) -> None:
    _, vault = over
    assert is_known(vault)
    assert is_known(vault, [replace(turn, at=None) for turn in TALK]), "whenever it is said to have been"
    more = Turn("s", 6, "user", "我搬到苏州了", noon(OLD) + timedelta(minutes=2))
    done = vault.capture([*TALK, more], extract="now", now=NOW + timedelta(hours=2))
    assert (done.journalled, done.known) == (1, len(TALK))
    assert any("苏州" in text for _, text, _ in everything(vault))


def test_on_a_device_that_has_nothing_but_the_files_too(
    over: tuple[Place, Vault], isolated: Isolated, model: StandInModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, vault = over
    vault.close()
    shutil.rmtree(isolated.state, ignore_errors=True)
    shutil.rmtree(isolated.cache / "index", ignore_errors=True)
    monkeypatch.setenv("MEMVAULT_DEVICE", "another")
    with open_vault(place.root, model=model) as elsewhere:
        assert is_known(elsewhere)
        assert elsewhere.extract_pending(now=NOW).turns == 0
        assert not elsewhere.reflect(now=NOW + timedelta(hours=3)).changes_something


def test_what_became_of_its_memories_stays_so(over: tuple[Place, Vault]) -> None:
    _, vault = over
    (fruit,) = (each for each in vault.list(now=NOW) if each.text == "用户最爱吃山竹")
    vault.forget(fruit.id, now=NOW)
    assert is_known(vault)
    assert "用户最爱吃山竹" not in {each.text for each in vault.list(now=NOW)}


@pytest.mark.parametrize("when", ["before", "after"])
def test_erased_not_even_its_fingerprint_stays(
    keeping: Place, kept: Vault, isolated: Isolated, when: str
) -> None:
    """Neither where its time is over, nor in the summary of the day, nor in what this device remembers."""
    place, vault = keeping, kept
    vault.capture(TALK, extract="now", now=noon(OLD) + timedelta(hours=1))
    vault.reflect(now=noon(OLD) + timedelta(days=35) if when == "before" else NOW)
    (fruit,) = (each for each in vault.list(now=NOW) if each.text == "用户最爱吃山竹")
    digest = turn_digest(replace(TALK[2], user_id="lin"))
    forms = (digest, digest.hex().encode(), digest.hex()[:12].encode())
    vault._resources.turns.close()
    files = [path for folder in (place.root, isolated.state) for path in folder.rglob("*") if path.is_file()]
    assert {path.suffix for path in files if any(form in path.read_bytes() for form in forms)} == {
        ".jsonl",
        ".sqlite",
    }
    report = erase(vault._resources, [fruit.id], user=None, now=NOW)
    assert (report.left, report.gone) == ((), True)
    vault._resources.turns.close()
    files = [path for folder in (place.root, isolated.state) for path in folder.rglob("*") if path.is_file()]
    assert not [path for path in files if any(form in path.read_bytes() for form in forms)]
    assert is_known(vault)
    vault.reflect(now=NOW + timedelta(hours=5))
    assert is_known(vault)
    assert not [path for path in place.root.rglob("*.jsonl") if "山竹" in path.read_text("utf-8")]


def test_another_message_with_the_same_number_is_new(over: tuple[Place, Vault]) -> None:
    """Where nobody names the session, or counts from one again, nothing that is said is lost."""
    _, vault = over
    other = replace(TALK[0], content="我养了一只鹦鹉", at=NOW)
    assert vault.capture([other], extract="now", now=NOW + timedelta(hours=1)).journalled == 1
    assert any("鹦鹉" in text for _, text, _ in everything(vault))
