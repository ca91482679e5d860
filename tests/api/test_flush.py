from __future__ import annotations

from datetime import timedelta

import pytest

from tests.api.conftest import NOW, Place
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import UserRequired
from vault.model.turn import Turn

SAID = ("我对花生过敏，完全不能吃香菜", "下周二要去北京出差")


def capture(opened: Vault, session: str = "s1", user: str = "lin") -> None:
    turns = [
        Turn(session, number, "user", text, NOW - timedelta(seconds=10 - number), user_id=user)
        for number, text in enumerate(SAID, 1)
    ]
    opened.capture(turns, extract="off", now=NOW)


def test_without_a_session_nothing_is_summed_up(opened: Vault) -> None:
    capture(opened)
    done = opened.flush(now=NOW)
    assert done.turns == 2
    assert done.remembered
    assert done.summaries == ()
    assert done.next_window is not None


def test_a_session_that_is_over_is_summed_up_once(opened: Vault) -> None:
    capture(opened)
    capture(opened, "s2")
    (summary,) = opened.flush("s1", now=NOW).summaries
    assert summary.action == "added"
    assert "花生" in summary.content
    assert opened.flush("s1", now=NOW).summaries == ()
    assert opened.flush("unknown", now=NOW).summaries == ()


def test_the_session_of_another_person_is_another_one(opened: Vault) -> None:
    capture(opened, user="mei")
    assert opened.flush("s1", user="lin", now=NOW).summaries == ()
    assert len(opened.flush("s1", user="mei", now=NOW).summaries) == 1


def test_it_has_to_be_clear_whose_session_it_is(place: Place) -> None:
    place.write("vault.yaml", "format: 1\nid: vault_small\nlanguage: zh\ntimezone: Asia/Shanghai\n")
    with open_vault(place.root, use_model=False) as several, pytest.raises(UserRequired):
        several.flush("s1", now=NOW)


def test_in_the_background_it_is_told_what_came_of_it(opened: Vault) -> None:
    import threading

    told, heard = [], threading.Event()

    def hear(result) -> None:
        told.append(result)
        heard.set()

    capture(opened)
    opened.extract_in_background(hear)
    assert heard.wait(20)
    assert told[0].turns == 2
