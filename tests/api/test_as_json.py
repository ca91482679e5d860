from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from enum import Enum
from pathlib import Path

import numpy as np
import pytest

from vault.api.as_json import as_json


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Inner:
    path: Path
    when: datetime | None


@dataclass(frozen=True)
class Outer:
    inner: Inner
    scores: dict[str, float]
    tags: tuple[str, ...]


def test_values_become_json() -> None:
    when = datetime(2026, 1, 5, 8, 30, 1, 999999, tzinfo=timezone(timedelta(hours=8)))
    outer = Outer(Inner(Path("a/b"), when), {"x": float("nan"), "y": 0.5}, ("一", "二"))
    assert as_json(outer) == {
        "inner": {"path": "a/b", "when": "2026-01-05T00:30:01Z"},
        "scores": {"x": None, "y": 0.5},
        "tags": ["一", "二"],
    }


def test_scalars_and_sets() -> None:
    values = [Colour.RED, {"b", "a"}, np.float32(0.5), np.int64(3), np.float64("inf"), True, None]
    assert as_json(values) == ["red", ["a", "b"], 0.5, 3, None, True, None]
    json.dumps(as_json(values), allow_nan=False)


def test_other_values_are_refused() -> None:
    with pytest.raises(TypeError, match="object has no JSON form"):
        as_json([object()])
