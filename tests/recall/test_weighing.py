from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tests.recall.conftest import Fill
from tests.recall.test_search import CHINA, NOW
from vault.index.record import StoredRecord
from vault.recall.explain import Why
from vault.recall.query import RecallRequest
from vault.recall.result import Hit
from vault.recall.search import Recaller
from vault.recall.weighing import weighed


def hit(name: str, score: float, *, slot: bool = False) -> Hit:
    record = StoredRecord(name, "u", "fact", name, "facts/a.jsonl", 1)
    return Hit(name, "fact", name, 0.5, score, None, None, "facts/a.jsonl", 1, Why(slot=slot), record)


def by_name(factors: Mapping[str, Mapping[str, float]]):
    def weigh(query: str, hits: Sequence[Hit]) -> list[Mapping[str, float]]:
        return [factors.get(each.id, {}) for each in hits]

    return weigh


def test_hits_change_places_and_say_why() -> None:
    before = [hit("a", 3.0), hit("b", 2.5), hit("c", 2.4)]
    after = weighed("q", before, by_name({"c": {"loud": 2.0, "near": 1.5}, "a": {"quiet": 0.5}}))
    assert [each.id for each in after] == ["c", "b", "a"]
    assert after[0].score == pytest.approx(2.4 + math.log(3))
    assert after[0].why.factors == {"loud": 2.0, "near": 1.5}
    assert "quiet ×0.50" in str(after[2].why)


def test_what_the_question_names_keeps_its_place() -> None:
    before = [hit("slot", 0.1, slot=True), hit("a", 3.0), hit("b", 2.9)]
    after = weighed("q", before, by_name({"b": {"loud": 2.0}}))
    assert [each.id for each in after] == ["slot", "b", "a"]


def test_without_factors_nothing_changes() -> None:
    before = [hit("a", 1.0), hit("b", 2.0, slot=True), replace(hit("c", 1.0), type="note")]
    assert weighed("q", before, by_name({})) == before


def test_recall_asks_for_factors_before_it_cuts(bench, fill: Fill) -> None:
    """What was second comes first when it weighs more, though only one hit is wanted."""
    fill("周末打羽毛球", "打羽毛球要买球拍", *(f"第{number}天读了一本关于河流的书" for number in range(20)))
    request = RecallRequest("羽毛球", "u", gate=False, limit=1)
    first = Recaller(bench.index, bench.model).recall(request, NOW, CHINA).hits[0].id
    other = {"m0": "m1", "m1": "m0"}[first]
    raised = Recaller(bench.index, bench.model, weigh=by_name({other: {"loud": 1e9}}))
    assert [each.id for each in raised.recall(request, NOW, CHINA).hits] == [other]
