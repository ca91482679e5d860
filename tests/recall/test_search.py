"""The whole way from a question to hits, on small vaults with the stand-in model."""

from __future__ import annotations

import math
from datetime import timedelta, timezone

import pytest

from tests.index.conftest import NOW, Workbench
from tests.recall.conftest import Fill
from vault.recall.query import RecallRequest
from vault.recall.relevance import THRESHOLD
from vault.recall.search import CACHE_TIME, Recaller
from vault.recall.slots import MASK

CHINA = timezone(timedelta(hours=8))


@pytest.fixture
def recaller(bench: Workbench) -> Recaller:
    return Recaller(bench.index, bench.model)


def contents(recaller: Recaller, query: str, **options: object) -> list[str]:
    request = RecallRequest(query, "u", **{"gate": False, "limit": 10, **options})  # type: ignore[arg-type]
    return [hit.content for hit in recaller.recall(request, NOW, CHINA).hits]


def test_the_best_comes_first_and_the_limit_holds(fill: Fill, recaller: Recaller) -> None:
    fill("养了一只叫年糕的猫", "每周三打羽毛球", "喜欢手冲咖啡")
    assert contents(recaller, "羽毛球是周几打")[0] == "每周三打羽毛球"
    assert len(contents(recaller, "羽毛球", limit=1)) == 1


def test_every_mode_answers(fill: Fill, recaller: Recaller) -> None:
    fill("养了一只叫年糕的猫", "每周三打羽毛球", "喜欢手冲咖啡")
    for mode in ("hybrid", "words", "vectors"):
        assert contents(recaller, "每周三打羽毛球", mode=mode)[0] == "每周三打羽毛球"


def test_without_a_model_words_answer(fill: Fill, bench: Workbench) -> None:
    fill("养了一只叫年糕的猫", "每周三打羽毛球", model=None)
    hits = Recaller(bench.index, None).recall(RecallRequest("羽毛球", "u", gate=False), NOW, CHINA).hits
    assert hits[0].content == "每周三打羽毛球"
    assert hits[0].why.vector_score is None


def test_an_empty_vault_and_an_empty_question(fill: Fill, recaller: Recaller) -> None:
    fill()
    assert contents(recaller, "羽毛球") == []
    fill("养了一只叫年糕的猫")
    assert contents(recaller, "", gate=True) == []


def test_what_is_over_or_hidden_does_not_come_back(fill: Fill, recaller: Recaller) -> None:
    fill(
        {"id": "a", "content": "住在甲地", "expires_at": "2026-01-01"},
        {"id": "b", "content": "住在乙地", "valid_until": "2026-01-01"},
        {"id": "c", "content": "住在丙地", "superseded_by": ["d"]},
        {"id": "d", "content": "住在丁地"},
        {"id": "e", "content": "住在戊地", "status": "forgotten"},
        {"id": "f", "content": "住在己地", "valid_from": "2027-01-01"},
    )
    assert contents(recaller, "住在哪") == ["住在丁地"]


def test_conditions_are_met_before_ranking(fill: Fill, recaller: Recaller) -> None:
    fill(
        {"id": "a", "content": "喝咖啡", "type": "preference", "tags": ["饮食"], "created_at": "2026-01-05"},
        {"id": "b", "content": "喝咖啡，少糖", "namespace": "work", "created_at": "2026-06-05"},
    )
    assert contents(recaller, "咖啡", types=("preference",)) == ["喝咖啡"]
    assert contents(recaller, "咖啡", tags=("饮食",)) == ["喝咖啡"]
    assert contents(recaller, "咖啡", namespaces=("work",)) == ["喝咖啡，少糖"]
    assert contents(recaller, "咖啡", since=NOW - timedelta(days=200)) == ["喝咖啡，少糖"]
    assert contents(recaller, "咖啡", until=NOW - timedelta(days=200)) == ["喝咖啡"]


def test_nobody_elses_memories(fill: Fill, recaller: Recaller) -> None:
    fill({"id": "a", "content": "喝咖啡"}, {"id": "b", "content": "喝咖啡和茶", "user_id": "v"})
    assert contents(recaller, "咖啡") == ["喝咖啡"]


def test_an_exact_fact_comes_first_and_shows_its_value_only_then(fill: Fill, recaller: Recaller) -> None:
    secret = {
        "id": "a", "content": "客厅设备的密码是 8812", "key": "接入密码", "scene": "客厅设备", "value": "8812",
        "sensitive": True,
    }  # fmt: skip
    fill("客厅设备的说明书在抽屉里，密码写在背面", secret, "接入密码都记在本子上")
    assert contents(recaller, "客厅设备的接入密码是什么")[0] == "客厅设备的密码是 8812"
    assert f"客厅设备的密码是 {MASK}" in contents(recaller, "客厅设备")


def test_the_gate_lets_nothing_irrelevant_through(fill: Fill, recaller: Recaller) -> None:
    fill("养了一只叫年糕的猫", "每周三打羽毛球", "喜欢手冲咖啡")
    assert contents(recaller, "今天天气怎么样", gate=True) == []
    everything = recaller.recall(RecallRequest("今天天气怎么样", "u", gate=False), NOW, CHINA).hits
    assert all(hit.relevance < THRESHOLD for hit in everything)
    assert contents(recaller, "今天天气怎么样", gate=True, threshold=0.0) != []


def test_an_identical_question_is_answered_from_memory_until_something_changes(
    fill: Fill, bench: Workbench, recaller: Recaller
) -> None:
    fill("每周三打羽毛球", "别的事")
    request = RecallRequest("羽毛球", "u", gate=False)
    first = recaller.recall(request, NOW, CHINA)
    assert recaller.recall(request, NOW + timedelta(seconds=1), CHINA).hits is first.hits
    assert recaller.recall(request, NOW + CACHE_TIME, CHINA).hits is not first.hits
    bench.memories("facts/a.jsonl", {"id": "m0", "content": "每周五打羽毛球"}, at=NOW)
    bench.reconcile()
    changed = recaller.recall(request, NOW + timedelta(seconds=2), CHINA)
    assert changed.hits[0].content == "每周五打羽毛球"


def test_a_question_is_embedded_once(fill: Fill, bench: Workbench, recaller: Recaller) -> None:
    fill("每周三打羽毛球")
    contents(recaller, "羽毛球")
    contents(recaller, "羽毛球", limit=3)
    assert bench.model.queries_embedded == 1


def test_a_time_is_preferred_and_not_required(fill: Fill, recaller: Recaller) -> None:
    fill(
        {"id": "a", "content": "在写备份脚本", "created_at": "2026-08-03"},
        {"id": "b", "content": "在写报表脚本", "created_at": "2026-11-18"},
    )
    assert contents(recaller, "我上周在写什么脚本") == ["在写报表脚本", "在写备份脚本"]


def test_the_newest_or_the_first_value_as_asked(fill: Fill, recaller: Recaller) -> None:
    fill(
        {"id": "a", "content": "周末整理的地点定在客厅", "created_at": "2026-03-01"},
        {"id": "x", "content": "养了一只猫", "created_at": "2026-04-01"},
        {"id": "b", "content": "周末整理的地点定在书房", "created_at": "2026-09-01"},
    )
    assert contents(recaller, "目前整理的地点是哪")[0].endswith("书房")
    assert contents(recaller, "一开始整理的地点是哪")[0].endswith("客厅")


def test_a_second_hop_finds_what_the_question_does_not_name(fill: Fill, recaller: Recaller) -> None:
    fill("表哥的名字叫王宇轩", "表哥在银行上班", "邻居在学校教书", "同事喜欢钓鱼", mode := "室友会弹琴")
    assert mode in contents(recaller, "室友")
    assert contents(recaller, "王宇轩", mode="words")[:2] == ["表哥的名字叫王宇轩", "表哥在银行上班"]


def test_a_vague_question_gives_the_profile_and_what_is_recent(
    fill: Fill, bench: Workbench, recaller: Recaller
) -> None:
    bench.write("notes/profile.md", "# 档案\n\n三十岁，住在海边，做木工。\n")
    fill({"id": "a", "content": "订了去大理的票", "created_at": "2026-11-28"})
    hits = recaller.recall(RecallRequest("上次那件事", "u"), NOW, CHINA).hits
    assert {hit.why.notes[0] for hit in hits} == {"profile", "recent"}
    assert any("木工" in hit.content for hit in hits)
    assert any("大理" in hit.content for hit in hits)


def test_who_asks_who_they_are_gets_the_profile_and_the_weightiest_memories(
    fill: Fill, bench: Workbench, recaller: Recaller
) -> None:
    bench.write("notes/profile.md", "# 档案\n\n三十岁，住在海边，做木工。\n")
    fill(
        {"id": "n", "content": "用户叫小楠", "created_at": "2026-01-01", "importance": 0.8},
        {"id": "s", "content": "用户事实：用户叫小楠。", "type": "summary", "created_at": "2026-11-28"},
        {"id": "a", "content": "订了去大理的票", "created_at": "2026-11-28"},
    )
    for question in ("还记得我吗", "what do you know about me?"):
        hits = recaller.recall(RecallRequest(question, "u", limit=3), NOW, CHINA).hits
        assert [hit.type for hit in hits] == ["note", "fact", "fact"]
        assert [hit.content for hit in hits[1:]] == ["用户叫小楠", "订了去大理的票"]


def test_an_answer_says_where_its_time_went(fill: Fill, recaller: Recaller) -> None:
    fill("每周三打羽毛球")
    result = recaller.recall(RecallRequest("羽毛球", "u"), NOW, CHINA)
    assert {"embed", "words", "vectors", "rank", "read"} <= set(result.timings)
    assert result.took_ms >= 0


def test_a_hit_explains_itself(fill: Fill, recaller: Recaller) -> None:
    fill("每周三打羽毛球")
    (hit,) = recaller.recall(RecallRequest("羽毛球", "u", gate=False), NOW, CHINA).hits
    assert hit.why.as_dict()["matched"] == ["羽毛球"] or "羽毛" in str(hit.why)
    assert "words" in str(hit.why)
    assert (hit.path, hit.line) == ("facts/a.jsonl", 1)


def test_what_is_rarely_used_or_half_replaced_is_not_recalled(fill: Fill, recaller: Recaller) -> None:
    fill(
        {"id": "a", "content": "喝美式", "supersedes": ["b"]},
        {"id": "b", "content": "喝拿铁"},
        {"id": "c", "content": "喝豆浆", "status": "inactive"},
    )
    assert contents(recaller, "喝什么") == ["喝美式"]


RIVER = {
    "id": "a", "content": "住在河边的老房子里", "created_at": "2026-01-05", "updated_at": "2026-06-05",
    "relations": [{"type": "conflicts_with", "target": "b"}],
}  # fmt: skip
HILL = {
    "id": "b", "content": "住在山上", "created_at": "2026-06-05",
    "relations": [{"type": "conflicts_with", "target": "a"}],
}  # fmt: skip


def test_of_two_that_contradict_each_other_the_newer_one_is_told(fill: Fill, recaller: Recaller) -> None:
    fill(RIVER, HILL, "养了一只猫")
    hits = recaller.recall(RecallRequest("住在河边的老房子里吗", "u", gate=False), NOW, CHINA).hits
    assert [hit.id for hit in hits] == ["b", "m2"]
    assert hits[0].why.notes == ("newer than facts/a.jsonl:1, which contradicts it",)
    assert hits[0].relevance > 0


def test_the_newer_one_is_told_even_if_only_the_older_one_is_found(fill: Fill, recaller: Recaller) -> None:
    fill(RIVER, {**HILL, "content": "山上"}, *(f"第{number}件别的事" for number in range(30)))
    found = recaller.recall(RecallRequest("河边的老房子", "u", gate=False, limit=1), NOW, CHINA).hits
    assert [hit.id for hit in found] == ["b"]


def test_who_asks_how_it_was_is_told_both(fill: Fill, recaller: Recaller) -> None:
    fill(RIVER, HILL)
    assert len(contents(recaller, "以前住在哪")) == 2


def test_an_opponent_that_may_not_be_returned_is_none(fill: Fill, recaller: Recaller) -> None:
    fill(RIVER, {**HILL, "status": "forgotten"}, {"id": "c", "content": "别的"})
    assert contents(recaller, "住在哪", limit=1) == [RIVER["content"]]
    fill(RIVER, {**HILL, "user_id": "v"}, {"id": "c", "content": "别的"})
    assert contents(recaller, "住在哪", limit=1) == [RIVER["content"]]


def test_what_was_said_of_a_memory_shows_in_the_next_answer(
    fill: Fill, bench: Workbench, recaller: Recaller
) -> None:
    fill("每周三打羽毛球", "每周三打羽毛球，然后吃面")
    request = RecallRequest("每周三打羽毛球", "u", gate=False)
    before = recaller.recall(request, NOW, CHINA).hits
    assert before[0].why.factors["feedback"] == 1
    bench.write("usage/mac.jsonl", f'{{"id": "{before[0].id}", "useless": 3}}\n')
    bench.reconcile()
    after = recaller.recall(request, NOW + timedelta(seconds=1), CHINA).hits
    lowered = next(hit for hit in after if hit.id == before[0].id)
    assert lowered.why.factors["feedback"] == pytest.approx(1 / 8)
    assert lowered.score == pytest.approx(before[0].score - math.log(8), abs=1e-4)
    odds = before[0].relevance / (1 - before[0].relevance) / 8 * math.sqrt(2)
    assert lowered.relevance == pytest.approx(odds / (1 + odds), abs=1e-3)
    assert "feedback ×0.12" in str(lowered.why)
    others = {hit.id: (hit.relevance, hit.score) for hit in before[1:]}
    assert {hit.id: (hit.relevance, hit.score) for hit in after if hit.id != before[0].id} == others


def test_being_recalled_once_more_leaves_kept_answers(
    fill: Fill, bench: Workbench, recaller: Recaller
) -> None:
    fill("每周三打羽毛球")
    request = RecallRequest("羽毛球", "u", gate=False)
    before = recaller.recall(request, NOW, CHINA)
    bench.write("usage/mac.jsonl", '{"id": "m0", "hits": 1}\n')
    bench.reconcile()
    assert bench.index.user("u").columns.hit_counts.tolist() == [1]
    assert recaller.recall(request, NOW + timedelta(seconds=1), CHINA).hits is before.hits
