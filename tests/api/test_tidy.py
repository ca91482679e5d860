"""Tidying: what has run out is archived, what nobody uses rests, what is used again wakes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.api.conftest import NOW, Place, make_place
from tests.stand_in_model import StandInModel
from vault.api.counting import begin_counting
from vault.api.open import open_vault
from vault.api.tidy import Tidied
from vault.api.vault import Vault
from vault.errors import UnparsedFile, UserRequired
from vault.format.usage_line import format_usage
from vault.lifecycle.decay import RESTING_SINCE
from vault.model.usage import Usage

LONG_AGO = datetime.fromisoformat("2024-01-01T00:00:00+00:00")
UNUSED = {"mem_home", "mem_cat", "mem_tea"}
"""Of the small vault: the trip was in October, the exact fact lasts, the rest is over or of somebody else."""


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_RECORD_USAGE", "true")
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")


@pytest.fixture
def vault(place: Place, model: StandInModel) -> Iterator[Vault]:
    """The small vault, whose recalls have been counted for years."""
    begin_counting("vault_small", LONG_AGO)
    with open_vault(place.root, model=model) as opened:
        yield opened


@pytest.fixture
def read(place: Place) -> Callable[[str], dict[str, dict[str, Any]]]:
    """The lines of a file by id."""

    def lines(path: str) -> dict[str, dict[str, Any]]:
        text = (place.root / path).read_text(encoding="utf-8")
        return {line["id"]: line for line in map(json.loads, text.splitlines())}

    return lines


def use(place: Place, memory_id: str, at: datetime, device: str = "phone") -> None:
    place.write(f"usage/{device}.jsonl", format_usage(Usage(memory_id, hits=1, last_hit_at=at)) + "\n")


def ids(tidied: Tidied) -> tuple[set[str], set[str], set[str]]:
    expired, resting, waking = (
        {each.id for each in group} for group in (tidied.expired, tidied.resting, tidied.waking)
    )
    return expired, resting, waking


def test_what_has_run_out_is_archived(vault: Vault, read: Callable[[str], dict[str, Any]]) -> None:
    tidied = vault.tidy(now=NOW)
    assert ids(tidied)[0] == {"mem_gone"}
    assert "mem_gone" not in read("facts/all.jsonl")
    gone = read("archive/mac/2026-11.jsonl")["mem_gone"]
    assert (gone["status"], gone["expires_at"]) == ("forgotten", "2026-06-05")
    assert vault.show("mem_gone", now=NOW)[0].archived


def test_what_nobody_uses_rests_in_its_place(vault: Vault, read: Callable[[str], dict[str, Any]]) -> None:
    assert vault.recall("我养了什么猫", now=NOW, counted=False).hits
    assert ids(vault.tidy(now=NOW))[1] == UNUSED
    cat = read("facts/all.jsonl")["mem_cat"]
    assert (cat["status"], cat[RESTING_SINCE]) == ("inactive", "2026-11-30T04:00:00Z")
    assert not vault.recall("我养了什么猫", now=NOW, counted=False).hits
    assert "mem_cat" in {each.id for each in vault.list(everything=True, now=NOW)}


def test_what_is_used_on_any_device_does_not_rest(vault: Vault, place: Place) -> None:
    use(place, "mem_cat", NOW - timedelta(days=3))
    assert ids(vault.tidy(now=NOW))[1] == UNUSED - {"mem_cat"}


def test_a_recall_here_keeps_a_memory_awake(place: Place, vault: Vault, model: StandInModel) -> None:
    assert [hit.id for hit in vault.recall("我养了什么猫", limit=1, now=NOW).hits] == ["mem_cat"]
    vault.close()
    with open_vault(place.root, model=model) as again:
        assert ids(again.tidy(now=NOW))[1] == UNUSED - {"mem_cat"}


def test_tidying_twice_changes_nothing_more(vault: Vault, place: Place) -> None:
    vault.tidy(now=NOW)
    before = {path: path.read_bytes() for path in place.root.rglob("*.jsonl")}
    assert not vault.tidy(now=NOW + timedelta(days=1)).any
    assert {path: path.read_bytes() for path in place.root.rglob("*.jsonl")} == before


def test_what_is_used_again_wakes(vault: Vault, place: Place, read: Callable[[str], Any]) -> None:
    """A phone that was off tells late that it recalled the cat a week ago."""
    vault.tidy(now=NOW)
    use(place, "mem_cat", NOW - timedelta(days=7))
    vault.index(now=NOW)
    later = NOW + timedelta(days=1)
    assert ids(vault.tidy(now=later))[2] == {"mem_cat"}
    assert read("facts/all.jsonl")["mem_cat"]["status"] == "active"
    assert RESTING_SINCE not in read("facts/all.jsonl")["mem_cat"]
    assert vault.recall("我养了什么猫", now=later).hits


def test_what_a_person_made_inactive_stays_so(vault: Vault, place: Place) -> None:
    place.remember("facts/new.jsonl", {"id": "mem_x", "content": "在练习倒立", "status": "inactive"})
    use(place, "mem_x", NOW)
    assert ids(vault.tidy(now=NOW))[2] == set()


def test_a_pin_keeps_a_memory_awake(vault: Vault) -> None:
    vault.pin("mem_cat", now=LONG_AGO)
    assert ids(vault.tidy(now=NOW))[1] == UNUSED - {"mem_cat"}


def test_a_dry_run_tells_the_same_and_writes_nothing(vault: Vault, place: Place) -> None:
    before = {path: path.read_bytes() for path in place.root.rglob("*") if path.is_file()}
    planned = vault.tidy(dry_run=True, now=NOW)
    assert planned.dry_run
    assert {path: path.read_bytes() for path in place.root.rglob("*") if path.is_file()} == before
    assert ids(vault.tidy(now=NOW)) == ids(planned) == ({"mem_gone"}, UNUSED, set())


def test_a_vault_that_was_brought_along_does_not_fall_asleep(place: Place, model: StandInModel) -> None:
    """Nobody knows what was of use before recalls were counted here."""
    with open_vault(place.root, model=model) as vault:
        tidied = vault.tidy(now=NOW)
        assert ids(tidied) == ({"mem_gone"}, set(), set())
        assert tidied.counted_since == NOW
        assert ids(vault.tidy(now=NOW + timedelta(days=181)))[1] == {*UNUSED, "mem_trip"}


def test_days_before_counting_count_if_asked_for(place: Place, model: StandInModel) -> None:
    with open_vault(place.root, model=model) as vault:
        assert ids(vault.tidy(all_days=True, now=NOW))[1] == UNUSED


def test_nothing_rests_while_recalls_are_not_counted(
    place: Place, model: StandInModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMVAULT_RECORD_USAGE", "false")
    begin_counting("vault_small", LONG_AGO)
    with open_vault(place.root, model=model) as vault:
        tidied = vault.tidy(now=NOW)
    assert ids(tidied) == ({"mem_gone"}, set(), set())
    assert tidied.counted_since is None


def test_the_time_is_a_setting(place: Place, model: StandInModel) -> None:
    make_place(place.root, "default_user: lin\nlifecycle:\n  inactive_after_days: 220\n")
    begin_counting("vault_small", LONG_AGO)
    with open_vault(place.root, model=model) as vault:
        assert ids(vault.tidy(now=NOW))[1] == UNUSED - {"mem_tea"}


def test_each_person_is_tidied_alone_or_all_of_them(place: Place, model: StandInModel) -> None:
    place.write("vault.yaml", "format: 1\nid: vault_small\nusers: [lin, mei]\n")
    begin_counting("vault_small", LONG_AGO)
    with open_vault(place.root, model=model) as vault:
        with pytest.raises(UserRequired):
            vault.tidy(now=NOW)
        assert ids(vault.tidy(user="mei", dry_run=True, now=NOW))[1] == {"mem_piano"}
        assert "mem_piano" in ids(vault.tidy(all_users=True, now=NOW))[1]


def test_a_line_without_an_id_gets_one_when_it_is_archived(
    vault: Vault, place: Place, read: Callable[[str], dict[str, Any]]
) -> None:
    place.remember("facts/new.jsonl", {"content": "在等一封信", "expires_at": "2026-01-01"})
    vault.tidy(now=NOW)
    archived = read("archive/mac/2026-11.jsonl")
    assert {line["content"] for line in archived.values()} == {"在等一封信", "在等一个快递"}
    assert all(memory_id.startswith("mem_") for memory_id in archived)
    assert (place.root / "facts/new.jsonl").read_bytes() == b""


def test_a_file_that_cannot_be_written_stops_no_other(vault: Vault, place: Place) -> None:
    line = json.dumps(
        {"id": "mem_x", "content": "在练习倒立", "created_at": "2024-05-01"}, ensure_ascii=False
    )
    conflict = f"<<<<<<< ours\n{line}\n=======\n>>>>>>> theirs\n"
    place.write("facts/conflict.jsonl", conflict)
    tidied = vault.tidy(now=NOW)
    assert ids(tidied) == ({"mem_gone"}, UNUSED, set())
    ((path, error),) = tidied.failed
    assert path == "facts/conflict.jsonl"
    assert isinstance(error, UnparsedFile)
    assert (place.root / path).read_text(encoding="utf-8") == conflict


def test_notes_and_conversations_do_not_rest(vault: Vault, place: Place) -> None:
    place.write("notes/cat.md", "---\nid: note_cat\ncreated_at: 2024-01-01\n---\n年糕早上吃罐头\n")
    turn = '{"session_id": "s", "turn": 1, "role": "user", "content": "年糕的食谱", "at": "2024-01-01"}\n'
    place.write("journal/mac/2024/2024-01-01.jsonl", turn)
    vault.index(now=NOW)
    assert ids(vault.tidy(now=NOW))[1] == UNUSED
