"""What a person says of a memory has an effect at once, and can be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.feedback import verdict_of
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import ConfigError, NotAMemory, UnknownMemory, UserRequired, WriteFailed
from vault.files.lock import write_lock
from vault.format.usage_line import parse_usage
from vault.lifecycle.decay import RESTING_SINCE
from vault.model.usage import Usage

QUESTION = "我养了什么猫"


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")


@pytest.fixture
def counts(place: Place) -> Callable[[], dict[str, Usage]]:
    return lambda: dict(parse_usage((place.root / "usage/mac.jsonl").read_bytes(), path="u").usage)


def recalled(vault: Vault, question: str = QUESTION) -> list[str]:
    return [hit.id for hit in vault.recall(question, now=NOW).hits]


def lines(place: Place, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (place.root / path).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("verdict", ["wrong", "outdated"])
def test_what_is_wrong_leaves_recall_at_once_and_is_kept(
    opened: Vault, place: Place, counts: Callable[[], dict[str, Usage]], verdict: Any
) -> None:
    assert "mem_cat" in recalled(opened)
    (judged,) = opened.feedback("mem_cat", verdict=verdict, now=NOW)
    assert (judged.id, judged.action, judged.path) == ("mem_cat", "archived", "archive/mac/2026-11.jsonl")
    assert "mem_cat" not in recalled(opened)
    (kept,) = lines(place, judged.path)
    assert (kept["content"], kept["status"]) == ("养了一只叫年糕的猫", "forgotten")
    assert "mem_cat" not in {line["id"] for line in lines(place, "facts/all.jsonl")}
    assert getattr(counts()["mem_cat"], verdict) == 1
    (record,) = opened.show("mem_cat", now=NOW)
    assert (record.archived, record.status, record.path) == (True, "forgotten", judged.path)


@pytest.mark.parametrize("verdict", ["useful", "useless"])
def test_what_is_useful_or_not_is_counted_and_stays(
    opened: Vault, place: Place, counts: Callable[[], dict[str, Usage]], verdict: Any
) -> None:
    before = (place.root / "facts/all.jsonl").read_bytes()
    (judged,) = opened.feedback("mem_cat", verdict=verdict, now=NOW)
    assert (judged.action, judged.path) == ("counted", "facts/all.jsonl")
    assert (place.root / "facts/all.jsonl").read_bytes() == before
    assert "mem_cat" in recalled(opened)
    one: dict[str, Any] = {verdict: 1, "last_hit_at": NOW if verdict == "useful" else None}
    assert counts() == {"mem_cat": Usage("mem_cat", **one)}


def test_verdicts_change_the_very_next_recall(opened: Vault) -> None:
    def score() -> float:
        return {hit.id: hit.score for hit in opened.recall(QUESTION, now=NOW).hits}["mem_cat"]

    before = score()
    opened.feedback("mem_cat", verdict="useless", now=NOW)
    lowered = score()
    assert lowered < before
    for _ in range(3):
        opened.feedback("mem_cat", verdict="useful", now=NOW)
    assert score() > lowered


def test_several_memories_and_beginnings_of_ids(
    opened: Vault, counts: Callable[[], dict[str, Usage]]
) -> None:
    judged = opened.feedback("mem_ca", "mem_home", "mem_cat", verdict="useful", now=NOW)
    assert [each.id for each in judged] == ["mem_cat", "mem_home"]
    assert {each.useful for each in counts().values()} == {1}


def test_nothing_is_done_when_one_id_is_not_known(opened: Vault, place: Place) -> None:
    before = (place.root / "facts/all.jsonl").read_bytes()
    for unknown in ("mem_nobody", "mem_t", "mem_piano"):
        with pytest.raises(UnknownMemory):
            opened.feedback("mem_cat", unknown, verdict="wrong", now=NOW)
    assert (place.root / "facts/all.jsonl").read_bytes() == before
    assert not (place.root / "usage").exists()


def test_of_several_users_one_must_be_named(place: Place, model: StandInModel) -> None:
    place.write("vault.yaml", "format: 1\nid: vault_small\n")
    with open_vault(place.root, model=model) as vault, pytest.raises(UserRequired):
        vault.feedback("mem_cat", verdict="wrong", now=NOW)


def test_a_note_is_corrected_and_not_archived(
    place: Place, model: StandInModel, counts: Callable[[], dict[str, Usage]]
) -> None:
    place.write("notes/cat.md", "---\nid: note_cat\n---\n年糕早上吃罐头\n")
    with open_vault(place.root, model=model) as vault:
        for verdict in ("wrong", "outdated"):
            with pytest.raises(NotAMemory) as refused:
                vault.feedback("mem_cat", "note_cat", verdict=verdict_of(verdict), now=NOW)
            assert refused.value.path == "notes/cat.md"
            assert refused.value.hint
        assert "mem_cat" in recalled(vault)
        (judged,) = vault.feedback("note_cat", verdict="useless", now=NOW)
    assert judged.action == "counted"
    assert counts() == {"note_cat": Usage("note_cat", useless=1)}


def test_a_conversation_is_not_judged(place: Place, model: StandInModel) -> None:
    turn = '{"session_id": "s", "turn": 1, "role": "user", "content": "年糕的食谱", "at": "2026-11-29"}\n'
    place.write("journal/mac/2026/2026-11-29.jsonl", turn)
    with open_vault(place.root, model=model) as vault:
        (piece,) = vault.list(types=["message"], now=NOW)
        with pytest.raises(NotAMemory):
            vault.feedback(piece.id, verdict="useful", now=NOW)


def test_a_line_without_an_id_gets_one(place: Place, model: StandInModel) -> None:
    place.remember("facts/new.jsonl", {"content": "在练习倒立"}, {"content": "在练习弹舌"})
    with open_vault(place.root, model=model) as vault:
        first, second = (vault.list(everything=True, now=NOW)[-1 - n] for n in range(2))
        assert first.id.startswith("prov_")
        (useful,) = vault.feedback(first.id, verdict="useful", now=NOW)
        (wrong,) = vault.feedback(second.id, verdict="wrong", now=NOW)
        assert vault.show(useful.id, now=NOW)[0].text == first.text
        assert vault.show(wrong.id, now=NOW)[0].archived
    ids = {each["id"] for each in lines(place, "facts/new.jsonl")}
    assert ids == {useful.id}
    assert useful.id.startswith("mem_")


def test_an_inactive_memory_that_is_useful_is_active_again(place: Place, model: StandInModel) -> None:
    resting = {"id": "mem_rest", "content": "在练习倒立", "status": "inactive", RESTING_SINCE: "2026-10-01"}
    place.remember("facts/new.jsonl", resting)
    with open_vault(place.root, model=model) as vault:
        assert recalled(vault, "倒立练习得怎么样") == []
        (judged,) = vault.feedback("mem_rest", verdict="useful", now=NOW)
        assert judged.action == "woken"
        assert recalled(vault, "倒立练习得怎么样") == ["mem_rest"]
    (line,) = lines(place, "facts/new.jsonl")
    assert line["status"] == "active"
    assert RESTING_SINCE not in line


def test_what_is_history_already_is_only_counted(
    opened: Vault, counts: Callable[[], dict[str, Usage]]
) -> None:
    opened.feedback("mem_cat", verdict="wrong", now=NOW)
    (judged,) = opened.feedback("mem_cat", verdict="outdated", now=NOW + timedelta(minutes=1))
    assert judged.action == "counted"
    assert counts() == {"mem_cat": Usage("mem_cat", wrong=1, outdated=1)}


def test_what_is_wrong_leaves_recall_even_if_it_cannot_be_counted(opened: Vault, place: Place) -> None:
    place.write("usage", "")
    (judged,) = opened.feedback("mem_cat", verdict="wrong", now=NOW)
    assert judged.action == "archived"
    assert "mem_cat" not in recalled(opened)
    with pytest.raises(WriteFailed):
        opened.feedback("mem_home", verdict="useful", now=NOW)


def test_a_file_that_cannot_be_written_is_reported_and_what_came_before_counts(
    opened: Vault, place: Place, counts: Callable[[], dict[str, Usage]]
) -> None:
    conflict = '<<<<<<< ours\n{"id": "mem_x", "content": "在练习倒立"}\n=======\n>>>>>>> theirs\n'
    place.write("facts/conflict.jsonl", conflict)
    opened.index(now=NOW)
    with pytest.raises(Exception, match="conflict"):
        opened.feedback("mem_cat", "mem_x", verdict="wrong", now=NOW)
    assert "mem_cat" not in recalled(opened)
    assert counts() == {"mem_cat": Usage("mem_cat", wrong=1)}


def test_counting_waits_for_another_process_that_counts(opened: Vault, place: Place) -> None:
    """The lock of usage is free again when the one of the vault is held: no deadlock."""
    with write_lock(opened._resources.usage_lock):
        pass
    assert opened.feedback("mem_cat", verdict="useful", now=NOW)


def test_there_are_four_verdicts() -> None:
    assert verdict_of("wrong") == "wrong"
    with pytest.raises(ConfigError) as refused:
        verdict_of("bad")
    assert "useful, useless, wrong, outdated" in refused.value.hint


def test_what_is_written_again_by_hand_after_it_was_forgotten_is_another_memory(
    place: Place, model: StandInModel, counts: Callable[[], dict[str, Usage]]
) -> None:
    place.remember("facts/new.jsonl", {"content": "在练习倒立"})
    with open_vault(place.root, model=model) as vault:
        (first,) = vault.feedback(recalled(vault, "倒立练习得怎么样")[0], verdict="wrong", now=NOW)
        place.remember("facts/new.jsonl", {"content": "在练习倒立"})
        vault.index(now=NOW)
        (second,) = vault.feedback(recalled(vault, "倒立练习得怎么样")[0], verdict="useful", now=NOW)
        assert recalled(vault, "倒立练习得怎么样") == [second.id] != [first.id]
    assert counts()[second.id].useful == 1
