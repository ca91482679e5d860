from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone

import pytest

from tests.api.conftest import NOW, Place
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import UnknownMemory, UnknownUser, UserRequired

CURRENT = ["mem_trip", "mem_door", "mem_tea", "mem_cat", "mem_home"]


def test_list_is_newest_first_and_current(opened: Vault, ids: Callable) -> None:
    assert ids(opened.list(now=NOW)) == CURRENT


def test_list_everything_shows_history_too(opened: Vault, ids: Callable) -> None:
    everything = ids(opened.list(now=NOW, everything=True))
    assert set(everything) - set(CURRENT) == {"mem_old", "mem_gone"}


def test_what_is_current_depends_on_now(opened: Vault, ids: Callable) -> None:
    assert "mem_gone" in ids(opened.list(now=datetime(2026, 6, 2, tzinfo=timezone.utc)))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"types": ["preference", "event"]}, ["mem_trip", "mem_tea"]),
        ({"tags": ["家"]}, ["mem_home"]),
        ({"namespaces": ["work"]}, []),
        ({"since": datetime(2026, 5, 1, tzinfo=timezone.utc)}, ["mem_trip", "mem_door", "mem_tea"]),
        ({"until": datetime(2026, 4, 15, tzinfo=timezone.utc)}, ["mem_cat", "mem_home"]),
        ({"limit": 2}, ["mem_trip", "mem_door"]),
    ],
)
def test_conditions(opened: Vault, ids: Callable, condition: dict, expected: list[str]) -> None:
    assert ids(opened.list(now=NOW, **condition)) == expected


def test_a_user_sees_only_their_own(opened: Vault, ids: Callable) -> None:
    assert ids(opened.list(user="mei", now=NOW)) == ["mem_piano"]
    with pytest.raises(UnknownMemory):
        opened.show("mem_piano", now=NOW)
    with pytest.raises(UnknownUser) as caught:
        opened.list(user="nobody", now=NOW)
    assert caught.value.users == ("lin", "mei")


def test_nobody_named_in_a_vault_of_several(place: Place) -> None:
    place.write("vault.yaml", "format: 1\nid: vault_family\n")
    place.remember("facts/all.jsonl", {"content": "a", "user_id": "lin"}, {"content": "b", "user_id": "mei"})
    with open_vault(place.root, use_model=False) as vault, pytest.raises(UserRequired):
        vault.list(now=NOW)


def test_show_by_id_and_by_its_beginning(opened: Vault, ids: Callable) -> None:
    assert ids(opened.show("mem_tea", "mem_old", now=NOW)) == ["mem_tea", "mem_old"]
    assert ids(opened.show("mem_te", now=NOW)) == ["mem_tea"]


@pytest.mark.parametrize(("wanted", "candidates"), [("mem_x", 0), ("", 0), ("mem_t", 2)])
def test_show_never_guesses(opened: Vault, wanted: str, candidates: int) -> None:
    with pytest.raises(UnknownMemory) as caught:
        opened.show(wanted, now=NOW)
    assert len(caught.value.candidates) == candidates


def test_an_exact_id_wins_over_longer_ones(place: Place, ids: Callable) -> None:
    place.remember("facts/b.jsonl", {"id": "mem_1", "content": "甲"}, {"id": "mem_12", "content": "乙"})
    with open_vault(place.root, use_model=False) as vault:
        assert ids(vault.show("mem_1", now=NOW)) == ["mem_1"]


def test_hand_edits_are_seen(opened: Vault, place: Place, ids: Callable) -> None:
    assert "mem_new" not in ids(opened.list(now=NOW))
    place.remember("facts/new.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
    with open_vault(place.root, use_model=False) as another:
        assert "mem_new" in ids(another.list(now=NOW))
