from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.embedding.models import DEFAULT_MODEL
from vault.errors import UnknownUser, UserRequired, VaultVanished


def ids(vault: Vault, query: str, **conditions) -> list[str]:
    return [hit.id for hit in vault.recall(query, now=NOW, gate=False, **conditions).hits]


def test_the_memory_that_answers_comes_first(opened: Vault) -> None:
    answer = opened.recall("下午爱喝龙井吗", now=NOW, gate=False)
    assert (answer.query, answer.user) == ("下午爱喝龙井吗", "lin")
    first = answer.hits[0]
    assert (first.id, first.path, first.line) == ("mem_tea", "facts/all.jsonl", 3)
    assert answer.took_ms >= answer.timings["in_step"] > 0
    assert not answer.degraded


def test_what_is_over_or_somebody_elses_never_comes(opened: Vault) -> None:
    found = ids(opened, "家住文二路 快递 钢琴", limit=50)
    assert found
    assert not {"mem_old", "mem_gone", "mem_piano"} & set(found)
    assert ids(opened, "练钢琴", user="mei") == ["mem_piano"]


def test_conditions(opened: Vault) -> None:
    assert ids(opened, "爱喝龙井", types=["event"]) == ["mem_trip"]
    assert ids(opened, "爱喝龙井", tags=["家"]) == ["mem_home"]
    assert ids(opened, "爱喝龙井", namespaces=["work"]) == []
    since = datetime(2026, 10, 1, tzinfo=timezone.utc)
    assert ids(opened, "爱喝龙井", since=since) == ["mem_trip"]
    assert "mem_trip" not in ids(opened, "泉州", until=since)
    assert len(ids(opened, "家", limit=2)) == 2


def test_own_limits_come_from_the_settings(place: Place, model: StandInModel) -> None:
    text = (place.root / "vault.yaml").read_text(encoding="utf-8")
    place.write("vault.yaml", text + "recall:\n  limit: 1\n")
    with open_vault(place.root, model=model) as vault:
        assert len(ids(vault, "家")) == 1


def test_how_fast_memories_age_comes_from_the_settings(place: Place, model: StandInModel) -> None:
    def age() -> float:
        with open_vault(place.root, model=model) as vault:
            found = vault.recall("下午爱喝龙井", now=NOW, gate=False).hits[0]
        assert found.id == "mem_tea"
        return found.why.factors["age"]

    before = age()
    text = (place.root / "vault.yaml").read_text(encoding="utf-8")
    place.write("vault.yaml", text + "recall:\n  half_life_days: {preference: 1, fact: 1}\n")
    assert age() < before < 1


def test_an_edit_is_seen_by_the_next_process(place: Place, model: StandInModel) -> None:
    with open_vault(place.root, model=model) as vault:
        assert ids(vault, "下午爱喝龙井")[0] == "mem_tea"
    path = place.root / "facts" / "all.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace("龙井", "普洱"), encoding="utf-8")
    with open_vault(place.root, model=model) as vault:
        assert vault.recall("爱喝普洱", now=NOW, gate=False).hits[0].content == "下午爱喝普洱"


def test_an_edit_is_seen_by_this_process_in_a_moment(opened: Vault, place: Place, monkeypatch) -> None:
    ids(opened, "爱喝龙井")
    opened._resources.in_step._freshness._interval = 0
    place.remember("facts/new.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
    assert ids(opened, "学会了做陶杯")[0] == "mem_new"


def test_without_a_model_words_answer_and_a_notice_says_so(place: Place) -> None:
    with open_vault(place.root, model="bge-small-zh-v1.5") as vault:
        answer = vault.recall("下午爱喝龙井吗", now=NOW, gate=False)
    assert answer.hits[0].id == "mem_tea"
    assert answer.degraded
    assert len(answer.notices) == 1


def test_words_only_by_choice_is_not_degraded(place: Place) -> None:
    with open_vault(place.root, use_model=False) as vault:
        answer = vault.recall("下午爱喝龙井吗", now=NOW, gate=False)
    assert (answer.degraded, answer.notices) == (False, ())


def test_a_model_that_turns_out_broken_stops_no_answer(place: Place, isolated, models_dir: Path) -> None:
    broken = isolated.models / DEFAULT_MODEL
    broken.mkdir(parents=True)
    for file in (models_dir / DEFAULT_MODEL).iterdir():
        data = file.read_bytes() if file.suffix in (".yaml", ".npy") else b"damaged"
        (broken / file.name).write_bytes(data)
    with open_vault(place.root) as vault:
        answer = vault.recall("下午爱喝龙井吗", now=NOW, gate=False)
    assert answer.hits[0].id == "mem_tea"
    assert answer.degraded


def test_nobody_named(place: Place, model: StandInModel) -> None:
    place.write("vault.yaml", "format: 1\nid: vault_family\nlanguage: zh\ntimezone: UTC\n")
    place.remember(
        "facts/all.jsonl", {"content": "爱喝龙井", "user_id": "lin"}, {"content": "练钢琴", "user_id": "mei"}
    )
    with open_vault(place.root, model=model) as vault:
        with pytest.raises(UserRequired) as caught:
            vault.recall("龙井", now=NOW)
        assert caught.value.users == ("lin", "mei")
        with pytest.raises(UnknownUser):
            vault.recall("龙井", user="nobody", now=NOW)
    with open_vault(place.root, model=model, user="lin") as vault:
        assert [hit.content for hit in vault.recall("龙井", now=NOW, gate=False).hits] == ["爱喝龙井"]


def test_an_emptied_vault_is_not_nothing_remembered(opened: Vault, place: Place) -> None:
    ids(opened, "龙井")
    (place.root / "facts" / "all.jsonl").unlink()
    opened._resources.in_step.wrote()
    with pytest.raises(VaultVanished):
        opened.recall("龙井", now=NOW)


@pytest.mark.parametrize(
    "query", ["", "   ", "？！", "\ud83d", "a" * 20_000, 'NEAR("x" OR *)', "' OR 1=1 --"]
)
def test_odd_questions(opened: Vault, query: str) -> None:
    assert opened.recall(query, now=NOW).hits is not None


def test_many_threads_ask_at_once(opened: Vault, place: Place) -> None:
    def ask(number: int) -> list[str]:
        answers = []
        for _ in range(5):
            answers.append(ids(opened, "下午爱喝龙井")[0])
            place.remember(f"facts/{number}.jsonl", {"content": f"第 {number} 个茶罐"})
            opened._resources.in_step.wrote()
        return answers

    with ThreadPoolExecutor(6) as threads:
        assert [set(answers) for answers in threads.map(ask, range(6))] == [{"mem_tea"}] * 6
