"""The labelled utterances: how good the rules must stay. `python -m tests.bench.bench_extract` prints the figures."""

from __future__ import annotations

import pytest

from tests.bench.bench_extract import PARTS, cases, measure


@pytest.mark.parametrize(("part", "precision", "recall"), [("building", 0.97, 0.97), ("held back", 0.9, 0.9)])
def test_precision_and_recall(part: str, precision: float, recall: float) -> None:
    score = measure(part)
    assert score.right / score.proposed >= precision
    assert score.right / score.expected >= recall
    assert score.quiet / score.nothing >= 0.97


def test_there_is_enough_of_everything() -> None:
    counted = {part: list(cases(part)) for part in PARTS}
    said = [case["say"] for part in counted.values() for case in part]
    assert len(said) >= 300
    assert len(counted["held back"]) * 3 >= len(counted["building"])
    assert len(set(said)) == len(said)
    assert sum(not case["expect"] for part in counted.values() for case in part) >= 200
