"""A small vault with an index whose vectors come from the stand-in model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.index.conftest import Workbench
from vault.index.user_index import UserIndex

Fill = Callable[..., UserIndex]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    made = Workbench(tmp_path)
    yield made
    made.index.close()


@pytest.fixture
def fill(bench: Workbench) -> Fill:
    """Write memories (texts, or whole lines) into one file, index them, and give the user's index."""

    def filled(*memories: str | dict[str, object], model: str | None = "own") -> UserIndex:
        lines = [
            each if isinstance(each, dict) else {"id": f"m{place}", "content": each}
            for place, each in enumerate(memories)
        ]
        bench.memories("facts/a.jsonl", *lines)
        bench.reconcile(model=model)
        return bench.index.user("u")

    return filled
