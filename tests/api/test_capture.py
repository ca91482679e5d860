from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.api.conftest import Place, make_place
from tests.stand_in_model import StandInModel
from vault.api import extraction
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import UnknownUser, UserRequired
from vault.model.turn import Turn

AT = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)
SAID = ("我叫阿杰", "我养了一只猫", "叫年糕", "我不吃香菜", "我喜欢爬山")


@pytest.fixture
def vault(place: Place, monkeypatch: pytest.MonkeyPatch, model: StandInModel) -> Iterator[Vault]:
    monkeypatch.setenv("MEMVAULT_DEVICE", "pi")
    with open_vault(place.root, model=model) as opened:
        yield opened


def turns(count: int = 20, user: str = "") -> list[Turn]:
    """A conversation; every second message is the assistant's."""
    return [
        Turn(
            "s",
            number,
            "assistant" if number % 2 else "user",
            "好的" if number % 2 else SAID[number // 2 % len(SAID)],
            AT + timedelta(seconds=5 * number),
            user,
        )
        for number in range(count)
    ]


def contents(vault: Vault) -> list[str]:
    listed = vault.list(user="lin", limit=1000)
    return sorted(each.text for each in listed if each.type != "message" and each.session_id)


def journal(root: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(root.glob("journal/**/*.jsonl")))


def test_twenty_turns_captured_twice_are_no_memory_and_no_line_more(vault: Vault) -> None:
    now = AT + timedelta(hours=1)
    first = vault.capture(turns(), extract="now", now=now)
    assert (first.journalled, first.known, first.pending) == (20, 0, 0)
    assert first.extracted is not None
    assert first.extracted.turns == 20
    assert len(first.extracted.summaries) == 1
    learned, lines = contents(vault), journal(vault.root)
    assert len(learned) == 5
    second = vault.capture(turns(), extract="now", now=now + timedelta(days=1))
    assert (second.journalled, second.known) == (0, 20)
    assert (contents(vault), journal(vault.root)) == (learned, lines)


def test_what_is_put_off_waits_in_the_journal(vault: Vault) -> None:
    done = vault.capture(turns(4), extract="off", now=AT)
    assert (done.journalled, done.pending, done.extracted) == (4, 4, None)
    assert [(place.path, place.count) for place in done.places] == [("journal/pi/2026/2026-11-29.jsonl", 4)]
    assert contents(vault) == []
    assert vault.extract_pending(now=AT).turns == 4
    assert contents(vault) == ["用户养了一只猫", "用户叫阿杰"]


def test_the_background_extracts_what_is_captured(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    finished = threading.Event()
    drain = extraction._Run.drain

    def told(run: extraction._Run) -> None:
        drain(run)
        finished.set()

    monkeypatch.setattr(extraction._Run, "drain", told)
    done = vault.capture(turns(3))
    assert (done.journalled, done.pending) == (3, 3)
    assert finished.wait(20)
    vault._resources.extraction.close()
    assert {"用户养了一只猫", "用户叫阿杰"} <= set(contents(vault))


def test_a_vault_that_is_closed_at_once_leaves_the_rest_to_the_next(
    place: Place, model: StandInModel
) -> None:
    with open_vault(place.root, model=model) as vault:
        vault.capture(turns())
    with open_vault(place.root, model=model) as vault:
        vault.capture([], extract="now")
        assert len(contents(vault)) == 5


def test_what_was_said_is_found_by_the_very_next_recall(vault: Vault) -> None:
    vault.capture([Turn("s", 1, "user", "我对芒果过敏", AT)], extract="now", now=AT)
    answer = vault.recall("我对什么过敏", types=["fact", "preference"], gate=False)
    assert "用户对芒果过敏" in [hit.content for hit in answer.hits]


def test_what_was_journalled_is_found_by_the_very_next_recall(vault: Vault) -> None:
    vault.recall("在吗")
    vault.capture([Turn("s", 1, "user", "阁楼里有一箱旧唱片", AT)], extract="off", now=AT)
    assert "阁楼里有一箱旧唱片" in vault.recall("阁楼里有什么", gate=False).hits[0].content


def test_whose_words_they_are_is_never_guessed(tmp_path: Path) -> None:
    family = make_place(tmp_path / "family", settings="")
    with open_vault(family.root, use_model=False) as vault:
        with pytest.raises(UserRequired):
            vault.capture(turns(1), now=AT)
        with pytest.raises(UnknownUser):
            vault.capture(turns(1, user="stranger"), now=AT)
        with pytest.raises(UnknownUser):
            vault.capture([*turns(1, user="mei"), *turns(1, user="stranger")], now=AT)
        assert journal(family.root) == b""
        assert vault.capture(turns(1), user="mei", extract="off", now=AT).journalled == 1
        assert b'"user_id": "mei"' in journal(family.root)


def test_each_is_told_of_their_own_memories_only(tmp_path: Path) -> None:
    family = make_place(tmp_path / "family", settings="users: {lin: {name: Lin}, mei: {name: Mei}}\n")
    said = {"lin": "我最爱喝白酒", "mei": "我最爱喝茉莉花茶"}
    with open_vault(family.root, use_model=False) as vault:
        for user, words in said.items():
            vault.capture([Turn(f"of-{user}", 1, "user", words, AT)], user=user, extract="off", now=AT)
        done = vault.extract_pending(user="mei", now=AT + timedelta(seconds=10))
        assert done.turns == 2
        assert {each.user_id for each in done.remembered} == {"mei"}
        assert "茉莉花茶" in done.remembered[0].content
        vault.capture([Turn("s2", 1, "user", "我住在南京", AT)], user="lin", extract="off", now=AT)
        nobody = vault.extract_pending(now=AT + timedelta(seconds=10))
        assert (nobody.turns, nobody.remembered) == (1, ())
        assert any("南京" in each.text for each in vault.list(user="lin", types=("fact",), now=AT))


def test_who_is_listed_needs_no_index(vault: Vault) -> None:
    vault.capture(turns(2, user="lin"), extract="off", now=AT)
    vault.capture(turns(2), extract="off", now=AT)
    assert vault._resources._index is None
