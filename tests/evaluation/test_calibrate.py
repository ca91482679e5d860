"""Fitting a curve: on made-up evidence, and on the everyday set with the real model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vault.embedding.onnx_model import OnnxModel
from vault.errors import ConfigError
from vault.evaluation.calibrate import FALSE_RECALL, Samples, calibrate, fit, judge
from vault.recall.relevance import DEFAULT_CURVE, FEATURES

EVERYDAY = Path(__file__).parent / "everyday"


def made_up(count: int, signal: float) -> Samples:
    """Bags of three passages; the second feature tells relevant from irrelevant by `signal`."""
    chance = np.random.default_rng(3)

    def bag(center: float) -> np.ndarray:
        rows = chance.normal(0, 1, (3, len(FEATURES)))
        rows[:, 0] = 1
        rows[:, 1] = center + chance.normal(0, 0.3, 3)
        return rows

    return Samples(tuple(bag(signal) for _ in range(count)), tuple(bag(0.0) for _ in range(count)))


def test_it_finds_what_tells_the_samples_apart() -> None:
    samples = made_up(200, signal=4.0)
    fitted = fit(samples, np.zeros(len(FEATURES)))
    assert fitted[1] == max(fitted[1:])
    gate = judge(samples, fitted)
    assert gate.false_recall <= FALSE_RECALL + 0.01
    assert gate.kept > 0.95


def test_few_samples_leave_the_present_curve_nearly_as_it_is() -> None:
    present = np.array(DEFAULT_CURVE)
    few, many = fit(made_up(3, 1.0), present), fit(made_up(400, 1.0), present)
    assert np.linalg.norm((few - present)[1:]) < np.linalg.norm((many - present)[1:])


def test_too_few_samples_are_refused(tmp_path: Path) -> None:
    (tmp_path / "memories.jsonl").write_text('{"id": "a", "content": "猫"}\n', "utf-8")
    (tmp_path / "queries.jsonl").write_text('{"query": "宠物", "relevant": ["a"]}\n' * 30, "utf-8")
    with pytest.raises(ConfigError, match="unanswerable"):
        calibrate(tmp_path, None)  # type: ignore[arg-type]


@pytest.mark.timeout(300)
def test_the_everyday_set_with_the_real_model(installed_model: OnnxModel) -> None:
    found = calibrate(EVERYDAY, installed_model)
    assert len(found.relevance) == len(FEATURES)
    assert found.before.kept > 0.85
    assert found.before.false_recall < 0.1
    assert found.after.false_recall <= FALSE_RECALL + 0.005
